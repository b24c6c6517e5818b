// SPDX-License-Identifier: MIT
#include <dlfcn.h>

#include <system_error>

#include "tidemark/sim/build/toolchain.hpp"
#include "tidemark/sim/kernel/host.hpp"

namespace tidemark::sim::build {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHeader = "tidemark/sim/scenario.hpp";
constexpr const char* kCore = "libtidemark_core_sim.a";

/// The file from which a function was loaded.
fs::path module_of(const void* function) {
  Dl_info info{};
  if (dladdr(function, &info) == 0 || info.dli_fname == nullptr) return {};
  std::error_code error;
  return fs::canonical(info.dli_fname, error);
}

/// The nearest folder above the libraries that has the headers.
fs::path include_above(const fs::path& library) {
  std::error_code error;
  for (fs::path folder = library.parent_path(); folder.has_relative_path();
       folder = folder.parent_path()) {
    if (fs::exists(folder / "include" / kHeader, error)) return folder / "include";
  }
  return {};
}

}  // namespace

std::optional<Parts> find_parts() {
  Parts parts;
  parts.sim = module_of(reinterpret_cast<const void*>(&find_parts));
  parts.kernel = module_of(reinterpret_cast<const void*>(&kernel::in_execution));
  parts.include = include_above(parts.sim);
  if (parts.include.empty() || parts.kernel.empty()) return std::nullopt;
  std::error_code error;
  const fs::path folder = parts.sim.parent_path();
  for (const fs::path& core : {folder / kCore, folder.parent_path() / "core" / kCore}) {
    if (fs::exists(core, error)) parts.core = core;
  }
  return parts;
}

}  // namespace tidemark::sim::build
