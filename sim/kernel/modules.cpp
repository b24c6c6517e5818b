// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/modules.hpp"

#include <elf.h>
#include <link.h>

#include "tidemark/sim/kernel/donor.hpp"
#include "tidemark/sim/kernel/globals.hpp"
#include "tidemark/sim/kernel/libc.hpp"
#include "tidemark/sim/kernel/panic.hpp"
#include "tidemark/sim/kernel/raw.hpp"
#include "tidemark/sim/memory/shadow.hpp"

namespace tidemark::sim::kernel {

namespace {

struct Module {
  std::uintptr_t low = 0;
  std::uintptr_t bytes = 0;
  std::uintptr_t code_low = 0;
  std::uintptr_t code_bytes = 0;
  bool instrumented = false;
};

constexpr std::size_t kModulesMax = 128;
Module modules[kModulesMax];
std::size_t module_count = 0;
std::size_t instrumented_at[kModulesMax];
std::size_t instrumented_count = 0;

const ElfW(Dyn) * dynamic_of(const dl_phdr_info& info) {
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    if (info.dlpi_phdr[i].p_type == PT_DYNAMIC) {
      return reinterpret_cast<const ElfW(Dyn)*>(info.dlpi_addr + info.dlpi_phdr[i].p_vaddr);
    }
  }
  return nullptr;
}

// Undefined symbols come first in the table; the GNU hash says where the defined ones begin.
bool calls_hooks(const dl_phdr_info& info) {
  const ElfW(Dyn)* dynamic = dynamic_of(info);
  if (dynamic == nullptr) return false;
  const ElfW(Sym)* symbols = nullptr;
  const char* strings = nullptr;
  const std::uint32_t* gnu_hash = nullptr;
  for (; dynamic->d_tag != DT_NULL; ++dynamic) {
    // The loader has relocated these, but for the object that the operating system maps itself.
    std::uintptr_t address = dynamic->d_un.d_ptr;
    if (address < info.dlpi_addr) address += info.dlpi_addr;
    if (dynamic->d_tag == DT_SYMTAB) symbols = reinterpret_cast<const ElfW(Sym)*>(address);
    if (dynamic->d_tag == DT_STRTAB) strings = reinterpret_cast<const char*>(address);
    if (dynamic->d_tag == DT_GNU_HASH) gnu_hash = reinterpret_cast<const std::uint32_t*>(address);
  }
  if (symbols == nullptr || strings == nullptr || gnu_hash == nullptr) return false;
  const std::uint32_t first_defined = gnu_hash[1];
  for (std::uint32_t i = 1; i < first_defined; ++i) {
    if (raw::starts_with(strings + symbols[i].st_name, "__tsan_")) return true;
  }
  return false;
}

// The table through which a module that binds lazily calls others: the loader fills it in, and
// putting it back would have every call looked up again in every execution.
struct Linkage {
  std::uintptr_t low = 0;
  std::uintptr_t high = 0;
};

Linkage linkage_of(const dl_phdr_info& info) {
  constexpr std::uintptr_t kReserved = 3;
  Linkage table;
  std::uintptr_t entries = 0;
  const ElfW(Dyn)* dynamic = dynamic_of(info);
  if (dynamic == nullptr) return table;
  for (; dynamic->d_tag != DT_NULL; ++dynamic) {
    if (dynamic->d_tag == DT_PLTGOT) table.low = dynamic->d_un.d_ptr;
    if (dynamic->d_tag == DT_PLTRELSZ) entries = dynamic->d_un.d_val / sizeof(ElfW(Rela));
  }
  table.high = table.low == 0 ? 0 : table.low + (kReserved + entries) * sizeof(void*);
  return table;
}

void keep_segments(const dl_phdr_info& info, bool watch) {
  std::uintptr_t fixed_low = 0;
  std::uintptr_t fixed_high = 0;
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const auto& header = info.dlpi_phdr[i];
    if (header.p_type != PT_GNU_RELRO) continue;
    fixed_low = info.dlpi_addr + header.p_vaddr;
    fixed_high = fixed_low + header.p_memsz;
  }
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const auto& header = info.dlpi_phdr[i];
    if (header.p_type != PT_LOAD || (header.p_flags & PF_W) == 0) continue;
    std::uintptr_t low = info.dlpi_addr + header.p_vaddr;
    const std::uintptr_t high = low + header.p_memsz;
    if (fixed_high > low && fixed_low <= low) {
      low = (fixed_high + layout::kPage - 1) & ~(layout::kPage - 1);
    }
    if (low >= high) continue;
    const Linkage table = linkage_of(info);
    if (table.high > low && table.high <= high) {  // its first entries may be fixed already
      if (table.low > low) keep_globals(low, table.low, watch);
      keep_globals(table.high, high, watch);
    } else {
      keep_globals(low, high, watch);
    }
    if (watch) memory::watch_globals(low, high);
  }
}

void keep_thread_image(const dl_phdr_info& info) {
  if (info.dlpi_tls_data == nullptr) return;
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const auto& header = info.dlpi_phdr[i];
    if (header.p_type != PT_TLS) continue;
    add_thread_image(
        thread_pointer() - reinterpret_cast<std::uintptr_t>(info.dlpi_tls_data), header.p_memsz,
        reinterpret_cast<const std::byte*>(info.dlpi_addr + header.p_vaddr), header.p_filesz);
  }
}

// Modules that are not watched and yet run as part of the world: the C++ library, and what a class
// under test brings along, so that neither keeps pointers into memory that is gone. The system's
// own libraries serve the host too, and the program and the simulator are the host.
bool is_of_the_world(const char* name) {
  if (raw::contains(name, "/libstdc++.so")) return true;
  const bool is_program = name[0] == '\0';
  const bool is_ours = raw::contains(name, "/libtidemark_");
  const bool is_system = raw::starts_with(name, "/lib") || raw::starts_with(name, "/usr/") ||
                         !raw::contains(name, "/");  // the kernel's own object
  return !is_program && !is_ours && !is_system;
}

int visit(dl_phdr_info* info, std::size_t, void*) {
  if (module_count == kModulesMax) panic("too many modules");
  Module module;
  std::uintptr_t low = UINTPTR_MAX;
  std::uintptr_t high = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD) continue;
    const std::uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    if (begin < low) low = begin;
    if (begin + header.p_memsz > high) high = begin + header.p_memsz;
    if ((header.p_flags & PF_X) != 0) {
      module.code_low = begin;
      module.code_bytes = header.p_memsz;
    }
  }
  if (high == 0) return 0;
  module.low = low;
  module.bytes = high - low;
  module.instrumented = !libc::is_kernel(module.code_low) && calls_hooks(*info);
  if (module.instrumented) instrumented_at[instrumented_count++] = module_count;
  modules[module_count++] = module;
  if (module.instrumented || is_of_the_world(info->dlpi_name)) {
    keep_segments(*info, module.instrumented);
    keep_thread_image(*info);
  }
  return 0;
}

}  // namespace

void find_modules() {
  module_count = instrumented_count = 0;
  dl_iterate_phdr(visit, nullptr);
}

std::uintptr_t complete_pc(std::uint32_t low) {
  for (std::size_t i = 0; i < module_count; ++i) {
    const Module& module = modules[i];
    std::uintptr_t pc = (module.code_low & ~std::uintptr_t{0xFFFFFFFF}) | low;
    if (pc < module.code_low) pc += std::uintptr_t{1} << 32;
    if (pc - module.code_low < module.code_bytes) return pc;
  }
  return 0;
}

bool is_instrumented(std::uintptr_t pc) {
  for (std::size_t i = 0; i < instrumented_count; ++i) {
    const Module& module = modules[instrumented_at[i]];
    if (pc - module.code_low < module.code_bytes) return true;
  }
  return false;
}

std::uint64_t logical_in_module(std::uint64_t value) {
  constexpr unsigned kTagShift = 56;
  for (std::size_t i = 0; i < module_count; ++i) {
    if (value - modules[i].low < modules[i].bytes) {
      return (value - modules[i].low) | (std::uint64_t{0xB0 + (i & 15)} << kTagShift);
    }
  }
  return 0;
}

}  // namespace tidemark::sim::kernel
