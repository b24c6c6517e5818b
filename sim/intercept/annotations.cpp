// SPDX-License-Identifier: MIT
// The annotations with which libraries tell ThreadSanitizer what it cannot see.
#include "tidemark/sim/intercept/ignored.hpp"
#include "tidemark/sim/intercept/plain.hpp"
#include "tidemark/sim/kernel/raw.hpp"
#include "tidemark/sim/memory/benign.hpp"
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

void allow(const volatile void* at, long bytes) {
  if (!state.live || bytes <= 0) return;
  KernelScope scope;
  memory::allow_races(reinterpret_cast<std::uintptr_t>(at), static_cast<std::size_t>(bytes));
}

}  // namespace

namespace tidemark::sim::intercept {

void ignore_accesses(int change) {
  if (!state.live) return;
  kernel::Fiber& self = *state.current;
  self.ignore_accesses = static_cast<std::uint8_t>(self.ignore_accesses + change);
  state.ignores_accesses = self.ignore_accesses != 0;
}

}  // namespace tidemark::sim::intercept

TIDEMARK_DOOR void __tsan_acquire(void* at) { take(at); }
TIDEMARK_DOOR void __tsan_release(void* at) { give(at); }
TIDEMARK_DOOR void AnnotateHappensBefore(const char*, int, const volatile void* at) { give(at); }
TIDEMARK_DOOR void AnnotateHappensAfter(const char*, int, const volatile void* at) { take(at); }
TIDEMARK_DOOR void AnnotateIgnoreReadsBegin(const char*, int) { ignore_accesses(1); }
TIDEMARK_DOOR void AnnotateIgnoreReadsEnd(const char*, int) { ignore_accesses(-1); }
TIDEMARK_DOOR void AnnotateIgnoreWritesBegin(const char*, int) { ignore_accesses(1); }
TIDEMARK_DOOR void AnnotateIgnoreWritesEnd(const char*, int) { ignore_accesses(-1); }
TIDEMARK_DOOR void __tsan_ignore_thread_begin() { ignore_accesses(1); }
TIDEMARK_DOOR void __tsan_ignore_thread_end() { ignore_accesses(-1); }

// Races that somebody has looked at and wants to keep.
TIDEMARK_DOOR void AnnotateBenignRaceSized(const char*, int, const volatile void* at, long bytes,
                                           const char*) {
  allow(at, bytes);
}
TIDEMARK_DOOR void AnnotateBenignRace(const char*, int, const volatile void* at, const char*) {
  allow(at, 1);
}
TIDEMARK_DOOR void WTFAnnotateBenignRaceSized(const char*, int, const volatile void* at, long bytes,
                                              const char*) {
  allow(at, bytes);
}
TIDEMARK_DOOR void WTFAnnotateHappensBefore(const char*, int, const volatile void* at) { give(at); }
TIDEMARK_DOOR void WTFAnnotateHappensAfter(const char*, int, const volatile void* at) { take(at); }

TIDEMARK_DOOR void AnnotateThreadName(const char*, int, const char* name) {
  if (!state.live) return;
  kernel::raw::copy_text(state.current->name, sizeof state.current->name, name);
}

// An uninstrumented library's account of how its objects are used.
TIDEMARK_DOOR void __tsan_external_read(void* at, void* caller, void*) {
  watch<1, false>(reinterpret_cast<std::uintptr_t>(at), reinterpret_cast<std::uintptr_t>(caller));
}
TIDEMARK_DOOR void __tsan_external_write(void* at, void* caller, void*) {
  watch<1, true>(reinterpret_cast<std::uintptr_t>(at), reinterpret_cast<std::uintptr_t>(caller));
}
TIDEMARK_DOOR void* __tsan_external_register_tag(const char* type) {
  return const_cast<char*>(type);
}
TIDEMARK_DOOR void __tsan_external_register_header(void*, const char*) {}
TIDEMARK_DOOR void __tsan_external_assign_tag(void*, void*) {}

// What these tell is known, or asks for nothing here: every access is new to a fresh execution, and
// real synchronisation is seen as such.
TIDEMARK_DOOR void AnnotateIgnoreSyncBegin(const char*, int) {}
TIDEMARK_DOOR void AnnotateIgnoreSyncEnd(const char*, int) {}
TIDEMARK_DOOR void AnnotateNewMemory(const char*, int, const volatile void*, long) {}
TIDEMARK_DOOR void AnnotateMemoryIsInitialized(const char*, int, const volatile void*, long) {}
TIDEMARK_DOOR void AnnotateMemoryIsUninitialized(const char*, int, const volatile void*, long) {}
TIDEMARK_DOOR void AnnotateMutexIsNotPHB(const char*, int, const volatile void*) {}
TIDEMARK_DOOR void AnnotateMutexIsUsedAsCondVar(const char*, int, const volatile void*) {}
TIDEMARK_DOOR void AnnotateCondVarSignal(const char*, int, const volatile void*) {}
TIDEMARK_DOOR void AnnotateCondVarSignalAll(const char*, int, const volatile void*) {}
TIDEMARK_DOOR void AnnotateCondVarWait(const char*, int, const volatile void*,
                                       const volatile void*) {}
TIDEMARK_DOOR void AnnotateEnableRaceDetection(const char*, int, int) {}
TIDEMARK_DOOR void AnnotateFlushState(const char*, int) {}
TIDEMARK_DOOR void AnnotateNoOp(const char*, int, const volatile void*) {}
TIDEMARK_DOOR int RunningOnValgrind() { return 0; }
