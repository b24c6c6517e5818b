// SPDX-License-Identifier: MIT
#include "tidemark/sim/memory/race.hpp"

#include "tidemark/sim/kernel/call_stack.hpp"
#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/kernel/modules.hpp"
#include "tidemark/sim/kernel/pool.hpp"
#include "tidemark/sim/kernel/process.hpp"
#include "tidemark/sim/memory/benign.hpp"
#include "tidemark/sim/memory/object.hpp"

namespace tidemark::sim::memory {

namespace {

using kernel::state;

const char* verb(std::uint8_t flags) {
  if ((flags & Access::kAtomic) != 0) {
    return (flags & Access::kWrite) != 0 ? "an atomic write" : "an atomic read";
  }
  return (flags & Access::kWrite) != 0 ? "a write" : "a read";
}

unsigned bytes_of(std::uint8_t mask) { return static_cast<unsigned>(__builtin_popcount(mask)); }

// Processes share one image of the program here and nothing in the real world: what two of them do
// to the same memory is no race, and what follows would mean nothing.
void refuse_sharing(kernel::FiberId mine, kernel::FiberId other) {
  const kernel::Process& one = *kernel::fiber(mine).process;
  const kernel::Process& another = *kernel::fiber(other).process;
  if (&one == &another || one.id == 0 || another.id == 0) return;
  kernel::failure_message()
      .text("two live processes, ")
      .text(another.name)
      .text(" and ")
      .text(one.name)
      .text(", use the same memory, and one of them writes it");
  kernel::end_execution(kernel::Category::unsupported, "");
}

// `granule` is the address of what both touch.
void report(std::uintptr_t granule, const Access& mine, std::uint32_t pc, const Access& other,
            std::uint32_t other_pc) {
  const auto both = static_cast<std::uint8_t>(mine.mask & other.mask);
  if (both != 0 && races_allowed(granule + static_cast<unsigned>(__builtin_ctz(both)), 1)) return;
  kernel::KernelScope scope;
  kernel::Failure& failure = kernel::failure();
  failure.where[0] = full_pc(pc);
  failure.where[1] = full_pc(other_pc);
  failure.fibers[0] = mine.fiber;
  failure.fibers[1] = other.fiber;
  failure.places = 2;
  if (state.trace != nullptr) kernel::take_call_stack(failure.stacks[0]);
  refuse_sharing(mine.fiber, other.fiber);
  kernel::failure_message()
      .text("data race: ")
      .text(verb(mine.flags))
      .text(" of ")
      .number(bytes_of(mine.mask))
      .text(bytes_of(mine.mask) == 1 ? " byte by " : " bytes by ")
      .text(kernel::fiber(mine.fiber).name)
      .text(" is not ordered after ")
      .text(verb(other.flags))
      .text(" by ")
      .text(kernel::fiber(other.fiber).name);
  kernel::end_execution(kernel::Category::race, "");
}

bool conflicts(const Access& mine, const Access& other) {
  if ((mine.mask & other.mask) == 0 || mine.fiber == other.fiber) return false;
  if (((mine.flags | other.flags) & Access::kWrite) == 0) return false;
  if ((mine.flags & other.flags & Access::kAtomic) != 0) return false;
  return other.tick > state.current->clock.at(other.fiber);
}

// Keeps what is left of an access that loses its slot.
void chain(Cell& cell, const Access& access, std::uint32_t pc) {
  Side& side = need_side(cell);
  for (Extra* extra = side.extras; extra != nullptr; extra = extra->next) {
    if (extra->access.mask == 0 || extra->access.same_epoch(access)) {
      const auto kept = static_cast<std::uint8_t>(
          extra->access.mask == 0 ? access.mask : extra->access.mask | access.mask);
      extra->access = access;
      extra->access.mask = kept;
      extra->pc = pc;
      return;
    }
  }
  auto* made = kernel::pool_new<Extra>();
  *made = {access, pc, side.extras};
  side.extras = made;
}

// An older access that is ordered before `mine` and is covered by it need not be remembered:
// whoever conflicts with it conflicts with `mine` as well. That holds for a write over anything,
// and for a read over reads.
void forget_covered(const Access& mine, Access& old) {
  if ((mine.flags & Access::kWrite) == 0 && (old.flags & Access::kWrite) != 0) return;
  if (old.fiber != mine.fiber && old.tick > state.current->clock.at(old.fiber)) return;
  old.mask = static_cast<std::uint8_t>(old.mask & ~mine.mask);
}

void remember(Cell& cell, Access& slot, std::uint32_t& slot_pc, const Access& mine,
              std::uint32_t pc) {
  if (slot.mask != 0 && slot.same_epoch(mine)) {
    slot.mask = static_cast<std::uint8_t>(slot.mask | mine.mask);
  } else {
    if (slot.mask != 0) chain(cell, slot, slot_pc);
    slot = mine;
  }
  slot_pc = pc;
}

// The first fiber but this one whose access, as kept in an object's clock, is not ordered before
// now.
bool unordered(const Clock* accesses, kernel::FiberId& whose) {
  if (accesses == nullptr) return false;
  const kernel::Fiber& self = *state.current;
  for (std::uint32_t f = 0; f < accesses->chunks * kChunk; ++f) {
    if (f == self.id || accesses->ticks()[f] <= self.clock.at(f)) continue;
    whose = static_cast<kernel::FiberId>(f);
    return true;
  }
  return false;
}

// A plain access against the atomic ones of the objects it touches.
void check_objects(const Side& side, std::uintptr_t granule, const Access& mine, std::uint32_t pc) {
  for (const Object* object = side.objects; object != nullptr; object = object->next) {
    if (object->kind != ObjectKind::atomic || (mask_of(*object) & mine.mask) == 0) continue;
    Access other{0, 0, mask_of(*object), Access::kAtomic | Access::kWrite};
    if (unordered(object->written_at, other.fiber))
      report(granule, mine, pc, other, object->written_pc);
    other.flags = Access::kAtomic;
    if ((mine.flags & Access::kWrite) != 0 && unordered(object->read_at, other.fiber)) {
      report(granule, mine, pc, other, object->read_pc);
    }
  }
}

void check_granule(Cell& cell, std::uintptr_t granule, const Access& mine, std::uint32_t pc) {
  if (conflicts(mine, cell.write)) report(granule, mine, pc, cell.write, cell.write_pc);
  if (conflicts(mine, cell.read)) report(granule, mine, pc, cell.read, cell.read_pc);
  forget_covered(mine, cell.write);
  forget_covered(mine, cell.read);
  if (Side* side = side_of(cell)) {
    for (Extra* extra = side->extras; extra != nullptr; extra = extra->next) {
      if (conflicts(mine, extra->access)) report(granule, mine, pc, extra->access, extra->pc);
      forget_covered(mine, extra->access);
    }
    if (side->objects != nullptr) {
      check_objects(*side, granule, mine, pc);
      if ((mine.flags & Access::kWrite) != 0) forget_objects(*side, mine.mask);
    }
  }
  if ((mine.flags & Access::kWrite) != 0) {
    remember(cell, cell.write, cell.write_pc, mine, pc);
  } else {
    remember(cell, cell.read, cell.read_pc, mine, pc);
  }
}

}  // namespace

void check_access(std::uintptr_t address, std::size_t size, std::uint8_t flags, std::uintptr_t pc) {
  const kernel::FiberId me = state.fiber;
  const auto low_pc = static_cast<std::uint32_t>(pc);
  for (std::uintptr_t granule = address & ~std::uintptr_t{7}; granule < address + size;
       granule += kernel::layout::kGranule) {
    Cell* cell = cell_of(granule);
    if (cell == nullptr) return;
    const Access mine{state.tick, me, mask_of(granule, address, size), flags};
    refresh(*cell);
    if (flags == 0 && remember_read(*cell, mine, low_pc)) continue;
    if (flags == Access::kWrite && remember_write(*cell, mine, low_pc)) continue;
    check_granule(*cell, granule, mine, low_pc);
  }
}

void check_atomic(Object& object, bool write, std::uintptr_t pc) {
  const auto low_pc = static_cast<std::uint32_t>(pc);
  const std::uintptr_t granule = object.address & ~std::uintptr_t{7};
  const auto flags = static_cast<std::uint8_t>(Access::kAtomic | (write ? Access::kWrite : 0));
  for (std::uintptr_t at = granule; at < object.address + object.size; at += 8) {
    const Cell* cell = cell_of(at);
    if (cell == nullptr || cell->generation != state.generation) continue;
    const Access mine{state.tick, state.fiber, mask_of(at, object.address, object.size), flags};
    if (cell->write.mask != 0 && conflicts(mine, cell->write)) {
      report(at, mine, low_pc, cell->write, cell->write_pc);
    }
    if (cell->read.mask != 0 && conflicts(mine, cell->read)) {
      report(at, mine, low_pc, cell->read, cell->read_pc);
    }
    const Side* side = side_of(*cell);
    for (Extra* extra = side == nullptr ? nullptr : side->extras; extra; extra = extra->next) {
      if (conflicts(mine, extra->access)) report(at, mine, low_pc, extra->access, extra->pc);
    }
  }
  if (write) {
    object.written_at = pooled_set(object.written_at, state.fiber, state.tick);
    object.written_pc = low_pc;
  } else {
    object.read_at = pooled_set(object.read_at, state.fiber, state.tick);
    object.read_pc = low_pc;
  }
}

std::uintptr_t full_pc(std::uint32_t low) { return kernel::complete_pc(low); }

}  // namespace tidemark::sim::memory
