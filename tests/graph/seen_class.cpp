// SPDX-License-Identifier: MIT
#include <array>
#include <map>
#include <stdexcept>

#include "tidemark/tests/graph/guest/interpreter.hpp"
#include "tidemark/tests/graph/seen.hpp"

namespace tidemark::oracle {
namespace {

using sim::graph::EventKind;
using sim::graph::EventView;

// Puts the mutex's and the condition's events in order.
class Reading {
 public:
  explicit Reading(const std::vector<std::uint8_t>& creation) : creation_(creation) {}

  Class run() {
    for (std::size_t i = 0; i < views_.size(); ++i) {
      const EventView& view = views_[i];
      if (view.thread == 0 || view.kind != EventKind::read) continue;
      if (view.address == mutex_) {
        taken_[view_after(i).position] = name(view);
      } else if (view.address == condition_) {
        look_at(i);
      }
    }
    for (const auto& [position, event] : taken_) made_.taken += event;
    for (const auto& [position, change] : changes_) tell(change);
    for (const auto& [event, after] : idle_) made_.wakes_nobody(event, after);
    return std::move(made_);
  }

 private:
  struct Change {
    std::string event;
    std::uint64_t before = 0;  ///< who waits, a bit a fiber
    std::uint64_t after = 0;
  };

  // The write of a read-modify-write follows its read.
  const EventView& view_after(std::size_t read) const {
    if (!views_[read].read_modify_write) throw std::logic_error("a lock that takes nothing");
    return views_.at(read + 1);
  }

  std::string name(const EventView& view) {
    const std::size_t thread = creation_.at(view.thread - 1U);
    return " " + std::to_string(thread) + "." + std::to_string(counts_.at(thread)++);
  }

  void look_at(std::size_t read) {
    const EventView& view = views_[read];
    if (view.read_modify_write) {
      const EventView& write = view_after(read);
      changes_[write.position] = {name(view), view.value, write.value};
      waits_[view.thread] = write.value > view.value;
    } else if (waits_[view.thread]) {
      waits_[view.thread] = false;  // learns that it was woken
    } else {
      idle_.emplace_back(name(view), place_of(view));
    }
  }

  // How many changes there are up to what a read reads.
  std::size_t place_of(const EventView& read) const {
    if (read.source_thread < 0) return 0;
    for (const EventView& view : views_) {
      if (view.thread == read.source_thread && view.index == read.source_index) {
        return view.position + 1;
      }
    }
    throw std::logic_error("a read of nothing");
  }

  void tell(const Change& change) {
    if (change.after > change.before) {
      made_.waits(change.event);
      return;
    }
    std::vector<std::size_t> woken;
    for (std::size_t thread = 0; thread < creation_.size(); ++thread) {
      for (std::size_t i = 0; i < creation_.size(); ++i) {
        const std::uint64_t bit = std::uint64_t{1} << (i + 1);
        if (creation_[i] == thread && (change.before & ~change.after & bit) != 0) {
          woken.push_back(thread);
        }
      }
    }
    made_.wakes(change.event, woken);
  }

  const std::vector<std::uint8_t>& creation_;
  const std::vector<EventView> views_ = seen_events();
  const std::uintptr_t mutex_ = guest::addresses()[m];
  const std::uintptr_t condition_ = guest::condition_address();
  std::array<std::size_t, kThreadsMax> counts_{};
  std::map<std::size_t, bool> waits_;
  std::map<std::uint32_t, std::string> taken_;
  std::map<std::uint32_t, Change> changes_;
  std::vector<std::pair<std::string, std::size_t>> idle_;
  Class made_;
};

}  // namespace

Class seen_class(const std::vector<std::uint8_t>& creation) { return Reading(creation).run(); }

}  // namespace tidemark::oracle
