// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "tidemark/tests/graph/program.hpp"

namespace tidemark::oracle {

/// What schedules make of a program with a condition, whose locations are all guarded by m.
///
/// Two schedules are of one class where the mutex is taken in the same order, the condition is
/// waited on and notified in the same order, and each notification wakes the same threads; a
/// notification that wakes nobody may go anywhere between two operations that change who waits.
struct Classes {
  std::set<std::string> complete;
  std::set<std::string> deadlocked;  ///< somebody waits for good
  std::size_t schedules = 0;
};

/// A class as it is built up; threads are numbers, and their events "thread.index".
struct Class {
  std::string taken;                ///< by whom the mutex, in order
  std::string condition;            ///< changes of who waits, in order
  std::size_t changes = 0;          ///< how many
  std::multiset<std::string> idle;  ///< notifications that wake nobody, and after how many changes

  void waits(const std::string& event);
  void wakes(const std::string& event, const std::vector<std::size_t>& threads);
  void wakes_nobody(const std::string& event, std::size_t after);
  std::string to_text() const;
};

/// By trying every schedule, at most `limit` of them.
Classes classes_of(const Program& program, std::size_t limit);

}  // namespace tidemark::oracle
