// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "tidemark/core/ack/ack_channel.hpp"
#include "tidemark/core/ack/ack_set.hpp"

namespace tidemark {
namespace {

enum class Call : std::uint8_t { issue, copy, move, fail, drop, push, absorb, deliver, destroy };
constexpr int kCalls = 9;
constexpr std::size_t kHandles = 5;
constexpr std::size_t kSets = 3;

using Step = std::tuple<Call, std::size_t, std::size_t>;
using Resolved = std::map<std::uint64_t, AckStatus>;

/// What handles and sets mean, said in the plainest way: who holds which batch, and who failed.
class Model {
 public:
  void run(const Step& step) {
    const auto [call, a, b] = step;
    auto& handle = handles_[a % kHandles];
    auto& other = handles_[b % kHandles];
    auto& set = sets_[b % kSets];
    auto& from = sets_[a % kSets];
    switch (call) {
      case Call::issue: handle = issued_++; break;
      case Call::copy: other = handle; break;
      case Call::move:
        if (&handle != &other) other = std::exchange(handle, std::nullopt);
        break;
      case Call::fail:
        if (handle) failed_.insert(*handle);
        break;
      case Call::drop: handle.reset(); break;
      case Call::push:
        if (handle) set.push_back(*std::exchange(handle, std::nullopt));
        break;
      case Call::absorb:
        if (&from == &set) break;
        set.insert(set.end(), from.begin(), from.end());
        from.clear();
        break;
      case Call::deliver: set.clear(); break;
      case Call::destroy:
        failed_.insert(set.begin(), set.end());
        set.clear();
        break;
    }
  }

  /// The batches of which nobody holds a handle any more, since the last call.
  Resolved resolved() {
    std::set<std::uint64_t> held;
    for (const auto& handle : handles_) {
      if (handle) held.insert(*handle);
    }
    for (const auto& set : sets_) held.insert(set.begin(), set.end());
    Resolved now;
    for (std::uint64_t batch = 0; batch < issued_; ++batch) {
      if (held.contains(batch) || !reported_.insert(batch).second) continue;
      now[batch] = failed_.contains(batch) ? AckStatus::failed : AckStatus::delivered;
    }
    return now;
  }

  std::uint64_t issued() const { return issued_; }
  std::size_t size(std::size_t set) const { return sets_[set].size(); }

 private:
  std::array<std::optional<std::uint64_t>, kHandles> handles_;
  std::array<std::vector<std::uint64_t>, kSets> sets_;
  std::uint64_t issued_ = 0;
  std::set<std::uint64_t> failed_;
  std::set<std::uint64_t> reported_;
};

class System {
 public:
  System() {
    for (std::size_t index = 0; index < kHandles; ++index) handles_.push_back(empty());
  }

  /// `seq` is that of the batch to issue, if any.
  void run(const Step& step, std::uint64_t seq) {
    const auto [call, a, b] = step;
    AckRef& handle = handles_[a % kHandles];
    AckRef& other = handles_[b % kHandles];
    AckSet& set = sets_[b % kSets];
    switch (call) {
      case Call::issue: handle = receiver_.sender().issue({.seq = seq}, Offset{}); break;
      case Call::copy: other = handle; break;
      case Call::move: other = std::move(handle); break;
      case Call::fail:
        if (handle) handle.fail();
        break;
      case Call::drop: handle = empty(); break;
      case Call::push:
        if (handle) set.push(std::move(handle));
        break;
      case Call::absorb: set.absorb(std::move(sets_[a % kSets])); break;
      case Call::deliver: std::move(set).deliver(); break;
      case Call::destroy: set = AckSet{}; break;
    }
  }

  Resolved resolved() {
    Resolved now;
    while (const auto message = receiver_.receive()) {
      RC_ASSERT(now.emplace(message->batch.seq, message->status).second);
    }
    return now;
  }

  std::size_t size(std::size_t set) const { return sets_[set].size(); }

 private:
  static AckRef empty() {
    auto [ack, receiver] = make_ack_pair();
    const AckRef taken = std::move(ack);
    return ack;
  }

  AckReceiver receiver_;
  std::vector<AckRef> handles_;
  std::array<AckSet, kSets> sets_;
};

TEST(AckModel, HandlesAndSetsMeanWhatTheirHoldersSay) {
  const auto step = rc::gen::tuple(
      rc::gen::map(rc::gen::inRange(0, kCalls), [](int call) { return static_cast<Call>(call); }),
      rc::gen::inRange<std::size_t>(0, kHandles * kSets),
      rc::gen::inRange<std::size_t>(0, kHandles * kSets));
  EXPECT_TRUE(rc::check("every batch resolves once, with the worst that was said", [step] {
    Model model;
    System system;
    for (const Step& each : *rc::gen::container<std::vector<Step>>(step)) {
      system.run(each, model.issued());
      model.run(each);
      RC_ASSERT(system.resolved() == model.resolved());
      for (std::size_t set = 0; set < kSets; ++set) RC_ASSERT(system.size(set) == model.size(set));
    }
  }));
}

}  // namespace
}  // namespace tidemark
