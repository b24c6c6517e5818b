// SPDX-License-Identifier: MIT
// The functions of libatomic, which compilers call for atomics that they cannot do in place:
// sixteen bytes without -mcx16, objects of a class under clang 14, objects of any other size. Its
// locks would be seen by nobody. What a processor can do in one access is an atomic operation like
// any other; objects of odd sizes are guarded by a lock, as in the library.
#include "tidemark/sim/intercept/atomic_operations.hpp"
#include "tidemark/sim/kernel/raw.hpp"
#include "tidemark/sim/memory/object.hpp"

namespace {

using namespace tidemark::sim;
using namespace tidemark::sim::intercept;
using atomic::U128;

// Calls `function` with a pointer of the type that is `bytes` wide. False: there is none.
template <class Function>
bool with_width(std::size_t bytes, const Function& function) {
  switch (bytes) {
    case 1: function(static_cast<unsigned char*>(nullptr)); return true;
    case 2: function(static_cast<unsigned short*>(nullptr)); return true;
    case 4: function(static_cast<unsigned*>(nullptr)); return true;
    case 8: function(static_cast<unsigned long*>(nullptr)); return true;
    case 16: function(static_cast<U128*>(nullptr)); return true;
    default: return false;
  }
}

template <class T>
T value_at(const void* at) {
  T value;
  kernel::raw::copy(&value, at, sizeof value);
  return value;
}

bool same(const void* a, const void* b, std::size_t bytes) {
  const auto* x = static_cast<const unsigned char*>(a);
  const auto* y = static_cast<const unsigned char*>(b);
  for (std::size_t i = 0; i < bytes; ++i) {
    if (x[i] != y[i]) return false;
  }
  return true;
}

// An operation on an object of an odd size: `change` runs while no other does.
template <class Change>
void guarded(const void* at, std::size_t bytes, OperationKind kind, std::uintptr_t pc,
             const Change& change) {
  static char busy;
  if (!state.live) {
    while (__atomic_test_and_set(&busy, __ATOMIC_ACQUIRE)) {
    }
    change();
    __atomic_clear(&busy, __ATOMIC_RELEASE);
    return;
  }
  KernelScope scope;
  const auto address = reinterpret_cast<std::uintptr_t>(at);
  kernel::check_heap(address, bytes, pc);
  memory::Object& object = memory::object_at(address, memory::ObjectKind::annotation);
  kernel::point({.kind = kind, .object = object.id, .pc = pc});
  memory::acquire(object);
  change();
  memory::release(object);
}

void load(std::size_t bytes, const void* at, void* out, int order, std::uintptr_t pc) {
  const bool done = with_width(bytes, [&]<class T>(T*) {
    const T value = atomic::load(static_cast<const volatile T*>(at), order, pc);
    kernel::raw::copy(out, &value, sizeof value);
  });
  if (done) return;
  guarded(at, bytes, OperationKind::load, pc, [&] { kernel::raw::copy(out, at, bytes); });
}

void store(std::size_t bytes, void* at, const void* value, int order, std::uintptr_t pc) {
  const bool done = with_width(bytes, [&]<class T>(T*) {
    atomic::store(static_cast<volatile T*>(at), value_at<T>(value), order, pc);
  });
  if (done) return;
  guarded(at, bytes, OperationKind::store, pc, [&] { kernel::raw::copy(at, value, bytes); });
}

void exchange(std::size_t bytes, void* at, const void* value, void* out, int order,
              std::uintptr_t pc) {
  const bool done = with_width(bytes, [&]<class T>(T*) {
    const T before = atomic::exchange(static_cast<volatile T*>(at), value_at<T>(value), order, pc);
    kernel::raw::copy(out, &before, sizeof before);
  });
  if (done) return;
  guarded(at, bytes, OperationKind::read_modify_write, pc, [&] {
    kernel::raw::copy(out, at, bytes);
    kernel::raw::copy(at, value, bytes);
  });
}

bool compare_exchange(std::size_t bytes, void* at, void* expected, const void* desired, int success,
                      int failure, std::uintptr_t pc) {
  bool swapped = false;
  const bool done = with_width(bytes, [&]<class T>(T*) {
    T wanted = value_at<T>(expected);
    swapped = atomic::swap_if(static_cast<volatile T*>(at), wanted, value_at<T>(desired), success,
                              failure, pc);
    if (!swapped) kernel::raw::copy(expected, &wanted, sizeof wanted);
  });
  if (done) return swapped;
  guarded(at, bytes, OperationKind::compare_exchange, pc, [&] {
    swapped = same(at, expected, bytes);
    if (swapped) {
      kernel::raw::copy(at, desired, bytes);
    } else {
      kernel::raw::copy(expected, at, bytes);
    }
  });
  return swapped;
}

}  // namespace

// Compilers know these names as operators of their own, with other parameters.
#define TIDEMARK_LIBATOMIC(result, function, name, parameters) \
  TIDEMARK_DOOR result function parameters __asm__(name);      \
  TIDEMARK_DOOR result function parameters

TIDEMARK_LIBATOMIC(void, load_of_any_size, "__atomic_load",
                   (std::size_t bytes, const void* at, void* out, int order)) {
  load(bytes, at, out, order, TIDEMARK_CALLER);
}
TIDEMARK_LIBATOMIC(void, store_of_any_size, "__atomic_store",
                   (std::size_t bytes, void* at, const void* value, int order)) {
  store(bytes, at, value, order, TIDEMARK_CALLER);
}
TIDEMARK_LIBATOMIC(void, exchange_of_any_size, "__atomic_exchange",
                   (std::size_t bytes, void* at, const void* value, void* out, int order)) {
  exchange(bytes, at, value, out, order, TIDEMARK_CALLER);
}
TIDEMARK_LIBATOMIC(bool, compare_exchange_of_any_size, "__atomic_compare_exchange",
                   (std::size_t bytes, void* at, void* expected, const void* desired, int success,
                    int failure)) {
  return compare_exchange(bytes, at, expected, desired, success, failure, TIDEMARK_CALLER);
}

// Those of a size take and give back what the compiler's own hooks do.
#define TIDEMARK_SAME_AS(name, hook)     \
  __asm__(                               \
      ".pushsection .text\n"             \
      ".globl " name                     \
      "\n"                               \
      ".type " name ", @function\n" name \
      ":\n"                              \
      "jmp " hook                        \
      "\n"                               \
      ".size " name ", .-" name          \
      "\n"                               \
      ".popsection\n");
#define TIDEMARK_OF_A_SIZE(bytes, bits)                                              \
  TIDEMARK_SAME_AS("__atomic_load_" #bytes, "__tsan_atomic" #bits "_load")           \
  TIDEMARK_SAME_AS("__atomic_store_" #bytes, "__tsan_atomic" #bits "_store")         \
  TIDEMARK_SAME_AS("__atomic_exchange_" #bytes, "__tsan_atomic" #bits "_exchange")   \
  TIDEMARK_SAME_AS("__atomic_compare_exchange_" #bytes,                              \
                   "__tsan_atomic" #bits "_compare_exchange_strong")                 \
  TIDEMARK_SAME_AS("__atomic_fetch_add_" #bytes, "__tsan_atomic" #bits "_fetch_add") \
  TIDEMARK_SAME_AS("__atomic_fetch_sub_" #bytes, "__tsan_atomic" #bits "_fetch_sub") \
  TIDEMARK_SAME_AS("__atomic_fetch_and_" #bytes, "__tsan_atomic" #bits "_fetch_and") \
  TIDEMARK_SAME_AS("__atomic_fetch_or_" #bytes, "__tsan_atomic" #bits "_fetch_or")   \
  TIDEMARK_SAME_AS("__atomic_fetch_xor_" #bytes, "__tsan_atomic" #bits "_fetch_xor") \
  TIDEMARK_SAME_AS("__atomic_fetch_nand_" #bytes, "__tsan_atomic" #bits "_fetch_nand")

TIDEMARK_OF_A_SIZE(1, 8)
TIDEMARK_OF_A_SIZE(2, 16)
TIDEMARK_OF_A_SIZE(4, 32)
TIDEMARK_OF_A_SIZE(8, 64)
TIDEMARK_OF_A_SIZE(16, 128)
