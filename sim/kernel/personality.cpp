// SPDX-License-Identifier: MIT
// Exceptions of the simulated program may pass through a door that has something to put right. What
// unwinds such a frame is the C++ library's routine, which the kernel does not link: it is asked
// for by name.
#include <unwind.h>

#include "tidemark/sim/kernel/libc.hpp"

extern "C" __attribute__((visibility("hidden"))) _Unwind_Reason_Code
__gxx_personality_v0(int version, _Unwind_Action actions, _Unwind_Exception_Class kind,
                     _Unwind_Exception* thrown, _Unwind_Context* context) {
  using Real = decltype(&__gxx_personality_v0);
  static Real real;
  if (real == nullptr) {
    real = reinterpret_cast<Real>(tidemark::sim::kernel::libc::next_symbol("__gxx_personality_v0"));
  }
  return real(version, actions, kind, thrown, context);
}
