// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/state.h>

#include <cstdint>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "tidemark/core/checkpoint/frontier.hpp"
#include "tidemark/tests/core/doubles.hpp"

namespace tidemark {
namespace {

using testing::at;

/// What a frontier is, said in the plainest way: everything ever tracked stays in a map, and each
/// question is answered by walking it from the beginning.
struct Model {
  struct Entry {
    std::optional<Position> position;
    std::size_t messages = 0;
    SlotState state = SlotState::pending;
  };

  std::uint64_t generation = 1;
  std::map<std::uint64_t, Entry> entries;  ///< of this generation, by seq
  std::size_t made = 0;                    ///< handles, of all generations

  [[nodiscard]] static bool settled(const Entry& entry) {
    return entry.state == SlotState::delivered || entry.state == SlotState::dropped;
  }

  [[nodiscard]] std::optional<Position> frontier() const {
    std::optional<Position> newest;
    for (const auto& [seq, entry] : entries) {
      if (!settled(entry)) break;
      if (entry.position) newest = entry.position;
    }
    return newest;
  }

  [[nodiscard]] std::size_t pending() const {
    std::size_t messages = 0;
    bool open = false;
    for (const auto& [seq, entry] : entries) {
      open = open || !settled(entry);
      if (open) messages += entry.messages;
    }
    return messages;
  }

  [[nodiscard]] std::size_t failed() const {
    std::size_t count = 0;
    for (const auto& [seq, entry] : entries) count += entry.state == SlotState::failed ? 1U : 0U;
    return count;
  }
};

struct System {
  Frontier frontier;
  std::vector<SlotRef> handles;  ///< of all generations, in the order of making
};

using Command = rc::state::Command<Model, System>;

void expect_equal(const Model& model, const System& system) {
  RC_ASSERT(system.frontier.position() == model.frontier());
  RC_ASSERT(system.frontier.pending() == model.pending());
  RC_ASSERT(system.frontier.failed() == model.failed());
  RC_ASSERT(system.frontier.empty() == (model.pending() == 0));
}

struct Track : Command {
  bool closed = *rc::gen::arbitrary<bool>();
  std::uint64_t number = *rc::gen::inRange<std::uint64_t>(0, 100);  // need not ascend
  std::size_t messages = *rc::gen::inRange<std::size_t>(1, 5);

  [[nodiscard]] std::optional<Position> position() const {
    return closed ? std::optional{at(number)} : std::nullopt;
  }

  void apply(Model& model) const override {
    model.entries[model.entries.size()] = {.position = position(), .messages = messages};
    ++model.made;
  }

  void run(const Model& before, System& system) const override {
    system.handles.push_back(system.frontier.track(position(), messages));
    Model after = before;
    apply(after);
    expect_equal(after, system);
  }

  void show(std::ostream& os) const override {
    os << "track(" << (closed ? std::to_string(number) : "none") << ", " << messages << ")";
  }
};

/// Settles any handle ever made: open, settled, failed, or of an earlier generation.
struct SettleAny : Command {
  std::size_t pick = *rc::gen::arbitrary<std::size_t>();
  SlotState state = *rc::gen::weightedElement<SlotState>(
      {{8, SlotState::delivered}, {3, SlotState::dropped}, {1, SlotState::failed}});

  void checkPreconditions(const Model& model) const override { RC_PRE(model.made > 0); }

  // Handles of this generation are the last ones made; those before are stale.
  [[nodiscard]] std::optional<std::uint64_t> seq(const Model& model) const {
    const std::size_t index = pick % model.made;
    const std::size_t stale = model.made - model.entries.size();
    return index < stale ? std::nullopt : std::optional{index - stale};
  }

  void apply(Model& model) const override {
    if (const auto number = seq(model)) {
      auto& entry = model.entries.at(*number);
      if (entry.state == SlotState::pending) entry.state = state;
    }
  }

  void run(const Model& before, System& system) const override {
    const SettleResult result =
        system.frontier.settle(system.handles.at(pick % before.made), state);
    Model after = before;
    apply(after);
    const auto number = seq(before);
    if (!number) {
      RC_ASSERT(result.effect == SettleEffect::stale);
    } else {
      const bool was_open = before.entries.at(*number).state == SlotState::pending;
      RC_ASSERT((result.effect == SettleEffect::settled) == was_open);
    }
    RC_ASSERT(result.frontier == after.frontier());
    expect_equal(after, system);
  }

  void show(std::ostream& os) const override {
    os << "settle(#" << pick << " modulo made, " << static_cast<int>(state) << ")";
  }
};

struct BeginGeneration : Command {
  void apply(Model& model) const override {
    ++model.generation;
    model.entries.clear();
  }

  void run(const Model& before, System& system) const override {
    system.frontier.begin_generation(Generation{before.generation + 1});
    Model after = before;
    apply(after);
    expect_equal(after, system);
  }

  void show(std::ostream& os) const override { os << "begin_generation"; }
};

TEST(FrontierModel, EqualsALongestSettledPrefixUnderAnySequenceOfCalls) {  // T-5
  const bool held = rc::check("a frontier equals its map model", [] {
    // A command is drawn as often as it is named.
    const auto any = rc::state::gen::execOneOfWithArgs<Track, Track, Track, Track, SettleAny,
                                                       SettleAny, SettleAny, SettleAny, SettleAny,
                                                       SettleAny, BeginGeneration>();
    const auto commands = *rc::gen::scale(
        3.0, rc::state::gen::commands(Model{}, [&](const Model&) { return any(); }));
    System system;
    rc::state::runAll(commands, Model{}, system);
  });
  EXPECT_TRUE(held);
}

}  // namespace
}  // namespace tidemark
