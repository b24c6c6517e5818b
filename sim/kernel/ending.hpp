// SPDX-License-Identifier: MIT
#pragma once

#include "tidemark/sim/kernel/execution.hpp"

/// How executions end. Everything that runs is abandoned where it stands.
namespace tidemark::sim::kernel {

/// The failure of the running execution, to be filled before ending it.
Failure& failure();

/// Sets category and message (if none was set) and leaves the execution.
[[noreturn]] void end_execution(Category category, const char* message);

/// Leaves the execution with `failure()` as it was filled.
[[noreturn]] void end_failed();

/// Appends to the failure's message: a tiny formatter, since the kernel has no library.
/// Understands nothing but plain text and numbers.
class Message {
 public:
  explicit Message(char* out, unsigned long capacity) : out_(out), capacity_(capacity) {}
  Message& text(const char* text);
  Message& number(unsigned long long value);
  Message& hex(unsigned long long value);

 private:
  char* out_;
  unsigned long capacity_;
  unsigned long used_ = 0;
};

/// A message under construction in `failure()`, from its beginning.
Message failure_message();

}  // namespace tidemark::sim::kernel
