// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/image_heap.hpp"

#include <link.h>
#include <unwind.h>

#include "tidemark/sim/kernel/globals.hpp"
#include "tidemark/sim/kernel/region.hpp"
#include "tidemark/sim/memory/shadow.hpp"

namespace tidemark::sim::kernel::image {

bool loading = false;

namespace {

// In front of every block.
struct alignas(16) Header {
  std::uint64_t bytes;
};

struct Code {
  std::uintptr_t low = 0;
  std::uintptr_t high = 0;
  bool holds(std::uintptr_t pc) const { return pc - low < high - low; }
};

constexpr std::size_t kModulesMax = 16;
Code codes[kModulesMax];
std::size_t code_count = 0;
std::size_t used = 0;
bool looking = false;

bool is_known(std::uintptr_t pc) {
  for (std::size_t i = 0; i < code_count; ++i) {
    if (codes[i].holds(pc)) return true;
  }
  return false;
}

int find_code(dl_phdr_info* info, std::size_t, void* raw_pc) {
  const auto pc = *static_cast<const std::uintptr_t*>(raw_pc);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD || (header.p_flags & PF_X) == 0) continue;
    const std::uintptr_t low = info->dlpi_addr + header.p_vaddr;
    const Code code{low, low + header.p_memsz};
    if (!code.holds(pc)) continue;
    if (code_count < kModulesMax) codes[code_count++] = code;
    return 1;
  }
  return 0;
}

_Unwind_Reason_Code look_at(_Unwind_Context* context, void* found) {
  if (!is_known(_Unwind_GetIP(context))) return _URC_NO_REASON;
  *static_cast<bool*>(found) = true;
  return _URC_END_OF_STACK;
}

}  // namespace

void module_begins(std::uintptr_t pc) {
  if (region.image != nullptr && !loading) return;  // sealed: loaded too late to be a world's
  if (is_known(pc)) return;
  reserve_region();
  dl_iterate_phdr(find_code, &pc);
  loading = code_count > 0;
}

bool is_wanted() {
  if (looking) return false;  // the unwinder's own
  looking = true;
  bool found = false;
  _Unwind_Backtrace(look_at, &found);
  looking = false;
  return found;
}

void* allocate(std::size_t bytes, std::size_t alignment) {
  if (alignment < alignof(Header)) alignment = alignof(Header);
  const std::size_t begin = (used + sizeof(Header) + alignment - 1) & ~(alignment - 1);
  if (bytes > layout::kImageBytes || begin > layout::kImageBytes - bytes) return nullptr;
  used = begin + bytes;
  std::byte* block = region.image + begin;
  (reinterpret_cast<Header*>(block) - 1)->bytes = bytes;
  return block;
}

std::size_t size_of(const void* block) { return (static_cast<const Header*>(block) - 1)->bytes; }

void seal() {
  loading = false;
  if (used == 0) return;
  const auto low = reinterpret_cast<std::uintptr_t>(region.image);
  keep_globals(low, low + used, true);
  memory::watch_globals(low, low + used);
}

}  // namespace tidemark::sim::kernel::image
