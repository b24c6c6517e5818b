// SPDX-License-Identifier: MIT
// Globals: every execution finds them as the program made them.
#include <atomic>
#include <exception>
#include <iostream>
#include <locale>
#include <map>
#include <mutex>
#include <new>
#include <string>
#include <vector>

#include "tidemark/tests/kernel/guest/guest.hpp"

namespace tidemark::guest {
namespace {

int number = 3;
int zero;
std::string text = "a text that was made before all executions and does not fit inside";
std::vector<int> values{1, 2, 3};
std::map<int, int> table;
std::atomic<int> atomic{5};
std::mutex mutex;
thread_local int of_the_thread = 9;
char large[1 << 16];

int& counter() {
  static int count = 40;
  return count;
}

const std::string& static_text() {
  static const std::string made = "a static text, made when it is needed " + std::to_string(number);
  return made;
}

void handler() {}
[[noreturn]] void terminator() { std::abort(); }

}  // namespace

void globals_are_as_made(Io& io) {
  assert(number == 3 && zero == 0 && atomic == 5 && counter() == 40 && of_the_thread == 9);
  assert(text.starts_with("a text") && values == (std::vector<int>{1, 2, 3}) && table.empty());
  for (const std::size_t at : {std::size_t{0}, sizeof large / 2, sizeof large - 1}) {
    assert(large[at] == 0);
    large[at] = 1;
  }
  assert(static_text().ends_with("needed 3"));
  number = zero = 7;
  atomic = 8;
  counter() += 2;
  of_the_thread = 1;
  text = "another text that is too long for the string object, made in the execution";
  values.push_back(4);
  values.resize(1000);
  table[1] = 2;
  together([] { assert(of_the_thread == 9); });
  mutex.lock();  // and never gives it back
  io.out = static_cast<std::uint64_t>(number + counter());
}

void the_librarys_globals_are_as_made(Io& io) {
  assert(std::get_new_handler() == nullptr && std::get_terminate() != &terminator);
  assert((std::cout.flags() & std::ios::hex) == 0 && std::cout.width() == 0);
  std::set_new_handler(&handler);
  std::set_terminate(&terminator);
  std::cout << std::hex;
  std::cout.width(12);
  std::cout.setstate(std::ios::failbit);
  io.out = 1;
}

}  // namespace tidemark::guest
