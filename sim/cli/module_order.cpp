// SPDX-License-Identifier: MIT
#include "tidemark/sim/cli/module_order.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <string>
#include <string_view>

#include "tidemark/sim/build/object_file.hpp"
#include "tidemark/sim/cli/restart.hpp"
#include "tidemark/sim/kernel/host.hpp"

namespace tidemark::sim::cli {
namespace {

using report::Diagnostic;

constexpr const char* kLinkIt =
    "link with tidemark_scenarios(), or name libtidemark_kernel first and libtidemark_sim second, "
    "before every other library";

/// One door of each kind that another library is known to define as well.
constexpr const char* kDoors[] = {"__tsan_read8",
                                  "__tsan_atomic32_load",
                                  "pthread_mutex_lock",
                                  "pthread_create",
                                  "pthread_cond_wait",
                                  "clock_gettime",
                                  "malloc",
                                  "free",
                                  "_Znwm",
                                  "memcpy",
                                  "__cxa_guard_acquire",
                                  "sem_wait",
                                  "getrandom",
                                  "abort"};

const void* base_of(const void* address) {
  Dl_info info{};
  return dladdr(address, &info) == 0 ? nullptr : info.dli_fbase;
}

std::string module_of(const void* address) {
  Dl_info info{};
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return "?";
  return info.dli_fname;
}

int find_runtime(dl_phdr_info* info, std::size_t, void* found) {
  const std::string_view name = info->dlpi_name;
  for (const std::string_view runtime : {"/libtsan.so", "/libasan.so", "/libclang_rt.tsan"}) {
    if (name.find(runtime) == std::string_view::npos) continue;
    *static_cast<std::string*>(found) = name;
    return 1;
  }
  return 0;
}

}  // namespace

std::optional<Diagnostic> check_modules(std::span<const Scenario> table) {
  const void* const kernel = base_of(reinterpret_cast<const void*>(&kernel::in_execution));
  std::string runtime;
  dl_iterate_phdr(find_runtime, &runtime);
  if (!runtime.empty()) {
    return Diagnostic{.error = fmt::format("a sanitizer's runtime is loaded: {}", runtime),
                      .help = {"give -fsanitize=thread to the compiler only, not to the linker"},
                      .notes = {"its calls would take the place of tidemark's"}};
  }
  for (const char* door : kDoors) {
    const void* const found = dlsym(RTLD_DEFAULT, door);
    if (found != nullptr && base_of(found) == kernel) continue;
    return Diagnostic{.error = fmt::format("'{}' is found in {} before tidemark's kernel", door,
                                           module_of(found)),
                      .help = {kLinkIt},
                      .notes = {"such a call would pass by the simulator, and its bugs with it"}};
  }
  const std::filesystem::path library = library_of(table);
  const auto object = build::read_object(library);
  if (library.empty() || !object || object->is_instrumented()) return std::nullopt;
  return Diagnostic{
      .error = fmt::format("the scenarios of {} are not compiled to be watched", library.string()),
      .help = {"build them with tidemark_scenarios(), which adds the flags"},
      .notes = {}};
}

}  // namespace tidemark::sim::cli
