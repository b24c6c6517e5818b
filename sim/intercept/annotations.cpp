// SPDX-License-Identifier: MIT
// The annotations with which libraries tell ThreadSanitizer what it cannot see.
#include "tidemark/sim/intercept/door.hpp"
#include "tidemark/sim/memory/object.hpp"

using namespace tidemark::sim;
using namespace tidemark::sim::intercept;

namespace {

memory::Object& annotated(const volatile void* at) {
  return memory::object_at(reinterpret_cast<std::uintptr_t>(at), memory::ObjectKind::annotation);
}

void take(const volatile void* at) {
  if (!state.live) return;
  KernelScope scope;
  memory::acquire(annotated(at));
}

void give(const volatile void* at) {
  if (!state.live) return;
  KernelScope scope;
  memory::release(annotated(at));
}

void ignore(int change) {
  if (!state.live) return;
  kernel::Fiber& self = *state.current;
  self.ignore_accesses = static_cast<std::uint8_t>(self.ignore_accesses + change);
  state.ignores_accesses = self.ignore_accesses != 0;
}

}  // namespace

TIDEMARK_DOOR void __tsan_acquire(void* at) { take(at); }
TIDEMARK_DOOR void __tsan_release(void* at) { give(at); }
TIDEMARK_DOOR void AnnotateHappensBefore(const char*, int, const volatile void* at) { give(at); }
TIDEMARK_DOOR void AnnotateHappensAfter(const char*, int, const volatile void* at) { take(at); }
TIDEMARK_DOOR void AnnotateIgnoreReadsBegin(const char*, int) { ignore(1); }
TIDEMARK_DOOR void AnnotateIgnoreReadsEnd(const char*, int) { ignore(-1); }
TIDEMARK_DOOR void AnnotateIgnoreWritesBegin(const char*, int) { ignore(1); }
TIDEMARK_DOOR void AnnotateIgnoreWritesEnd(const char*, int) { ignore(-1); }
