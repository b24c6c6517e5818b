// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/ending.hpp"

#include "tidemark/sim/kernel/fiber.hpp"
#include "tidemark/sim/kernel/panic.hpp"
#include "tidemark/sim/kernel/raw.hpp"
#include "tidemark/sim/kernel/state.hpp"

namespace tidemark::sim::kernel {

namespace {
Failure the_failure;
constexpr unsigned kDecimalDigitsMax = 24;
}  // namespace

Failure& failure() { return the_failure; }

void end_failed() {
  if (state.current == nullptr) panic(the_failure.message);
  if (the_failure.property[0] == 0) {
    raw::copy_text(the_failure.property, sizeof the_failure.property,
                   name_of(the_failure.category));
  }
  leave_fiber();
}

void end_execution(Category category, const char* message) {
  the_failure.category = category;
  if (the_failure.message[0] == 0) {
    raw::copy_text(the_failure.message, sizeof the_failure.message, message);
  }
  end_failed();
}

Message& Message::text(const char* text) {
  while (*text != 0 && used_ + 1 < capacity_) out_[used_++] = *text++;
  out_[used_] = 0;
  return *this;
}

Message& Message::number(unsigned long long value) {
  char digits[kDecimalDigitsMax];
  unsigned at = sizeof digits;
  digits[--at] = 0;
  do {
    digits[--at] = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value != 0);
  return text(digits + at);
}

Message& Message::hex(unsigned long long value) {
  char digits[kDecimalDigitsMax];
  unsigned at = sizeof digits;
  digits[--at] = 0;
  do {
    digits[--at] = "0123456789abcdef"[value % 16];
    value /= 16;
  } while (value != 0);
  return text("0x").text(digits + at);
}

Message failure_message() { return Message(the_failure.message, sizeof the_failure.message); }

}  // namespace tidemark::sim::kernel
