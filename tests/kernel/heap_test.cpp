// SPDX-License-Identifier: MIT
// The heap: misuse is found, use is as the library says.
#include <gtest/gtest.h>

#include "tidemark/tests/kernel/explore.hpp"

namespace tidemark::sim::kernel {
namespace {

constexpr std::uint64_t kFew = 10;

struct Wrong {
  const char* name;
  guest::Body* body;
  Category category;
  const char* message;
  std::uint64_t input = 0;
};

class HeapMisuse : public testing::TestWithParam<Wrong> {};

TEST_P(HeapMisuse, IsFoundEveryTimeWithItsPlace) {
  const Wrong& wrong = GetParam();
  const Exploration found = explore(wrong.body, {.input = wrong.input, .executions = kFew});
  EXPECT_TRUE(always_fails(found, wrong.category, wrong.message));
  ASSERT_FALSE(found.places.empty());
  EXPECT_EQ(found.places[0].file, "tests/kernel/guest/heap.cpp");
}

INSTANTIATE_TEST_SUITE_P(
    All, HeapMisuse,
    testing::Values(
        Wrong{"ReadAfterFree", &guest::reads_after_free, Category::use_after_free,
              "use after free of 1 byte by scenario, inside a block of 20 bytes"},
        Wrong{"WriteAfterFree", &guest::writes_after_free, Category::use_after_free, ""},
        Wrong{"CopyAfterFree", &guest::copies_after_free, Category::use_after_free,
              "use after free of 20 bytes"},
        Wrong{"AtomicAfterDelete", &guest::loads_after_delete, Category::use_after_free, ""},
        Wrong{"LockAfterDelete", &guest::locks_after_delete, Category::use_after_free, ""},
        Wrong{"ReferenceIntoAVector", &guest::keeps_a_reference_into_a_vector,
              Category::use_after_free, ""},
        Wrong{"FreedByAnother", &guest::used_after_free_by_another, Category::use_after_free,
              "freed by thread/1"},
        Wrong{"OldBlockAfterRealloc", &guest::uses_the_old_block_after_realloc,
              Category::use_after_free, ""},
        Wrong{"FreeTwice", &guest::frees_twice, Category::double_free, "double free"},
        Wrong{"DeleteTwice", &guest::deletes_twice, Category::double_free, "double free"},
        Wrong{"FreeInside", &guest::frees_inside_of_a_block, Category::misuse,
              "free of what was never allocated"},
        Wrong{"FreeOfTheStack", &guest::frees_the_stack, Category::misuse,
              "free of what was never allocated"},
        Wrong{"FreeOfAGlobal", &guest::frees_a_global, Category::misuse,
              "free of what was never allocated"},
        Wrong{"OverrunOfOne", &guest::overruns, Category::overrun, "behind a block of 1 bytes", 1},
        Wrong{"OverrunOfSeven", &guest::overruns, Category::overrun, "of a heap block", 7},
        Wrong{"OverrunOfEight", &guest::overruns, Category::overrun, "of a heap block", 8},
        Wrong{"OverrunOfMany", &guest::overruns, Category::overrun, "of a heap block", 1000},
        Wrong{"Underrun", &guest::underruns, Category::overrun, "of a heap block"},
        Wrong{"OverrunOfAnArray", &guest::overruns_an_array, Category::overrun, ""},
        Wrong{"TextWithoutAnEnd", &guest::reads_over_the_end_of_a_text, Category::overrun, ""}),
    [](const auto& info) { return info.param.name; });

class FormMismatch : public testing::TestWithParam<Wrong> {};

TEST_P(FormMismatch, IsMisuseWithBothPlaces) {
  const Wrong& wrong = GetParam();
  const Exploration found = explore(wrong.body, {.executions = kFew});
  EXPECT_TRUE(always_fails(found, wrong.category, wrong.message));
  ASSERT_EQ(found.places.size(), 2U);
  EXPECT_EQ(found.places[0].file, "tests/kernel/guest/forms.cpp");
  EXPECT_EQ(found.places[1].file, "tests/kernel/guest/forms.cpp");
}

INSTANTIATE_TEST_SUITE_P(
    All, FormMismatch,
    testing::Values(
        Wrong{"NewAndFree", &guest::new_ends_in_free, Category::misuse,
              "free of a block that came from new by scenario, inside a block of 8 bytes"},
        Wrong{"MallocAndDelete", &guest::malloc_ends_in_delete, Category::misuse,
              "delete of a block that came from malloc"},
        Wrong{"ArrayAndDelete", &guest::new_array_ends_in_delete, Category::misuse,
              "delete of a block that came from new[]"},
        Wrong{"ObjectsAndDelete", &guest::array_of_objects_ends_in_delete, Category::misuse,
              "delete of a block that came from new[] by scenario, inside a block of 20 bytes"},
        Wrong{"NewAndDeleteArray", &guest::new_ends_in_delete_array, Category::misuse,
              "delete[] of a block that came from new by"},
        Wrong{"NewAndRealloc", &guest::new_ends_in_realloc, Category::misuse,
              "free of a block that came from new by"},
        Wrong{"AlignedAndPlain", &guest::aligned_new_ends_in_plain_delete, Category::misuse,
              "delete with another alignment than that of new"},
        Wrong{"PlainAndAligned", &guest::new_ends_in_aligned_delete, Category::misuse,
              "delete with another alignment"},
        Wrong{"TwoAlignments", &guest::alignment_differs, Category::misuse,
              "delete with another alignment"},
        Wrong{"Size", &guest::size_differs, Category::misuse,
              "sized delete of 8 bytes by scenario, inside a block of 20 bytes"},
        Wrong{"SizeOfArray", &guest::size_of_an_array_differs, Category::misuse,
              "sized delete[] of 24 bytes"},
        Wrong{"Base", &guest::deleted_as_its_base, Category::misuse,
              "sized delete of 4 bytes by scenario, inside a block of 20 bytes"}),
    [](const auto& info) { return info.param.name; });

TEST(Heap, EveryFormOfAllocationHasItsMatch) {
  EXPECT_TRUE(holds(explore(&guest::every_form_matches, {.executions = kFew})));
}

TEST(Heap, ReallocKeepsContents) {
  EXPECT_TRUE(holds(explore(&guest::reallocates, {.executions = kFew})));
}

TEST(Heap, EveryWayOfAllocatingKeepsItsPromise) {
  EXPECT_TRUE(holds(explore(&guest::allocates_in_every_way, {.executions = kFew})));
  EXPECT_TRUE(holds(explore(&guest::text_of_the_library_is_freed, {.executions = kFew})));
}

TEST(Heap, TooMuchIsRefusedAsTheLibraryDoes) {
  EXPECT_TRUE(sees(explore(&guest::asks_for_too_much, {.executions = kFew}), {1}));
}

TEST(Heap, EveryExecutionSeesTheSameAddressesAndContents) {
  EXPECT_EQ(explore(&guest::address_of_a_block).seen.size(), 1U);
  EXPECT_EQ(explore(&guest::contents_of_fresh_memory).seen.size(), 1U);
}

TEST(Heap, FreedMemoryIsNotUsedAgain) {
  EXPECT_TRUE(holds(explore(&guest::freed_memory_is_not_used_again, {.executions = kFew})));
}

}  // namespace
}  // namespace tidemark::sim::kernel
