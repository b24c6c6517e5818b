// SPDX-License-Identifier: MIT
// How many processors there are: the same in every world, or a run would depend on the machine.
#include <sched.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "tidemark/sim/intercept/door.hpp"

using namespace tidemark::sim;
using namespace tidemark::sim::intercept;

namespace {

constexpr int kProcessors = 2;

int all_processors(std::size_t bytes, cpu_set_t* set) {
  CPU_ZERO_S(bytes, set);
  for (int i = 0; i < kProcessors; ++i) CPU_SET_S(static_cast<std::size_t>(i), bytes, set);
  return 0;
}

}  // namespace

TIDEMARK_DOOR int get_nprocs() noexcept {
  return state.live ? kProcessors : TIDEMARK_REAL(get_nprocs)();
}
TIDEMARK_DOOR int get_nprocs_conf() noexcept {
  return state.live ? kProcessors : TIDEMARK_REAL(get_nprocs_conf)();
}
TIDEMARK_DOOR long sysconf(int name) noexcept {
  if (state.live && (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF)) {
    return kProcessors;
  }
  return TIDEMARK_REAL(sysconf)(name);
}
TIDEMARK_DOOR int sched_getcpu() noexcept { return state.live ? 0 : TIDEMARK_REAL(sched_getcpu)(); }
TIDEMARK_DOOR int sched_getaffinity(pid_t process, std::size_t bytes, cpu_set_t* set) noexcept {
  if (!state.live) return TIDEMARK_REAL(sched_getaffinity)(process, bytes, set);
  return all_processors(bytes, set);
}
TIDEMARK_DOOR int pthread_getaffinity_np(pthread_t thread, std::size_t bytes,
                                         cpu_set_t* set) noexcept {
  if (!state.live) return TIDEMARK_REAL(pthread_getaffinity_np)(thread, bytes, set);
  return all_processors(bytes, set);
}
