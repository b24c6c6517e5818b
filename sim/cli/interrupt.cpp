// SPDX-License-Identifier: MIT
#include "tidemark/sim/cli/interrupt.hpp"

#include <csignal>
#include <initializer_list>

namespace tidemark::sim::cli {
namespace {

volatile std::sig_atomic_t stop_asked = 0;

extern "C" void on_interrupt(int) { stop_asked = 1; }

}  // namespace

void catch_interrupts() {
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction action = {};
    action.sa_handler = on_interrupt;
    // The handler serves once: whoever is impatient gets the default, which ends the program.
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART | SA_ONSTACK);
    sigaction(signal, &action, nullptr);
  }
}

bool interrupted() { return stop_asked != 0; }

}  // namespace tidemark::sim::cli
