// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tidemark/sim/explore/batch_text.hpp"
#include "tidemark/sim/explore/board.hpp"

namespace tidemark::sim::explore {

/// Processes that explore side by side and send what they find to the one that started them.
///
/// They are forks: the kernel's memory lies at fixed addresses and its doors are those of the whole
/// program, so threads cannot share one program. A process ends itself when the one that started it
/// is gone. Results are sent in parcels of many executions, never one by one.
class Team {
 public:
  using Send = std::function<void(std::size_t lane, Batch batch)>;

  /// Starts `count` processes, fewer where the machine has no more of them; each runs `work` with
  /// its number and a way to send, and ends.
  Team(std::size_t count, const std::function<void(std::size_t, const Send&)>& work);
  /// Waits for those that are left.
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  bool empty() const { return members_.empty(); }

  /// Waits a moment for parcels and gives them to `take`. False when all have ended.
  bool listen(const std::function<void(Parcel)>& take);

  /// The first that did not end well: its number and how it ended ("signal 11 (…)").
  struct Death {
    std::size_t number = 0;
    std::string how;
  };
  const std::optional<Death>& death() const { return death_; }

 private:
  struct Member {
    pid_t pid = -1;
    int from = -1;  ///< what it sends; -1 when it has ended
    std::string came = {};
  };
  bool start(std::size_t number, const std::function<void(std::size_t, const Send&)>& work);
  void receive(Member& member, const std::function<void(Parcel)>& take);
  void close(Member& member);

  std::vector<Member> members_;
  std::optional<Death> death_;
};

}  // namespace tidemark::sim::explore
