// SPDX-License-Identifier: MIT
// Handles on real threads: what the sanitizers watch, and what the virtual world has to repeat.
#include <gtest/gtest.h>

#include <barrier>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "tidemark/core/ack/ack_channel.hpp"
#include "tidemark/core/ack/ack_set.hpp"
#include "tidemark/tests/core/doubles.hpp"

namespace tidemark {
namespace {

using testing::eventually;

constexpr int kThreads = 4;

TEST(AckRace, ResolvesOnceWithTheWorstStatusWhoeverIsLast) {
  constexpr int kRounds = 500;
  AckReceiver receiver;
  std::barrier start{kThreads + 1};
  std::vector<AckRef> handles;
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (int round = 0; round < kRounds; ++round) {
        start.arrive_and_wait();
        {
          const AckRef mine = std::move(handles[static_cast<std::size_t>(thread)]);
          const AckRef copy = mine;
          if (round % (kThreads + 1) == thread) copy.fail();
          EXPECT_EQ(mine.batch().seq, static_cast<std::uint64_t>(round));
        }
        start.arrive_and_wait();
      }
    });
  }
  for (int round = 0; round < kRounds; ++round) {
    const auto seq = static_cast<std::uint64_t>(round);
    {
      const AckRef first = receiver.sender().issue({.seq = seq}, Offset{round});
      handles.assign(kThreads, first);
    }
    start.arrive_and_wait();
    // No join in between: what orders the last handle's end before this is the queue alone.
    std::optional<AckMessage> message;
    EXPECT_TRUE(eventually([&] { return (message = receiver.receive()).has_value(); }));
    start.arrive_and_wait();
    if (!message) continue;
    // In one round of five nobody fails it.
    const bool failed = round % (kThreads + 1) != kThreads;
    EXPECT_EQ(message->status, failed ? AckStatus::failed : AckStatus::delivered);
    EXPECT_EQ(message->batch.seq, seq);
    EXPECT_EQ(message->last_offset, Offset{round});
    EXPECT_EQ(receiver.receive(), std::nullopt);
  }
}

TEST(AckRace, ManySendersLoseNoMessageAndEachOrderIsKept) {
  constexpr std::uint64_t kBatches = 2000;
  AckReceiver receiver;
  std::vector<std::jthread> threads;
  for (std::uint32_t partition = 0; partition < kThreads; ++partition) {
    threads.emplace_back([partition, sender = receiver.sender()] {
      for (std::uint64_t seq = 0; seq < kBatches; ++seq) {
        const AckRef ack = sender.issue({.partition = partition, .seq = seq}, Offset{});
        if (seq % 3 == 0) ack.fail();
      }
    });
  }
  std::map<std::uint32_t, std::uint64_t> next;
  std::uint64_t received = 0;
  EXPECT_TRUE(eventually([&] {
    while (const auto message = receiver.receive()) {
      ++received;
      EXPECT_EQ(message->batch.seq, next[message->batch.partition]++);
      EXPECT_EQ(message->status == AckStatus::failed, message->batch.seq % 3 == 0);
    }
    return received == kThreads * kBatches;
  }));
  threads.clear();
  EXPECT_EQ(receiver.receive(), std::nullopt);
}

TEST(AckRace, AReceiverMayLeaveWhileTheLastHandlesGo) {
  for (int round = 0; round < 300; ++round) {
    std::optional<AckReceiver> receiver{std::in_place};
    std::barrier start{kThreads + 1};
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&start, sender = receiver->sender()]() mutable {
        {
          const AckSender mine = std::move(sender);
          const AckRef ack = mine.issue({}, Offset{});
          start.arrive_and_wait();
        }
      });
    }
    start.arrive_and_wait();
    if (round % 2 == 0) (void)receiver->receive();
    receiver.reset();
  }
}

TEST(AckRace, SetsThatGoDownAndSetsThatAreWrittenAgreeOnTheWorst) {
  std::mt19937 random{7};
  for (int round = 0; round < 300; ++round) {
    AckReceiver receiver;
    constexpr std::uint64_t kBatches = 3;
    std::vector<AckSet> sets(kThreads);
    std::vector<bool> written(kThreads);
    std::map<std::uint64_t, AckStatus> expected;
    for (std::size_t set = 0; set < kThreads; ++set) written[set] = random() % 4 != 0;
    for (std::uint64_t seq = 0; seq < kBatches; ++seq) {
      const AckRef ack = receiver.sender().issue({.seq = seq}, Offset{});
      expected[seq] = AckStatus::delivered;
      for (std::size_t set = 0; set < kThreads; ++set) {
        if (random() % 2 == 0) continue;
        sets[set].push(ack);
        if (!written[set]) expected[seq] = AckStatus::failed;
      }
    }
    std::vector<std::jthread> threads;
    for (std::size_t set = 0; set < kThreads; ++set) {
      threads.emplace_back([mine = std::move(sets[set]), deliver = bool{written[set]}]() mutable {
        AckSet own;
        own.absorb(std::move(mine));
        if (deliver) std::move(own).deliver();
      });
    }
    std::map<std::uint64_t, AckStatus> resolved;
    EXPECT_TRUE(eventually([&] {
      while (const auto message = receiver.receive()) {
        EXPECT_TRUE(resolved.emplace(message->batch.seq, message->status).second);
      }
      return resolved.size() == kBatches;
    }));
    EXPECT_EQ(resolved, expected);
  }
}

}  // namespace
}  // namespace tidemark
