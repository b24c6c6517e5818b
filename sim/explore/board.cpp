// SPDX-License-Identifier: MIT
#include "tidemark/sim/explore/board.hpp"

#include <sys/mman.h>

#include <new>

namespace tidemark::sim::explore {
namespace {

// Between processes only what needs no lock is of use.
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);
static_assert(std::atomic<bool>::is_always_lock_free);

template <class T>
T* make(std::byte*& at, std::size_t count) {
  T* const first = reinterpret_cast<T*>(at);
  for (std::size_t i = 0; i < count; ++i) new (first + i) T;
  at += count * sizeof(T);
  return first;
}

}  // namespace

void Board::Lane::lower_limit(std::uint64_t to) {
  std::uint64_t seen = limit.load();
  while (to < seen && !limit.compare_exchange_weak(seen, to)) {
  }
}

Board::Board(std::size_t lanes, std::size_t workers, std::uint64_t executions)
    : bytes_(lanes * sizeof(Lane) + workers * sizeof(Standing) + sizeof(std::atomic<bool>)) {
  memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory_ == MAP_FAILED) throw std::bad_alloc();
  auto* at = static_cast<std::byte*>(memory_);
  lanes_ = {make<Lane>(at, lanes), lanes};
  standings_ = {make<Standing>(at, workers), workers};
  stop_ = make<std::atomic<bool>>(at, 1);
  for (Lane& lane : lanes_) lane.limit = executions;
}

Board::~Board() { munmap(memory_, bytes_); }

}  // namespace tidemark::sim::explore
