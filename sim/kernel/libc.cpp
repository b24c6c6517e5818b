// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/libc.hpp"

#include <dlfcn.h>
#include <link.h>

#include "tidemark/sim/kernel/panic.hpp"
#include "tidemark/sim/kernel/raw.hpp"

namespace tidemark::sim::kernel::libc {

namespace {

struct Range {
  std::uintptr_t low = 0;
  std::uintptr_t high = 0;
  bool holds(std::uintptr_t address) const { return address - low < high - low; }
};

Range libc_text;
Range kernel_text;

int visit(dl_phdr_info* info, std::size_t, void*) {
  const auto self = reinterpret_cast<std::uintptr_t>(&find_ranges);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD || (header.p_flags & PF_X) == 0) continue;
    const Range text{info->dlpi_addr + header.p_vaddr,
                     info->dlpi_addr + header.p_vaddr + header.p_memsz};
    if (raw::contains(info->dlpi_name, "/libc.so")) libc_text = text;
    if (text.holds(self)) kernel_text = text;
  }
  return 0;
}

__attribute__((constructor(101))) void at_load() { find_ranges(); }

}  // namespace

void find_ranges() { dl_iterate_phdr(visit, nullptr); }
bool is_libc(std::uintptr_t address) { return libc_text.holds(address); }
bool is_kernel(std::uintptr_t address) { return kernel_text.holds(address); }

void* next_symbol(const char* name) {
  // Condition variables changed their layout long ago; the unversioned look-up may find the old
  // ones.
  void* found =
      raw::starts_with(name, "pthread_cond_") ? dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2") : nullptr;
  if (found == nullptr) found = dlsym(RTLD_NEXT, name);
  if (found == nullptr) panic(name);
  return found;
}

int real_pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*entry)(void*),
                        void* argument) {
  static decltype(&pthread_create) real;
  if (real == nullptr) {
    real = reinterpret_cast<decltype(real)>(next_symbol("pthread_create"));
  }
  return real(thread, attributes, entry, argument);
}

}  // namespace tidemark::sim::kernel::libc
