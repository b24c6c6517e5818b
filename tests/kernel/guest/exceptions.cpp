// SPDX-License-Identifier: MIT
// Exceptions, while other threads throw as well.
#include <atomic>
#include <exception>
#include <future>
#include <stdexcept>
#include <string>

#include "tidemark/tests/kernel/guest/guest.hpp"

namespace tidemark::guest {
namespace {

struct Switches {
  ~Switches() {
    assert(std::uncaught_exceptions() == 1);
    std::this_thread::yield();
    assert(std::uncaught_exceptions() == 1);
  }
};

void throws(const std::string& text) {
  const Switches while_unwinding;
  throw std::runtime_error(text);
}

void throws_and_catches(const std::string& text) {
  for (int i = 0; i < 2; ++i) {
    try {
      throws(text);
    } catch (const std::runtime_error& caught) {
      std::this_thread::yield();
      assert(caught.what() == text && std::uncaught_exceptions() == 0);
    }
  }
}

void nests(const std::string& text) {
  try {
    throws(text);
  } catch (...) {
    std::this_thread::yield();
    try {
      throws(text + " inside");
    } catch (const std::exception& inner) {
      std::this_thread::yield();
      assert(inner.what() == text + " inside");
    }
    try {
      throw;
    } catch (const std::exception& outer) {
      assert(outer.what() == text);
    }
  }
}

}  // namespace

void two_threads_throw(Io& io) {
  together([] { throws_and_catches("one"); }, [] { throws_and_catches("another"); });
  io.out = 1;
}

void switches_inside_of_handlers(Io& io) {
  together([] { nests("one"); }, [] { nests("another"); }, [] { throws_and_catches("a third"); });
  io.out = 1;
}

void exception_goes_to_another_thread(Io& io) {
  std::exception_ptr carried;
  together([&carried] {
    try {
      throws("from afar");
    } catch (...) {
      carried = std::current_exception();
    }
  });
  const auto look = [&carried] {
    try {
      std::rethrow_exception(carried);
    } catch (const std::exception& caught) {
      assert(std::string("from afar") == caught.what());
    }
  };
  together(look, look);
  io.out = 1;
}

void future_carries_an_exception(Io& io) {
  auto failing = std::async(std::launch::async, []() -> int { throw std::out_of_range("far"); });
  try {
    failing.get();
  } catch (const std::out_of_range&) {
    io.out = 1;
  }
}

void promise_is_broken(Io& io) {
  std::future<int> future;
  std::thread([&future] {
    std::promise<int> promised;
    future = promised.get_future();
  }).join();
  try {
    future.get();
  } catch (const std::future_error& error) {
    io.out = error.code() == std::future_errc::broken_promise ? 1 : 2;
  }
}

}  // namespace tidemark::guest
