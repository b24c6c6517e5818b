// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/host.hpp"

#include "tidemark/sim/graph/opaque.hpp"
#include "tidemark/sim/graph/operations.hpp"
#include "tidemark/sim/graph/run.hpp"
#include "tidemark/sim/kernel/ending.hpp"
#include "tidemark/sim/kernel/modules.hpp"
#include "tidemark/sim/kernel/pool.hpp"
#include "tidemark/sim/kernel/process.hpp"
#include "tidemark/sim/kernel/raw.hpp"
#include "tidemark/sim/kernel/recorder.hpp"
#include "tidemark/sim/kernel/scheduler.hpp"
#include "tidemark/sim/kernel/state.hpp"
#include "tidemark/sim/kernel/tracing.hpp"
#include "tidemark/sim/memory/object.hpp"

namespace tidemark::sim::kernel {

namespace {

std::uint32_t change_mode(Mode mode) {
  const auto saved = static_cast<std::uint32_t>(state.mode);
  if (state.current != nullptr) set_mode(mode);
  return saved;
}

void restore_mode(std::uint32_t saved) {
  if (state.current != nullptr) set_mode(static_cast<Mode>(saved));
}

}  // namespace

bool searching() { return state.searching; }

bool in_execution() { return state.current != nullptr; }

HostMode::HostMode() : saved_(change_mode(Mode::world)) {}
HostMode::~HostMode() { restore_mode(saved_); }
GuestMode::GuestMode() : saved_(change_mode(Mode::guest)) {}
GuestMode::~GuestMode() { restore_mode(saved_); }
HostHeap::HostHeap() : saved_(change_mode(Mode::host)) {}
HostHeap::~HostHeap() { restore_mode(saved_); }

ObjectId create_object(const char* name) {
  constexpr std::size_t kNameBytes = 32;
  auto* copy = static_cast<char*>(pool_allocate(kNameBytes));
  raw::copy_text(copy, kNameBytes, name);
  return memory::make_object(copy).id;
}

void step(ObjectId object, const char* label) {
  KernelScope scope;
  if (state.searching) return graph::step(label);
  point({.kind = OperationKind::step, .object = object, .label = label});
  if (memory::Object* shared = memory::object_of(object)) {
    memory::acquire(*shared);
    memory::release(*shared);
  }
}

bool await(ObjectId object, const char* label, bool (*ready)(void*), void* context,
           std::int64_t deadline_ns) {
  KernelScope scope;
  if (state.searching) return graph::await(label, ready, context, deadline_ns);
  const bool held = await_ready({.kind = OperationKind::await, .object = object, .label = label},
                                ready, context, deadline_ns);
  if (memory::Object* shared = memory::object_of(object)) {
    memory::acquire(*shared);
    memory::release(*shared);
  }
  return held;
}

std::uint64_t choose(choice::Kind kind, std::uint64_t count) {
  const std::uint64_t taken = state.searching ? graph::choose(count) : ask(kind, count);
  mix(taken + 1);
  return taken;
}

void hash(std::uint64_t value) { mix(value); }

const char* object_name(ObjectId id) {
  const memory::Object* found = memory::object_of(id);
  return found == nullptr || found->name == nullptr ? "" : found->name;
}

void fail(Category category, const char* property, const char* message) {
  set_mode(Mode::world);
  Failure& failed = failure();
  raw::copy_text(failed.property, sizeof failed.property, property);
  raw::copy_text(failed.message, sizeof failed.message, message);
  failed.fibers[0] = current_fiber();
  end_execution(category, message);
}

void finish() {
  set_mode(Mode::world);
  if (state.searching) graph::thread_over();  // the others come to their ends, too
  check_clean_end(process(0));
  end_execution(Category::none, "");
}

}  // namespace tidemark::sim::kernel
