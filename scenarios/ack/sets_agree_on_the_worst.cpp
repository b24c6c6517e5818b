// SPDX-License-Identifier: MIT
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "tidemark/core/ack/ack_channel.hpp"
#include "tidemark/core/ack/ack_set.hpp"
#include "tidemark/sim/world/scenario.hpp"
#include "tidemark/sim/world/world.hpp"

namespace tidemark::scenarios::ack {
namespace {

using sim::Goal;

constexpr std::string_view kTags[] = {"ack", "shutdown"};
constexpr std::string_view kProperties[] = {"exactly_once", "written_or_failed"};
constexpr Goal kGoals[] = {
    {"torn down before it was written", Goal::Kind::sometimes},
    {"torn down after it was written", Goal::Kind::sometimes},
    {"written by both", Goal::Kind::sometimes},
};

constexpr int kBatches = 2;

/// What two workers of a sink did, and what the batches resolved to.
struct Outcome {
  bool torn_down = false;
  bool written_first = false;
  std::uint32_t written = 0;
  std::uint32_t messages[kBatches] = {};
  AckStatus statuses[kBatches] = {};
};

sim::Verdict exactly_once(const Outcome& outcome) {
  for (const std::uint32_t messages : outcome.messages) {
    if (messages != 1) {
      return sim::Verdict::violated("a batch sent " + std::to_string(messages) + " messages");
    }
  }
  return {};
}

sim::Verdict written_or_failed(const Outcome& outcome) {
  for (const AckStatus status : outcome.statuses) {
    if ((status == AckStatus::failed) == outcome.torn_down) continue;
    return sim::Verdict::violated(outcome.torn_down
                                      ? "rows went down unwritten and their batch is delivered"
                                      : "every row was written and a batch failed");
  }
  return {};
}

/// Two chunks hold rows of the same two batches. One is written. The other is absorbed into what
/// its worker collects, and then written too, or torn down with the worker.
/// Guards against a teardown that counts as delivery (S1), and against a delivery that takes the
/// failure of another chunk back.
void body(sim::World& world) {
  const bool tears_down = world.coin("second worker is torn down");
  Outcome outcome;
  outcome.torn_down = tears_down;
  world.at_end("exactly_once", [&] { return exactly_once(outcome); });
  world.at_end("written_or_failed", [&] { return written_or_failed(outcome); });
  world.sometimes("torn down before it was written",
                  [&] { return tears_down && outcome.written == 1 && !outcome.written_first; });
  world.sometimes("torn down after it was written",
                  [&] { return tears_down && outcome.written == 1 && outcome.written_first; });
  world.sometimes("written by both", [&] { return outcome.written == 2; });

  world.process("sink", [&] {
    AckReceiver receiver;
    AckSet chunks[2];
    for (std::uint64_t seq = 0; seq < kBatches; ++seq) {
      const AckRef ack = receiver.sender().issue({.seq = seq}, Offset{});
      for (AckSet& chunk : chunks) chunk.push(ack);
    }
    {
      const std::jthread writer{[&world, &outcome, chunk = std::move(chunks[0])]() mutable {
        std::move(chunk).deliver();
        world.atomically([&] { ++outcome.written; });
      }};
      const std::jthread other{
          [&world, &outcome, tears_down, chunk = std::move(chunks[1])]() mutable {
            AckSet collected;
            collected.absorb(std::move(chunk));
            if (tears_down) {
              world.atomically([&] { outcome.written_first = outcome.written > 0; });
              collected = AckSet{};
              return;
            }
            std::move(collected).deliver();
            world.atomically([&] { ++outcome.written; });
          }};
    }
    while (const auto message = receiver.receive()) {
      world.atomically([&] {
        ++outcome.messages[message->batch.seq];
        outcome.statuses[message->batch.seq] = message->status;
      });
    }
  });
  world.run();
}

}  // namespace

extern const sim::Scenario sets_agree_on_the_worst;
const sim::Scenario sets_agree_on_the_worst{
    .name = "ack/sets_agree_on_the_worst",
    .claim = "rows that were torn down unwritten fail their batch, whoever else delivers it",
    .tags = kTags,
    .properties = kProperties,
    .goals = kGoals,
    .body = &body,
};

}  // namespace tidemark::scenarios::ack
