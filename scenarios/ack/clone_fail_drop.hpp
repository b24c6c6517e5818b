// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "tidemark/core/ack/ack_channel.hpp"
#include "tidemark/sim/world/scenario.hpp"
#include "tidemark/sim/world/world.hpp"

namespace tidemark::scenarios::ack {

inline constexpr std::string_view kCloneFailDropTags[] = {"ack", "lock_free"};
inline constexpr std::string_view kCloneFailDropProperties[] = {"exactly_once", "worst_of"};
inline constexpr sim::Goal kCloneFailDropGoals[] = {
    {"failed", sim::Goal::Kind::sometimes},
    {"delivered", sim::Goal::Kind::sometimes},
    {"received while threads were running", sim::Goal::Kind::reachable},
};

inline constexpr BatchId kBatch{.partition = 2, .epoch = 1, .seq = 5};

/// What one thread does with its handle.
struct Part {
  bool clones = false;
  bool fails = false;
};

inline void play(AckRef ack, Part part) {
  // Read by all, so that whoever deletes the batch has to come after all.
  if (ack.batch() != kBatch) return;
  if (!part.clones) {
    if (part.fails) ack.fail();
    return;
  }
  const AckRef copy = ack;
  {
    const AckRef original = std::move(ack);
  }
  if (part.fails) copy.fail();
}

/// What the receiver got, as the properties judge it when all is over.
struct Received {
  std::uint32_t messages = 0;
  AckMessage last;
};

inline bool receive_one(sim::World& world, AckReceiver& receiver, Received& received) {
  const auto message = receiver.receive();
  if (!message) return false;
  world.atomically([&] {
    ++received.messages;
    received.last = *message;
  });
  return true;
}

inline sim::Verdict exactly_once(const Received& received) {
  if (received.messages != 1) {
    return sim::Verdict::violated("the batch sent " + std::to_string(received.messages) +
                                  " messages");
  }
  if (received.last.batch != kBatch || received.last.last_offset != Offset{41}) {
    return sim::Verdict::violated("the message is not about the batch");
  }
  return {};
}

inline sim::Verdict worst_of(const Received& received, bool any_failed) {
  if (received.messages == 0 || (received.last.status == AckStatus::failed) == any_failed) {
    return {};
  }
  return sim::Verdict::violated(any_failed ? "a thread failed the batch and it resolved delivered"
                                           : "nobody failed the batch and it resolved failed");
}

/// So many threads hold a handle on one batch: some copy theirs, some fail the batch, all drop what
/// they have, and the receiver looks at any moment. One message comes, as bad as the worst.
///
/// The receiver asks before it joins: what orders the threads' last uses before its delete is the
/// handle's own counting, and nothing else.
/// Guards against a count that is not released, a last handle that does not acquire, and a status
/// that is read while others may still change it (S6, A-1, A-2).
inline void clone_fail_drop(sim::World& world, std::uint64_t threads) {
  // Threads are alike: how many fail and how many copy says all there is to say, where those that
  // do both are counted from either end.
  const std::uint64_t fail = world.pick("threads that fail", 0, threads);
  const std::uint64_t clone = world.pick("threads that clone", 0, threads < 4 ? threads : 1);
  Received received;
  world.at_end("exactly_once", [&] { return exactly_once(received); });
  world.at_end("worst_of", [&] { return worst_of(received, fail > 0); });
  world.sometimes("failed", [&] { return received.last.status == AckStatus::failed; });
  world.sometimes("delivered", [&] {
    return received.messages > 0 && received.last.status == AckStatus::delivered;
  });

  world.process("pipeline", [&] {
    auto [ack, receiver] = make_ack_pair(kBatch, Offset{41});
    std::vector<std::jthread> running;
    running.reserve(threads);
    for (std::uint64_t index = 0; index < threads; ++index) {
      const Part part{.clones = index + clone >= threads, .fails = index < fail};
      running.emplace_back(play, index + 1 < threads ? ack : std::move(ack), part);
    }
    if (receive_one(world, receiver, received)) {
      world.reachable("received while threads were running");
    }
    running.clear();
    while (receive_one(world, receiver, received)) {
    }
  });
  world.run();
}

}  // namespace tidemark::scenarios::ack
