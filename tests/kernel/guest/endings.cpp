// SPDX-License-Identifier: MIT
// The ways a program ends before its time.
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <exception>
#include <stdexcept>

#include "tidemark/tests/kernel/guest/guest.hpp"

namespace tidemark::guest {
namespace {

template <class T>
__attribute__((noinline)) T opaque(T value) {
  asm volatile("" : "+r"(value));
  return value;
}

__attribute__((noinline)) int recurse(int depth) {
  volatile char frame[512];
  frame[0] = static_cast<char>(depth);
  return depth < 0 ? 0 : recurse(depth + 1) + frame[0];
}

__attribute__((noinline)) void throws_logic_error() {
  if (opaque(1) == 1) throw std::logic_error("out of a noexcept function");
}
void throws_from_noexcept() noexcept { throws_logic_error(); }

struct ThrowsAtEnd {
  ~ThrowsAtEnd() noexcept(false) { throw std::logic_error("from a destructor"); }
};

struct Abstract {
  Abstract() { call(); }
  virtual ~Abstract() = default;
  __attribute__((noinline)) void call() { does(); }
  virtual void does() = 0;
};
struct Concrete : Abstract {
  void does() override {}
};

}  // namespace

void assertion_fails(Io&) {
  const int rows = opaque(3);
  assert(rows == 4);
}

void aborts(Io&) { std::abort(); }
void exits(Io& io) { std::exit(static_cast<int>(io.in)); }
void exits_at_once(Io&) { _exit(4); }
void exits_quickly(Io&) { std::quick_exit(5); }
void exits_from_a_thread(Io&) {
  together([] { std::exit(6); });
}

void throws(Io&) { throw std::runtime_error("nobody catches this"); }
void throws_in_a_thread(Io&) {
  together([] { throw std::out_of_range("nor this"); });
}
void throws_out_of_noexcept(Io&) { throws_from_noexcept(); }
void throws_while_unwinding(Io&) {
  try {
    const ThrowsAtEnd end;
    throw std::runtime_error("first");
  } catch (const std::exception&) {
  }
}
void terminates(Io&) { std::terminate(); }
void calls_a_pure_virtual_function(Io&) { const Concrete concrete; }

void registers_exit_functions(Io& io) {
  struct ExitsAtEnd {
    ~ExitsAtEnd() { _exit(77); }
  };
  static const ExitsAtEnd made;
  assert(std::atexit([] { _exit(78); }) == 0);
  io.out = 1;
}

void reads_through_null(Io& io) { io.out = *opaque(static_cast<volatile std::uint64_t*>(nullptr)); }
void writes_into_constants(Io&) { *const_cast<volatile char*>(opaque("constant")) = 'x'; }
void calls_null(Io&) { opaque(static_cast<void (*)()>(nullptr))(); }
void divides_by_zero(Io& io) { io.out = static_cast<std::uint64_t>(5 / opaque(0)); }
void traps(Io&) { __builtin_trap(); }

void overflows_the_stack(Io& io) { io.out = static_cast<std::uint64_t>(recurse(opaque(1))); }
void overflows_the_stack_of_a_thread(Io&) {
  together([] { recurse(opaque(1)); });
}

void loops_without_a_sign_of_life(Io&) {
  for (;;) asm volatile("");
}

void waits_for_a_plain_variable(Io&) {
  static volatile bool ready;
  together(
      [] {
        while (!ready) {
        }
      },
      [] { ready = true; });
}

void waits_for_a_plain_variable_nobody_sets(Io&) {
  static volatile bool ready;
  together(
      [] {
        while (!ready) {
        }
      },
      [] { std::this_thread::yield(); });
}

void yields_for_ever(Io&) {
  const auto yield = [] {
    for (;;) std::this_thread::yield();
  };
  together(yield, yield);
}

// Goes on when scheduling is fair; an unfair one may let it spin for ever.
void spins_until_another_has_run(Io& io) {
  static std::atomic<bool> ready;
  together(
      [&io] {
        while (!ready.load()) ++io.out;
        io.out = 1;
      },
      [] { ready.store(true); });
}

}  // namespace tidemark::guest
