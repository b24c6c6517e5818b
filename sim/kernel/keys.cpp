// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/keys.hpp"

#include "tidemark/sim/kernel/pool.hpp"
#include "tidemark/sim/kernel/state.hpp"

namespace tidemark::sim::kernel {

namespace {

struct Key {
  void (*destructor)(void*) = nullptr;
  bool used = false;
};

Key keys[kKeysMax];
unsigned key_count = 0;
constexpr int kRoundsMax = 4;  // PTHREAD_DESTRUCTOR_ITERATIONS

}  // namespace

unsigned new_key(void (*destructor)(void*)) {
  if (key_count == kKeysMax) return kKeysMax;
  keys[key_count] = {destructor, true};
  return key_count++;
}

bool delete_key(unsigned key) {
  if (key >= key_count || !keys[key].used) return false;
  keys[key] = {};
  return true;
}

void* get_key(unsigned key) {
  void** values = state.current->keys;
  return values == nullptr || key >= key_count ? nullptr : values[key];
}

bool set_key(unsigned key, void* value) {
  if (key >= key_count || !keys[key].used) return false;
  Fiber& self = *state.current;
  if (self.keys == nullptr) {
    self.keys = static_cast<void**>(pool_allocate(kKeysMax * sizeof(void*)));
    for (unsigned i = 0; i < kKeysMax; ++i) self.keys[i] = nullptr;
  }
  self.keys[key] = value;
  return true;
}

void run_key_destructors(Fiber& self) {
  if (self.keys == nullptr) return;
  for (int round = 0; round < kRoundsMax; ++round) {
    bool again = false;
    for (unsigned i = 0; i < key_count; ++i) {
      void* value = self.keys[i];
      if (value == nullptr || keys[i].destructor == nullptr) continue;
      self.keys[i] = nullptr;
      keys[i].destructor(value);
      again = true;
    }
    if (!again) return;
  }
}

void reset_keys() { key_count = 0; }

}  // namespace tidemark::sim::kernel
