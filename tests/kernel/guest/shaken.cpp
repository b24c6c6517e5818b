// SPDX-License-Identifier: MIT
// Code that depends on where memory lies or on what was in it before, and code that does not.
#include <atomic>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <thread>
#include <vector>

#include "tidemark/tests/kernel/guest/guest.hpp"

namespace tidemark::guest {
namespace {

// Hidden from the compiler, which may think of memory that nobody wrote what it likes.
template <class T>
__attribute__((noinline)) T* opaque(T* pointer) {
  asm volatile("" : "+r"(pointer));
  return pointer;
}

std::atomic<int> steps;

void take_steps(int count) {
  for (int i = 0; i < count; ++i) steps.fetch_add(1);
}

/// Never reads what it has on its stack before it is written, unlike its kin below.
__attribute__((noinline)) int first_of_array(int* array) {
  array[0] = 4;
  return array[0];
}

}  // namespace

void reads_a_fresh_block(Io&) {
  const std::unique_ptr<unsigned char, decltype(&free)> block(
      opaque(static_cast<unsigned char*>(malloc(8))), &free);
  take_steps(*opaque(block.get()) & 7);
}

void reads_a_fresh_stack(Io&) {
  std::thread([] {
    volatile unsigned char array[64];
    take_steps(*opaque(&array[32]) & 7);
  }).join();
}

void reads_a_freed_block_unwatched(Io& io) {
  auto* const block = opaque(static_cast<unsigned char*>(malloc(8)));
  auto* const kept = opaque(block);
  *block = 3;
  free(block);
  // What is not instrumented reads freed memory unseen, as this instruction does.
  unsigned value = 0;
  asm volatile("movzbl (%1), %0" : "=r"(value) : "r"(kept));
  take_steps(static_cast<int>(value & 7));
  io.out = 1;
}

void orders_blocks_by_address(Io&) {
  std::set<std::unique_ptr<int>> set;
  for (int i = 1; i <= 4; ++i) set.insert(std::make_unique<int>(i));
  steps.store(**set.begin());
}

void steps_by_alignment_of_a_block(Io&) {
  const std::unique_ptr<char[]> block(new char[24]);
  take_steps(static_cast<int>(reinterpret_cast<std::uintptr_t>(opaque(block.get())) >> 4) & 7);
}

void steps_by_address_of_a_local(Io&) {
  std::thread([] {
    int local = 1;
    take_steps(static_cast<int>(reinterpret_cast<std::uintptr_t>(opaque(&local)) >> 4) & 7);
  }).join();
}

void orders_threads_by_handle(Io&) {
  std::map<std::thread::id, int> numbers;
  std::vector<std::thread> threads;
  for (int i = 1; i <= 3; ++i) {
    threads.emplace_back([] { take_steps(1); });
    numbers[threads.back().get_id()] = i;
  }
  steps.store(numbers.begin()->second);
  for (std::thread& each : threads) each.join();
}

void depends_on_no_address(Io& io) {
  std::map<int, std::unique_ptr<int>> numbers;
  for (int i = 1; i <= 4; ++i) numbers[i] = std::make_unique<int>(i);
  for (const auto& [key, value] : numbers) take_steps(*value);
  // Pointers to a block, into it, behind it and to a local are what programs keep in atomics.
  const std::unique_ptr<int[]> array(new int[300000]);
  std::atomic<int*> place{array.get()};
  place.store(array.get() + 290000);
  place.store(array.get() + 300000);
  place.store(opaque(new (std::nothrow) int[0]));
  delete[] place.load();
  int local[16];
  io.out = static_cast<std::uint64_t>(first_of_array(opaque(local)));
  place.store(local + 3);
  // And some keep a counter in the upper bits.
  std::atomic<std::uintptr_t> tagged{0};
  for (std::uintptr_t count = 1; count < 4; ++count) {
    tagged.store(reinterpret_cast<std::uintptr_t>(array.get()) | (count << 48));
  }
  std::atomic<std::thread::id> who{std::this_thread::get_id()};
  together([&] { who.store(std::this_thread::get_id()); }, [] { take_steps(2); });
}

}  // namespace tidemark::guest
