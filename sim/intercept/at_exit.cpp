// SPDX-License-Identifier: MIT
// Functions that the simulated program registers to be called when it exits: above all destructors
// of static objects. An execution ends by being forgotten, statics and all; were they registered
// with libc, they would pile up with every execution and run at the end of the host, on objects
// that are long gone.
#include "tidemark/sim/intercept/door.hpp"

extern "C" int __cxa_atexit(void (*)(void*), void*, void*);
extern "C" int __cxa_at_quick_exit(void (*)(void*), void*);

using namespace tidemark::sim;
using namespace tidemark::sim::intercept;

TIDEMARK_DOOR int __cxa_atexit(void (*run)(void*), void* object, void* module) {
  return state.live ? 0 : TIDEMARK_REAL(__cxa_atexit)(run, object, module);
}

TIDEMARK_DOOR int __cxa_at_quick_exit(void (*run)(void*), void* module) {
  return state.live ? 0 : TIDEMARK_REAL(__cxa_at_quick_exit)(run, module);
}

TIDEMARK_DOOR int on_exit(void (*run)(int, void*), void* argument) noexcept {
  using Real = int (*)(void (*)(int, void*), void*);
  static Real real;
  if (state.live) return 0;
  if (real == nullptr) real = reinterpret_cast<Real>(kernel::libc::next_symbol("on_exit"));
  return real(run, argument);
}
