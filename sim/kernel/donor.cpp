// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/donor.hpp"

#include <asm/prctl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/auxv.h>
#include <sys/syscall.h>

#include "tidemark/sim/kernel/libc.hpp"
#include "tidemark/sim/kernel/panic.hpp"
#include "tidemark/sim/kernel/raw.hpp"
#include "tidemark/sim/kernel/region.hpp"
#include "tidemark/sim/kernel/state.hpp"

namespace tidemark::sim::kernel {

namespace {
constexpr unsigned long kHasFsGsBase = 2;  // HWCAP2 bit: the kernel lets user code write FS base
}

bool has_fast_base = (getauxval(AT_HWCAP2) & kHasFsGsBase) != 0;

namespace {

constexpr std::size_t kImagesMax = 16;

struct Image {
  std::uintptr_t offset;
  std::size_t bytes;
  const std::byte* initial;
  std::size_t initial_bytes;
};

Image images[kImagesMax];
std::size_t image_count = 0;
std::uintptr_t donor_pointers[layout::kStacks];
std::size_t parked = 0;
void* donor_main(void* slot) {
  auto* out = static_cast<std::uintptr_t*>(slot);
  __atomic_store_n(out, thread_pointer(), __ATOMIC_RELEASE);
  int never = 0;
  for (;;) {
    raw::system_call(SYS_futex, reinterpret_cast<long>(&never), FUTEX_WAIT_PRIVATE, 0, 0);
  }
}

void park_one(std::size_t slot) {
  std::byte* low = region.donors + slot * layout::kDonorStride;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, low, layout::kDonorStride);
  pthread_t thread{};
  if (libc::real_pthread_create(&thread, &attributes, donor_main, &donor_pointers[slot]) != 0) {
    panic("cannot start a thread to borrow thread-local storage from");
  }
  pthread_attr_destroy(&attributes);
  while (__atomic_load_n(&donor_pointers[slot], __ATOMIC_ACQUIRE) == 0) {
    raw::system_call(SYS_sched_yield);
  }
}

}  // namespace

std::uintptr_t thread_pointer() {
  if (has_fast_base) return _readfsbase_u64();
  std::uintptr_t value = 0;
  raw::system_call(SYS_arch_prctl, ARCH_GET_FS, reinterpret_cast<long>(&value));
  return value;
}

void set_thread_pointer_slow(std::uintptr_t value) {
  raw::system_call(SYS_arch_prctl, ARCH_SET_FS, static_cast<long>(value));
}

void park_donors(std::size_t count) {
  for (; parked < count && parked < layout::kStacks; ++parked) park_one(parked);
}

std::uintptr_t lend_thread(std::size_t slot) {
  if (slot >= parked) {
    // A real thread is started from a fiber's stack, with the fiber's TLS: libc must be in its own
    // mode, or its allocations would be taken for the world's.
    const Mode saved = state.mode;
    set_mode(Mode::host);
    park_donors(slot + 1);
    set_mode(saved);
  }
  const std::uintptr_t pointer = donor_pointers[slot];
  for (std::size_t i = 0; i < image_count; ++i) {
    auto* block = reinterpret_cast<std::byte*>(pointer - images[i].offset);
    raw::copy(block, images[i].initial, images[i].initial_bytes);
    raw::fill(block + images[i].initial_bytes, 0, images[i].bytes - images[i].initial_bytes);
  }
  return pointer;
}

void add_thread_image(std::uintptr_t offset, std::size_t bytes, const std::byte* image,
                      std::size_t image_bytes) {
  if (image_count == kImagesMax) panic("too many modules with thread-local storage");
  images[image_count++] = {offset, bytes, image, image_bytes};
}

void each_thread_image(std::uintptr_t pointer,
                       void (*visit)(std::uintptr_t begin, std::size_t bytes)) {
  for (std::size_t i = 0; i < image_count; ++i) visit(pointer - images[i].offset, images[i].bytes);
}

}  // namespace tidemark::sim::kernel
