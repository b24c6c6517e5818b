// SPDX-License-Identifier: MIT
// A shaken run of the same choices parts from the first where the program depends on addresses or
// on memory that nobody wrote, and nowhere else.
#include <gtest/gtest.h>

#include <vector>

#include "tidemark/sim/choice/strategy_random.hpp"
#include "tidemark/sim/choice/strategy_replay.hpp"
#include "tidemark/tests/kernel/explore.hpp"

namespace tidemark::sim::kernel {
namespace {

constexpr std::uint64_t kShakes = 50;

struct Shaken {
  std::uint64_t same = 0;
  std::uint64_t parted = 0;
};

Shaken shake(guest::Body* body) {
  choice::RandomWalk random;
  random.begin(1);
  const Ran first = run_body(body, random);
  EXPECT_EQ(first.outcome.category, Category::none) << first.message;
  const ChoiceSpan span = choices();
  const std::vector<choice::Choice> recorded(span.data, span.data + span.size);
  Shaken shaken;
  for (std::uint64_t seed = 1; seed <= kShakes; ++seed) {
    choice::Replay source(recorded);
    const Ran again = run_body(body, source, {.shake = seed});
    const bool same = again.outcome.hash == first.outcome.hash;
    ++(same ? shaken.same : shaken.parted);
    // The same shake is the same run, so that what was found can be looked at again.
    choice::Replay source_again(recorded);
    EXPECT_EQ(run_body(body, source_again, {.shake = seed}).outcome.hash, again.outcome.hash);
  }
  return shaken;
}

TEST(Shake, ChangesNothingForCodeThatDependsOnNeitherAddressNorGarbage) {
  for (guest::Body* body : {&guest::depends_on_no_address, &guest::bit_of_everything,
                            &guest::shared_pointer_swapped, &guest::asynchronous_call}) {
    EXPECT_EQ(shake(body).parted, 0U);
  }
}

TEST(Shake, ShowsReadsOfWhatNobodyWrote) {
  EXPECT_GT(shake(&guest::reads_a_fresh_block).parted, kShakes / 4);
  EXPECT_GT(shake(&guest::reads_a_fresh_stack).parted, kShakes / 4);
}

TEST(Shake, ShowsReadsOfFreedMemoryThatNobodyWatched) {
  EXPECT_GT(shake(&guest::reads_a_freed_block_unwatched).parted, kShakes / 4);
}

TEST(Shake, ShowsOrdersByAddress) {
  EXPECT_GT(shake(&guest::orders_blocks_by_address).parted, kShakes / 4);
  EXPECT_GT(shake(&guest::orders_threads_by_handle).parted, kShakes / 4);
}

TEST(Shake, ShowsStepsThatAnAddressDecides) {
  EXPECT_GT(shake(&guest::steps_by_alignment_of_a_block).parted, kShakes / 4);
  EXPECT_GT(shake(&guest::steps_by_address_of_a_local).parted, kShakes / 4);
}

TEST(Shake, LeavesTheNextExecutionAsItWas) {
  choice::RandomWalk random;
  random.begin(3);
  const Ran before = run_body(&guest::orders_blocks_by_address, random);
  shake(&guest::orders_blocks_by_address);
  random.begin(3);
  EXPECT_EQ(run_body(&guest::orders_blocks_by_address, random).outcome.hash, before.outcome.hash);
}

}  // namespace
}  // namespace tidemark::sim::kernel
