// SPDX-License-Identifier: MIT
#include "tidemark/sim/graph/storage.hpp"

#include <sys/mman.h>

#include "tidemark/sim/kernel/panic.hpp"

namespace tidemark::sim::graph {

void* reserve_bytes(std::size_t bytes) {
  void* got = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (got == MAP_FAILED) kernel::panic("no address space for execution graphs");
  return got;
}

}  // namespace tidemark::sim::graph
