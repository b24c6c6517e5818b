// SPDX-License-Identifier: MIT
// Blocks that are left when a process ends, led to by something or by nothing.
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "tidemark/tests/kernel/guest/guest.hpp"

namespace tidemark::guest {
namespace {

template <class T>
__attribute__((noinline)) T* opaque(T* pointer) {
  asm volatile("" : "+r"(pointer));
  return pointer;
}

// Out of the way of its callers' frames and registers, where an address may be left over.
__attribute__((noinline)) void lose(std::size_t bytes) { opaque(new char[bytes]); }

struct Node {
  Node* next = nullptr;
  char payload[16] = {};
};

struct Ring {
  std::shared_ptr<Ring> next;
  int value = 0;
};

__attribute__((noinline)) void lose_a_list() {
  Node* head = nullptr;
  for (int i = 0; i < 3; ++i) {
    auto* const made = opaque(new Node);
    made->next = head;
    head = made;
  }
  opaque(new Node*[5]{head});  // five words, the newest of the four blocks
}

__attribute__((noinline)) void lose_a_ring() {
  auto one = std::make_shared<Ring>();
  one->next = std::make_shared<Ring>();
  one->next->next = one;
}

// Not to be left out because nobody reads it.
int* volatile kept;
std::vector<std::string> texts;
thread_local int* volatile of_this_thread;

// Writes over what calls before left on the stack.
__attribute__((noinline)) void clear_stack() {
  volatile char frame[4096];
  for (volatile char& each : frame) each = 0;
}

}  // namespace

void leaks_a_block(Io&) {
  lose(40);
  clear_stack();
}

void leaks_a_list(Io&) {
  lose_a_list();
  clear_stack();
}

// What asks for the memory is a header of the library.
void leaks_from_a_container(Io&) {
  alignas(std::vector<int>) static unsigned char storage[sizeof(std::vector<int>)];
  auto* const made = new (storage) std::vector<int>;
  made->resize(10);
  for (volatile unsigned char& each : storage) each = 0;
  clear_stack();
}

void leaks_a_ring(Io&) {
  lose_a_ring();
  clear_stack();
}

void leaks_what_a_static_held(Io&) {
  kept = opaque(new int(1));
  kept = nullptr;
  clear_stack();
}

void leaks_what_an_ended_thread_held(Io&) {
  together([] {
    of_this_thread = opaque(new int(1));
    clear_stack();
  });
  clear_stack();
}

void held_by_a_static(Io& io) {
  static std::unique_ptr<int> owner;
  owner = std::make_unique<int>(1);
  kept = opaque(new int(2));
  for (int i = 0; i < 20; ++i) texts.emplace_back(100, 'x');
  clear_stack();
  io.out = texts.size();
}

void held_by_its_middle(Io&) {
  kept = opaque(new int[100]) + 50;
  clear_stack();
}

void held_by_the_main_thread(Io&) {
  of_this_thread = opaque(new int(1));
  clear_stack();
}

void held_by_a_key(Io&) {
  pthread_key_t key;
  pthread_key_create(&key, nullptr);
  pthread_setspecific(key, opaque(new int(1)));
  clear_stack();
}

// Between what tells its end and the end itself a thread may still have something.
void held_by_a_detached_thread(Io& io) {
  static std::atomic<bool> done;
  std::thread([] {
    const auto mine = std::make_unique<std::vector<int>>(3, 1);
    done.store(true);
    std::this_thread::yield();
    (void)opaque(mine.get());
  }).detach();
  while (!done.load()) std::this_thread::yield();
  io.out = 1;
}

void held_by_an_exception(Io&) {
  static std::exception_ptr stored;
  try {
    throw std::string(100, 'x');
  } catch (...) {
    stored = std::current_exception();
  }
  clear_stack();
}

void given_to_the_world(Io& io) {
  io.out = reinterpret_cast<std::uintptr_t>(opaque(new int(1)));
  clear_stack();
  std::exit(0);
}

void leaks_and_exits(Io&) {
  lose(24);
  clear_stack();
  std::exit(0);
}

void leaks_and_leaves_at_once(Io&) {
  lose(24);
  clear_stack();
  _exit(0);
}

void holds_on_its_stack_and_exits(Io&) {
  const auto mine = std::make_unique<std::string>(100, 'x');
  together([] {
    const auto of_a_thread = std::make_unique<std::string>(100, 'y');
    std::exit(0);
  });
}

void works_until_it_crashes(Io& io) {
  const auto mine = std::make_unique<std::string>(100, 'x');
  std::atomic<int> steps{0};
  for (int i = 0; i < 3; ++i) steps.fetch_add(1);
  ++io.out;
  if (mine->size() == 100) std::exit(0);
}

}  // namespace tidemark::guest
