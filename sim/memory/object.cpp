// SPDX-License-Identifier: MIT
#include "tidemark/sim/memory/object.hpp"

#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/kernel/pool.hpp"

namespace tidemark::sim::memory {

namespace {

using kernel::state;

constexpr std::size_t kObjectsMax = std::size_t{1} << 20;
Object* by_id[kObjectsMax];
std::size_t object_count = 0;

// Objects in memory that is not watched (the host's): few, and never in the way of speed.
Object* unwatched = nullptr;

Object& make(std::uintptr_t address, ObjectKind kind) {
  if (object_count + 1 >= kObjectsMax) {
    kernel::end_execution(kernel::Category::unsupported, "too many synchronisation objects");
  }
  auto* made = kernel::pool_new<Object>();
  made->address = address;
  made->id = static_cast<kernel::ObjectId>(++object_count);
  made->kind = kind;
  made->owner = kNobody;
  by_id[made->id] = made;
  return *made;
}

Object** chain_of(std::uintptr_t address, bool create) {
  Cell* cell = cell_of(address);
  if (cell == nullptr) return &unwatched;
  refresh(*cell);
  if (cell->side == 0 && !create) return nullptr;
  return &need_side(*cell).objects;
}

void drop(Object** link) {
  (*link)->dropped = true;
  *link = (*link)->next;
}

}  // namespace

Object& new_object_at(std::uintptr_t address, ObjectKind kind) {
  Object** chain = chain_of(address, true);
  if (Object* found = find_in(*chain, address, kind)) return *found;
  Object& made = make(address, kind);
  made.next = *chain;
  *chain = &made;
  return made;
}

Object* find_object(std::uintptr_t address, ObjectKind kind) {
  Object** chain = chain_of(address, false);
  return chain == nullptr ? nullptr : find_in(*chain, address, kind);
}

Object& make_object(const char* name) {
  Object& made = make(0, ObjectKind::fake);
  made.name = name;
  return made;
}

Object* object_of(kernel::ObjectId id) {
  return id == 0 || id > object_count ? nullptr : by_id[id];
}

std::uint8_t mask_of(const Object& object) {
  return mask_of(object.address & ~std::uintptr_t{7}, object.address,
                 object.size == 0 ? 1 : object.size);
}

void forget_objects(Side& side, std::uint8_t mask) {
  Object** link = &side.objects;
  while (*link != nullptr) {
    Object& object = **link;
    if ((mask_of(object) & mask) != 0 && object.owner == kNobody && object.readers == 0) {
      drop(link);
    } else {
      link = &object.next;
    }
  }
}

void forget_object(std::uintptr_t address, ObjectKind kind) {
  Object** chain = chain_of(address, false);
  if (chain == nullptr) return;
  for (Object** link = chain; *link != nullptr; link = &(*link)->next) {
    if ((*link)->address == address && (*link)->kind == kind) {
      drop(link);
      return;
    }
  }
}

void reset_objects() {
  object_count = 0;
  unwatched = nullptr;
}

void release(Object& object) {
  object.released = pooled_join(object.released, state.current->clock);
  raise_tick();
}

}  // namespace tidemark::sim::memory
