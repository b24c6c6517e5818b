// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/panic.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>

#include "tidemark/sim/kernel/raw.hpp"

namespace tidemark::sim::kernel {

namespace {
int stderr_descriptor = 2;
constexpr long kHarnessFault = 70;

void put(const char* text) {
  std::size_t length = 0;
  while (text[length] != 0) ++length;
  raw::system_call(SYS_write, stderr_descriptor, reinterpret_cast<long>(text),
                   static_cast<long>(length));
}
}  // namespace

void panic(const char* sentence) {
  put("error: harness fault: ");
  put(sentence);
  put("\n");
  for (;;) raw::system_call(SYS_exit_group, kHarnessFault);
}

int host_stderr() { return stderr_descriptor; }
void set_host_stderr(int descriptor) { stderr_descriptor = descriptor; }

}  // namespace tidemark::sim::kernel
