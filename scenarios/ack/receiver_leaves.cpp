// SPDX-License-Identifier: MIT
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "tidemark/core/ack/ack_channel.hpp"
#include "tidemark/sim/world/scenario.hpp"
#include "tidemark/sim/world/world.hpp"

namespace tidemark::scenarios::ack {
namespace {

using sim::Goal;

constexpr std::string_view kTags[] = {"ack", "lock_free", "shutdown"};
constexpr std::string_view kProperties[] = {"at_most_once"};
constexpr Goal kGoals[] = {
    {"left before every batch", Goal::Kind::sometimes},
    {"left between the batches", Goal::Kind::sometimes},
    {"left behind every batch", Goal::Kind::sometimes},
};

/// Two batches resolve on two threads while the receiver goes away on a third: it got their
/// messages or it did not, and nothing is left behind either way. What the three share goes with
/// the last of them.
/// Guards against a message to somebody who is gone, a batch that both sides delete or neither
/// does, and a queue that is deleted under a thread that still pushes.
void body(sim::World& world) {
  const std::uint64_t looks = world.pick("times that the receiver looks", 0, 2);
  std::uint32_t messages[2] = {};
  const auto received = [&] { return messages[0] + messages[1]; };
  bool left = false;
  world.at_end("at_most_once", [&] {
    if (messages[0] <= 1 && messages[1] <= 1) return sim::Verdict{};
    return sim::Verdict::violated("the batches sent " + std::to_string(messages[0]) + " and " +
                                  std::to_string(messages[1]) + " messages");
  });
  world.sometimes("left before every batch", [&] { return left && received() == 0; });
  world.sometimes("left between the batches", [&] { return left && received() == 1; });
  world.sometimes("left behind every batch", [&] { return left && received() == 2; });

  world.process("pipeline", [&] {
    std::optional<AckReceiver> receiver{std::in_place};
    const auto drop = [](AckRef ack) { const AckRef last = std::move(ack); };
    std::jthread first{drop, receiver->sender().issue({.seq = 0}, Offset{0})};
    std::jthread second{drop, receiver->sender().issue({.seq = 1}, Offset{1})};
    for (std::uint64_t look = 0; look < looks; ++look) {
      if (const auto message = receiver->receive()) {
        world.atomically([&] { ++messages[message->batch.seq]; });
      }
    }
    receiver.reset();
    world.atomically([&] { left = true; });
  });
  world.run();
}

}  // namespace

extern const sim::Scenario receiver_leaves;
const sim::Scenario receiver_leaves{
    .name = "ack/receiver_leaves",
    .claim = "a receiver may go away while the last handles do: nothing happens and nothing leaks",
    .tags = kTags,
    .properties = kProperties,
    .goals = kGoals,
    .body = &body,
};

}  // namespace tidemark::scenarios::ack
