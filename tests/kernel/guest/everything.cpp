// SPDX-License-Identifier: MIT
// What an execution after a failure runs: whatever a failure left behind would show here.
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <string>

#include "tidemark/tests/kernel/guest/guest.hpp"

namespace tidemark::guest {
namespace {

int calls = 7;
thread_local int of_this_thread = 3;
std::mutex lock;
std::condition_variable changed;
bool ready = false;

const std::string& greeting() {
  static std::string text = "a text that does not fit into the string object";
  return text;
}

void wait_and_throw() {
  std::unique_lock hold(lock);
  changed.wait(hold, [] { return ready; });
  ++of_this_thread;
  assert(of_this_thread == 4);
  try {
    throw std::runtime_error(greeting());
  } catch (const std::exception& caught) {
    assert(greeting() == caught.what());
  }
}

}  // namespace

void bit_of_everything(Io& io) {
  assert(calls == 7 && !ready && of_this_thread == 3 && lock.try_lock());
  lock.unlock();
  ++calls;
  together(&wait_and_throw, &wait_and_throw, [] {
    const std::lock_guard hold(lock);
    ready = true;
    changed.notify_all();
  });
  ++of_this_thread;
  io.out = static_cast<std::uint64_t>(calls + of_this_thread);
}

}  // namespace tidemark::guest
