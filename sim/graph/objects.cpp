// SPDX-License-Identifier: MIT
// The objects that operations are on, as a search run finds them.
#include "tidemark/sim/graph/perform.hpp"
#include "tidemark/sim/kernel/ending.hpp"

namespace tidemark::sim::graph {

using memory::Object;

namespace {

std::uint64_t value_in_memory(const Object& object) {
  std::uint64_t value = 0;
  __builtin_memcpy(&value, reinterpret_cast<const void*>(object.address), object.size);
  return value;
}

// What memory held when the location was first touched, or holds by the last write done.
std::uint64_t value_shown(const Object& object) {
  return object.shown != kNoEvent ? current_graph().at(object.shown).value
                                  : locations[object.location].initial;
}

[[noreturn]] void refuse_sizes(std::uintptr_t pc) {
  kernel::failure().where[0] = pc;
  kernel::failure().places = 1;
  kernel::end_execution(kernel::Category::unsupported,
                        "atomic accesses of different sizes overlap: a proof cannot carry that");
}

}  // namespace

LocationId locate(Object& object) {
  if (object.location == kNoLocation) {
    std::uint64_t initial = 0;
    if (object.kind == memory::ObjectKind::atomic) {
      initial = value_in_memory(object);
    } else if (object.kind == memory::ObjectKind::semaphore) {
      initial = object.count;
    }
    object.location = location_of(object, initial);
  }
  return object.location;
}

Object& atomic_at(std::uintptr_t address, std::size_t width, std::uintptr_t pc) {
  constexpr auto kind = memory::ObjectKind::atomic;
  Object* found = &memory::object_at(address, kind);
  if (found->size == 0) {
    found->size = static_cast<std::uint8_t>(width);
    found->made_at = pc;
    const std::uint8_t mask = memory::mask_of(*found);
    for (const Object* other = found->next; other != nullptr; other = other->next) {
      if (other->kind == kind && (memory::mask_of(*other) & mask) != 0) refuse_sizes(pc);
    }
  }
  if (found->size != width || width > sizeof(std::uint64_t)) refuse_sizes(pc);
  if (found->location != kNoLocation && value_in_memory(*found) != value_shown(*found)) {
    // Code that is not instrumented has written it: another object begins.
    memory::forget_object(address, kind);
    return atomic_at(address, width, pc);
  }
  return *found;
}

Object& world_object() {
  Object* made = memory::object_of(1);
  if (made != nullptr) return *made;
  made = &memory::make_object("the world");
  made->size = sizeof(std::uint64_t);
  return *made;
}

}  // namespace tidemark::sim::graph
