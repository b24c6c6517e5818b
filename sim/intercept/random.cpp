// SPDX-License-Identifier: MIT
// Random numbers of simulated code come from the choice stream, so that they are part of the run.
#include "tidemark/sim/intercept/random.hpp"

#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>

#include "tidemark/sim/intercept/door.hpp"
#include "tidemark/sim/kernel/recorder.hpp"

using namespace tidemark::sim;
using namespace tidemark::sim::intercept;

namespace tidemark::sim::intercept {

std::uint64_t draw() {
  KernelScope scope;
  const std::uint64_t drawn = kernel::ask(choice::Kind::random, 0);
  kernel::mix(drawn);
  return drawn;
}

void fill_random(void* out, std::size_t bytes) {
  auto* at = static_cast<unsigned char*>(out);
  for (std::size_t i = 0; i < bytes; i += sizeof(std::uint64_t)) {
    std::uint64_t word = draw();
    for (std::size_t k = i; k < bytes && k < i + sizeof word; ++k, word >>= 8) {
      at[k] = static_cast<unsigned char>(word);
    }
  }
}

}  // namespace tidemark::sim::intercept

namespace {
constexpr int kPositiveShift = 33;  // leaves 31 bits
}

TIDEMARK_DOOR int rand() noexcept {
  return state.live ? static_cast<int>(draw() >> kPositiveShift) : TIDEMARK_REAL(rand)();
}
TIDEMARK_DOOR void srand(unsigned seed) noexcept {
  if (!state.live) TIDEMARK_REAL(srand)(seed);
}
TIDEMARK_DOOR long random() noexcept {
  return state.live ? static_cast<long>(draw() >> kPositiveShift) : TIDEMARK_REAL(random)();
}
TIDEMARK_DOOR void srandom(unsigned seed) noexcept {
  if (!state.live) TIDEMARK_REAL(srandom)(seed);
}

TIDEMARK_DOOR ssize_t getrandom(void* out, size_t bytes, unsigned flags) {
  if (!state.live) return TIDEMARK_REAL(getrandom)(out, bytes, flags);
  fill_random(out, bytes);
  return static_cast<ssize_t>(bytes);
}
TIDEMARK_DOOR int getentropy(void* out, size_t bytes) {
  if (!state.live) return TIDEMARK_REAL(getentropy)(out, bytes);
  fill_random(out, bytes);
  return 0;
}

// std::random_device: construction reads no device in the world, a draw is a choice. The methods
// are libstdc++'s, found by their mangled names.
using Draw = unsigned (*)(void*);
using Open = void (*)(void*, const void*, size_t);
using Close = void (*)(void*);

TIDEMARK_DOOR unsigned device_draw(void* self) __asm__("_ZNSt13random_device9_M_getvalEv");
TIDEMARK_DOOR unsigned device_draw(void* self) {
  if (state.live) return static_cast<unsigned>(draw());
  static Draw real;
  if (real == nullptr) {
    real = reinterpret_cast<Draw>(kernel::libc::next_symbol("_ZNSt13random_device9_M_getvalEv"));
  }
  return real(self);
}

#define TIDEMARK_DEVICE(function, mangled)                                                  \
  TIDEMARK_DOOR void function(void* self, const void* token, size_t size) __asm__(mangled); \
  TIDEMARK_DOOR void function(void* self, const void* token, size_t size) {                 \
    if (state.live) return;                                                                 \
    static Open real;                                                                       \
    if (real == nullptr) {                                                                  \
      real = reinterpret_cast<Open>(kernel::libc::next_symbol(mangled));                    \
    }                                                                                       \
    real(self, token, size);                                                                \
  }

TIDEMARK_DEVICE(
    device_init,
    "_ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE")
TIDEMARK_DEVICE(device_init_chars, "_ZNSt13random_device7_M_initEPKcm")

TIDEMARK_DOOR void device_finish(void* self) __asm__("_ZNSt13random_device7_M_finiEv");
TIDEMARK_DOOR void device_finish(void* self) {
  if (state.live) return;
  static Close real;
  if (real == nullptr) {
    real = reinterpret_cast<Close>(kernel::libc::next_symbol("_ZNSt13random_device7_M_finiEv"));
  }
  real(self);
}
