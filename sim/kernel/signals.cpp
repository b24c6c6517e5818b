// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/signals.hpp"

#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/kernel/globals.hpp"
#include "tidemark/sim/kernel/libc.hpp"
#include "tidemark/sim/kernel/panic.hpp"
#include "tidemark/sim/kernel/raw.hpp"
#include "tidemark/sim/kernel/region.hpp"
#include "tidemark/sim/kernel/scheduler.hpp"
#include "tidemark/sim/kernel/state.hpp"

namespace tidemark::sim::kernel {

namespace {

constexpr std::size_t kSignalStackBytes = 64 * 1024;
constexpr long kWatchdogSeconds = 1;
constexpr int kWatchdogPatience = 3;

std::byte signal_stack[kSignalStackBytes];
// The handler returns onto this stack: the fiber's own may be full.
alignas(16) std::byte landing_stack[kSignalStackBytes];
Category landing_category;

[[noreturn]] void land() {
  set_mode(Mode::world);
  end_execution(landing_category, "");
}

void resume_at_landing(ucontext_t& context) {
  auto* registers = context.uc_mcontext.gregs;
  registers[REG_RIP] = reinterpret_cast<greg_t>(&land);
  registers[REG_RSP] = reinterpret_cast<greg_t>(landing_stack + kSignalStackBytes - 64) - 8;
}

bool is_guard_page(std::uintptr_t address) {
  return region.in_stacks(address) &&
         (address - reinterpret_cast<std::uintptr_t>(region.stacks)) % layout::kStackStride <
             layout::kPage;
}

// Where the program stood. A stack may run out in a hook, which is the last place to name: the
// frame pointers lead from there to the program's own code.
std::uintptr_t place_of(const ucontext_t& context) {
  const auto* registers = context.uc_mcontext.gregs;
  auto pc = static_cast<std::uintptr_t>(registers[REG_RIP]);
  auto frame = static_cast<std::uintptr_t>(registers[REG_RBP]);
  while (libc::is_kernel(pc) && region.in_stacks(frame) && !is_guard_page(frame)) {
    const auto* const saved = reinterpret_cast<const std::uintptr_t*>(frame);
    pc = saved[1];
    if (saved[0] <= frame) break;  // the outermost
    frame = saved[0];
  }
  return pc;
}

void describe(int signal, const siginfo_t& info, std::uintptr_t pc) {
  Failure& failed = failure();
  const auto address = reinterpret_cast<std::uintptr_t>(info.si_addr);
  failed.where[0] = pc;
  failed.fibers[0] = state.current->id;
  failed.places = 1;
  if (signal == SIGSEGV && is_guard_page(address)) {
    landing_category = Category::overrun;
    failure_message()
        .text("stack overflow in ")
        .text(state.current->name)
        .text(" (")
        .number((layout::kStackStride - layout::kPage) / 1024)
        .text(" KiB)");
    return;
  }
  landing_category = Category::abort;
  Message message = failure_message();
  switch (signal) {
    case SIGSEGV:
    case SIGBUS:
      message.text(signal == SIGBUS ? "bus error" : "segmentation fault")
          .text(address < layout::kPage ? " near the null pointer in " : " in ");
      break;
    case SIGFPE: message.text("arithmetic error in "); break;
    case SIGILL: message.text("illegal instruction in "); break;
    default: message.text("abort inside the library in "); break;
  }
  message.text(state.current->name);
}

void on_signal(int signal, siginfo_t* info, void* raw_context) {
  auto& context = *static_cast<ucontext_t*>(raw_context);
  if (signal == SIGSEGV && unprotect_global(reinterpret_cast<std::uintptr_t>(info->si_addr))) {
    return;
  }
  if (state.current == nullptr) {
    ::signal(signal, SIG_DFL);  // the harness itself is at fault: let it die where it stands
    return;
  }
  describe(signal, *info, place_of(context));
  resume_at_landing(context);
}

// No visible operation and no watched access for seconds of processor time: a loop that the
// scheduler cannot break, because it never enters it.
void on_watchdog(int, siginfo_t*, void* raw_context) {
  static std::uint64_t last_progress;
  static int unchanged;
  const std::uint64_t progress = progress_mark();
  unchanged = state.current != nullptr && progress == last_progress ? unchanged + 1 : 0;
  last_progress = progress;
  if (unchanged < kWatchdogPatience || !state.live) return;
  unchanged = 0;
  auto& context = *static_cast<ucontext_t*>(raw_context);
  Failure& failed = failure();
  failed.where[0] = static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
  failed.fibers[0] = state.current->id;
  failed.places = 1;
  landing_category = Category::max_steps;
  failure_message()
      .text(state.current->name)
      .text(" runs for seconds without a visible operation: a loop that nothing can end");
  resume_at_landing(context);
}

void handle(int signal, void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action = {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  if (sigaction(signal, &action, nullptr) != 0) panic("cannot install a signal handler");
}

}  // namespace

void install_signal_handlers() {
  stack_t stack = {};
  stack.ss_sp = signal_stack;
  stack.ss_size = sizeof signal_stack;
  if (sigaltstack(&stack, nullptr) != 0) panic("cannot install a signal stack");
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) handle(signal, on_signal);
  handle(SIGVTALRM, on_watchdog);
  const itimerval every = {{kWatchdogSeconds, 0}, {kWatchdogSeconds, 0}};
  setitimer(ITIMER_VIRTUAL, &every, nullptr);
}

}  // namespace tidemark::sim::kernel
