# SPDX-License-Identifier: MIT
"""What `check` promises of programs with a main: counts as in papers, failures with their line."""

from program import check

COUNTER = """#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void* add(void* a) { atomic_fetch_add_explicit(&n, 1, memory_order_relaxed); return a; }
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  return n == N ? 0 : 1;
}
"""

LOCKS = """#include <mutex>
#include <thread>
static std::mutex m;
static int n;
static void work() { for (int i = 0; i < K; ++i) { const std::lock_guard held{m}; ++n; } }
int main(int, char**) {
  { std::jthread a{work}; std::jthread b{work}; }
  return n == 2 * K ? 0 : 1;
}
"""

MESSAGE = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int data, flag;
static void* send(void* a) {
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  atomic_store_explicit(&flag, 1, ORDER);
  return a;
}
static void* receive(void* a) {
  if (atomic_load_explicit(&flag, memory_order_acquire) == 1)
    assert(atomic_load_explicit(&data, memory_order_relaxed) == 1);
  return a;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, send, 0);
  pthread_create(&t[1], 0, receive, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
"""


def count(tidemark, file, define):
    tidemark("check", file, "--verify", "--json", "check.json", "--", define).expect(0, "complete")
    return tidemark.read_json("check.json")["scenarios"][0]["executions"]


def test_check_counts_as_papers_do(tidemark):
    tidemark.give("counter.c", COUNTER)
    check(count(tidemark, "counter.c", "-DN=3") == 6, "three additions have 3! orders")
    check(count(tidemark, "counter.c", "-DN=5") == 120, "five additions have 5! orders")
    tidemark.give("locks.cpp", LOCKS)
    check(count(tidemark, "locks.cpp", "-DK=3") == 20, "2 x 3 sections have C(6, 3) orders")


def test_check_says_which_order_is_too_weak(tidemark):
    tidemark.give("message.c", MESSAGE)
    weak = tidemark("check", "message.c", "--verify", "--", "-DORDER=memory_order_relaxed")
    weak.expect(1, "message.c:12", "release instead of relaxed at", "message.c:6")
    strong = tidemark("check", "message.c", "--verify", "--", "-DORDER=memory_order_release")
    strong.expect(0, "2 executions", "complete")
    found = tidemark("check", "message.c", "--", "-DORDER=memory_order_relaxed")
    found.expect(1, "assert")


def test_check_of_what_is_no_program(tidemark):
    tidemark.give("broken.c", "int main(void) { return nothing; }\n")
    result = tidemark("check", "broken.c")
    check(result.code == 2 and "nothing" in result.err, f"{result}")
    result = tidemark("check", "missing.c")
    check(result.code == 2 and "is not a file" in result.err, f"{result}")
    tidemark.give("fails.c", "int main(void) { return 3; }\n")
    tidemark("check", "fails.c").expect(1, "main returned 3")
