// SPDX-License-Identifier: MIT
// The ways a simulated program ends itself.
#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tidemark/sim/intercept/door.hpp"
#include "tidemark/sim/kernel/host.hpp"
#include "tidemark/sim/kernel/process.hpp"
#include "tidemark/sim/kernel/raw.hpp"

using namespace tidemark::sim;
using namespace tidemark::sim::intercept;

namespace {

const char* file_name(const char* path) {
  const char* name = path;
  for (; *path != 0; ++path) {
    if (*path == '/') name = path + 1;
  }
  return name;
}

// The type of the exception in flight when terminate was called, if one is.
const char* exception_type() {
  struct TypeInfo {
    const void* table;
    const char* name;
  };
  using Current = TypeInfo* (*)();
  static Current current;
  if (current == nullptr) {
    current = reinterpret_cast<Current>(kernel::libc::next_symbol("__cxa_current_exception_type"));
  }
  const TypeInfo* type = current();
  return type == nullptr ? nullptr : type->name;
}

enum class Leaving { in_order, at_once };

[[noreturn]] void end_by_exit(int code, Leaving how, std::uintptr_t pc) {
  kernel::set_mode(kernel::Mode::world);
  if (state.current->process->id != 0 && code == 0) {
    if (how == Leaving::at_once) kernel::end_process_at_once();
    kernel::end_process();
  }
  kernel::failure_message()
      .text("exit(")
      .number(static_cast<unsigned>(code))
      .text(") by ")
      .text(state.current->name);
  end_program(kernel::Category::exit, pc);
}

}  // namespace

TIDEMARK_DOOR void __assert_fail(const char* expression, const char* file, unsigned line,
                                 const char* function) noexcept {
  if (state.current == nullptr) {
    TIDEMARK_REAL(__assert_fail)(expression, file, line, function);
  }
  kernel::set_mode(kernel::Mode::world);
  kernel::failure_message()
      .text("assertion `")
      .text(expression)
      .text("` failed at ")
      .text(file_name(file))
      .text(":")
      .number(line)
      .text(" in ")
      .text(state.current->name);
  end_program(kernel::Category::assertion, TIDEMARK_CALLER);
}

TIDEMARK_DOOR void abort() noexcept {
  if (state.current == nullptr) {
    signal(SIGABRT, SIG_DFL);
    const long process = kernel::raw::system_call(SYS_getpid);
    for (;;) kernel::raw::system_call(SYS_kill, process, SIGABRT);
  }
  kernel::set_mode(kernel::Mode::world);
  if (const char* type = exception_type()) {
    kernel::failure_message()
        .text("uncaught exception of type ")
        .text(type)
        .text(" in ")
        .text(state.current->name);
    end_program(kernel::Category::exception, TIDEMARK_CALLER);
  }
  kernel::failure_message().text("abort() by ").text(state.current->name);
  end_program(kernel::Category::abort, TIDEMARK_CALLER);
}

TIDEMARK_DOOR void exit(int code) noexcept {
  if (state.current != nullptr) end_by_exit(code, Leaving::in_order, TIDEMARK_CALLER);
  TIDEMARK_REAL(exit)(code);
  __builtin_unreachable();
}

TIDEMARK_DOOR void quick_exit(int code) noexcept {
  if (state.current != nullptr) end_by_exit(code, Leaving::at_once, TIDEMARK_CALLER);
  TIDEMARK_REAL(quick_exit)(code);
  __builtin_unreachable();
}

TIDEMARK_DOOR void _exit(int code) {
  if (state.current != nullptr) end_by_exit(code, Leaving::at_once, TIDEMARK_CALLER);
  for (;;) kernel::raw::system_call(SYS_exit_group, code);
}

TIDEMARK_DOOR void _Exit(int code) noexcept {
  if (state.current != nullptr) end_by_exit(code, Leaving::at_once, TIDEMARK_CALLER);
  for (;;) kernel::raw::system_call(SYS_exit_group, code);
}
