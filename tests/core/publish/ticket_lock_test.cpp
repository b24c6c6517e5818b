// SPDX-License-Identifier: MIT
#include "tidemark/core/publish/ticket_lock.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <optional>
#include <random>
#include <stop_token>
#include <thread>
#include <vector>

#include "tidemark/tests/core/doubles.hpp"

namespace tidemark {
namespace {

using testing::eventually;

using Acquired = std::future<AcquireOutcome>;

Acquired acquire_on_a_thread(TicketLock& lock, Ticket ticket, const std::stop_token& stop = {},
                             OnAbandon on_abandon = OnAbandon::skip) {
  return std::async(std::launch::async, [&lock, ticket, stop, on_abandon] {
    return lock.acquire(ticket, stop, on_abandon);
  });
}

bool waits(const TicketLock& lock, std::size_t threads) {
  return eventually([&] { return lock.waiting() == threads; });
}

std::stop_token requested() {
  std::stop_source stop;
  stop.request_stop();
  return stop.get_token();
}

TEST(TicketLock, HandsOutConsecutiveTickets) {
  TicketLock lock;
  EXPECT_EQ(lock.take(), Ticket{0});
  EXPECT_EQ(lock.take(), Ticket{1});
  EXPECT_EQ(lock.take(), Ticket{2});
}

TEST(TicketLock, AdmitsInTicketOrderWhateverTheOrderOfArrival) {  // K-1, K-2
  TicketLock lock;
  const Ticket tickets[] = {lock.take(), lock.take(), lock.take()};
  Acquired third = acquire_on_a_thread(lock, tickets[2]);
  ASSERT_TRUE(waits(lock, 1));
  Acquired second = acquire_on_a_thread(lock, tickets[1]);
  ASSERT_TRUE(waits(lock, 2));
  ASSERT_EQ(lock.acquire(tickets[0], {}, OnAbandon::skip), AcquireOutcome::admitted);
  ASSERT_EQ(lock.waiting(), 2U);
  lock.release();
  ASSERT_EQ(second.get(), AcquireOutcome::admitted);
  ASSERT_TRUE(waits(lock, 1));  // the third still does
  lock.release();
  ASSERT_EQ(third.get(), AcquireOutcome::admitted);
  lock.release();
}

TEST(TicketLock, PassesOverAbandonedTickets) {  // K-3, K-5
  TicketLock lock;
  const Ticket first = lock.take();
  const Ticket gone[] = {lock.take(), lock.take(), lock.take()};
  const Ticket last = lock.take();
  ASSERT_EQ(lock.acquire(first, {}, OnAbandon::skip), AcquireOutcome::admitted);
  for (const Ticket ticket : {gone[2], gone[0], gone[1]}) {
    ASSERT_EQ(lock.acquire(ticket, requested(), OnAbandon::skip), AcquireOutcome::cancelled);
  }
  EXPECT_EQ(lock.abandoned(), 3U);
  lock.release();
  EXPECT_EQ(lock.abandoned(), 0U);
  EXPECT_EQ(lock.acquire(last, {}, OnAbandon::skip), AcquireOutcome::admitted);
  lock.release();
}

TEST(TicketLock, ACancelledWaiterLeavesTheQueue) {  // K-3, K-5
  TicketLock lock;
  const Ticket first = lock.take();
  const Ticket second = lock.take();
  ASSERT_EQ(lock.acquire(first, {}, OnAbandon::skip), AcquireOutcome::admitted);
  std::stop_source stop;
  Acquired waiter = acquire_on_a_thread(lock, second, stop.get_token());
  ASSERT_TRUE(waits(lock, 1));
  stop.request_stop();
  EXPECT_EQ(waiter.get(), AcquireOutcome::cancelled);
  EXPECT_EQ(lock.waiting(), 0U);
  EXPECT_EQ(lock.abandoned(), 1U);
  lock.release();
  EXPECT_EQ(lock.abandoned(), 0U);
}

TEST(TicketLock, AnAbandonmentThatSealsRefusesTheNextBeforeAnyRelease) {  // K-4, K-6
  TicketLock lock;
  const Ticket first = lock.take();
  const Ticket owner = lock.take();
  const Ticket next = lock.take();
  ASSERT_EQ(lock.acquire(first, {}, OnAbandon::skip), AcquireOutcome::admitted);
  Acquired waiter = acquire_on_a_thread(lock, next);
  ASSERT_TRUE(waits(lock, 1));
  ASSERT_EQ(lock.acquire(owner, requested(), OnAbandon::seal), AcquireOutcome::cancelled);
  EXPECT_EQ(waiter.get(), AcquireOutcome::sealed);
  lock.release();
  EXPECT_TRUE(lock.sealed());
  EXPECT_EQ(lock.abandoned(), 0U);
}

TEST(TicketLock, ASealWakesEveryWaiter) {  // K-3, K-4
  TicketLock lock;
  const Ticket first = lock.take();
  ASSERT_EQ(lock.acquire(first, {}, OnAbandon::skip), AcquireOutcome::admitted);
  std::vector<Acquired> waiters;
  for (int i = 0; i < 5; ++i) waiters.push_back(acquire_on_a_thread(lock, lock.take()));
  ASSERT_TRUE(waits(lock, 5));
  lock.seal();
  for (Acquired& waiter : waiters) EXPECT_EQ(waiter.get(), AcquireOutcome::sealed);
  EXPECT_EQ(lock.waiting(), 0U);
}

TEST(TicketLock, RefusesAfterTheSealEvenTheTicketBeingServed) {  // K-4
  TicketLock lock;
  const Ticket ticket = lock.take();
  lock.seal();
  lock.seal();
  EXPECT_EQ(lock.acquire(ticket, {}, OnAbandon::skip), AcquireOutcome::sealed);
  EXPECT_EQ(lock.acquire(lock.take(), {}, OnAbandon::skip), AcquireOutcome::sealed);
}

TEST(TicketLock, ATurnThatHasComeIsTakenInSpiteOfTheStop) {  // K-3
  TicketLock lock;
  EXPECT_EQ(lock.acquire(lock.take(), requested(), OnAbandon::seal), AcquireOutcome::admitted);
  lock.release();
  EXPECT_FALSE(lock.sealed());
}

TEST(TicketLock, AStopThatRacesWithTheTurnEitherAdmitsOrAbandons) {  // K-3
  for (int round = 0; round < 500; ++round) {
    TicketLock lock;
    const Ticket first = lock.take();
    const Ticket second = lock.take();
    ASSERT_EQ(lock.acquire(first, {}, OnAbandon::skip), AcquireOutcome::admitted);
    std::stop_source stop;
    Acquired waiter = acquire_on_a_thread(lock, second, stop.get_token());
    std::jthread canceller{[&] { stop.request_stop(); }};
    lock.release();
    if (waiter.get() == AcquireOutcome::admitted) lock.release();
    // Whatever won, the queue goes on.
    ASSERT_EQ(lock.acquire(lock.take(), {}, OnAbandon::skip), AcquireOutcome::admitted);
    lock.release();
    ASSERT_EQ(lock.abandoned(), 0U);
  }
}

TEST(TicketLock, AHolderMaySealAndKeepsItsTurn) {  // K-4
  TicketLock lock;
  ASSERT_EQ(lock.acquire(lock.take(), {}, OnAbandon::skip), AcquireOutcome::admitted);
  lock.seal();
  lock.release();
  EXPECT_EQ(lock.acquire(lock.take(), {}, OnAbandon::skip), AcquireOutcome::sealed);
}

TEST(TicketLock, ServesManyTakersInOrderWhileSomeGiveUp) {  // K-1, K-2, K-3, K-5
  constexpr int kTakers = 32;
  constexpr int kRounds = 20;
  TicketLock lock;
  std::atomic<int> holders{0};
  std::vector<Ticket> served;  // written by the holder only
  std::atomic<int> gave_up{0};
  {
    std::vector<std::jthread> takers;
    for (int taker = 0; taker < kTakers; ++taker) {
      takers.emplace_back([&, taker] {
        std::mt19937 random{static_cast<unsigned>(taker)};
        for (int round = 0; round < kRounds; ++round) {
          const Ticket ticket = lock.take();
          std::stop_source stop;
          std::jthread canceller;
          if (random() % 4 == 0) canceller = std::jthread{[&stop] { stop.request_stop(); }};
          if (lock.acquire(ticket, stop.get_token(), OnAbandon::skip) ==
              AcquireOutcome::cancelled) {
            ++gave_up;
            continue;
          }
          EXPECT_EQ(++holders, 1);
          served.push_back(ticket);
          --holders;
          lock.release();
        }
      });
    }
  }
  EXPECT_EQ(served.size() + static_cast<std::size_t>(gave_up), kTakers * kRounds);
  for (std::size_t i = 1; i < served.size(); ++i) EXPECT_LT(served[i - 1], served[i]);
  EXPECT_EQ(lock.waiting(), 0U);
  EXPECT_EQ(lock.abandoned(), 0U);
}

TEST(TicketLockDeathTest, RefusesAReleaseWithoutATurnAndATicketThatWasNotTaken) {
  TicketLock lock;
  EXPECT_DEATH(lock.release(), "never admitted");
  EXPECT_DEATH((void)lock.acquire(Ticket{0}, {}, OnAbandon::skip), "ticket 0 was not taken");
}

}  // namespace
}  // namespace tidemark
