// SPDX-License-Identifier: MIT
#include "tidemark/sim/kernel/execution.hpp"
#include "tidemark/sim/kernel/operation.hpp"

namespace tidemark::sim::kernel {

const char* name_of(Category category) {
  switch (category) {
    case Category::none: return "none";
    case Category::property: return "property";
    case Category::assertion: return "assert";
    case Category::abort: return "abort";
    case Category::exit: return "exit";
    case Category::exception: return "exception";
    case Category::race: return "race";
    case Category::deadlock: return "deadlock";
    case Category::wedge: return "wedge";
    case Category::max_steps: return "max_steps";
    case Category::use_after_free: return "use_after_free";
    case Category::overrun: return "overrun";
    case Category::double_free: return "double_free";
    case Category::leak: return "leak";
    case Category::misuse: return "misuse";
    case Category::unsupported: return "unsupported";
    case Category::assume: return "assume";
    case Category::diverged: return "diverged";
    case Category::internal: return "internal";
  }
  return "?";
}

const char* name_of(OperationKind kind) {
  switch (kind) {
    case OperationKind::none: return "";
    case OperationKind::start: return "start";
    case OperationKind::exit: return "exit";
    case OperationKind::load: return "load";
    case OperationKind::store: return "store";
    case OperationKind::read_modify_write: return "rmw";
    case OperationKind::compare_exchange: return "cas";
    case OperationKind::fence: return "fence";
    case OperationKind::plain_read: return "read";
    case OperationKind::plain_write: return "write";
    case OperationKind::lock: return "lock";
    case OperationKind::try_lock: return "try_lock";
    case OperationKind::timed_lock: return "timed_lock";
    case OperationKind::unlock: return "unlock";
    case OperationKind::lock_shared: return "lock_shared";
    case OperationKind::try_lock_shared: return "try_lock_shared";
    case OperationKind::unlock_shared: return "unlock_shared";
    case OperationKind::wait: return "wait";
    case OperationKind::timed_wait: return "timed_wait";
    case OperationKind::notify_one: return "notify_one";
    case OperationKind::notify_all: return "notify_all";
    case OperationKind::create: return "create";
    case OperationKind::join: return "join";
    case OperationKind::once: return "once";
    case OperationKind::sleep: return "sleep";
    case OperationKind::yield: return "yield";
    case OperationKind::futex_wait: return "futex_wait";
    case OperationKind::futex_wake: return "futex_wake";
    case OperationKind::clock: return "clock";
    case OperationKind::semaphore_wait: return "semaphore_wait";
    case OperationKind::semaphore_post: return "semaphore_post";
    case OperationKind::barrier_wait: return "barrier_wait";
    case OperationKind::step: return "step";
    case OperationKind::await: return "await";
  }
  return "?";
}

}  // namespace tidemark::sim::kernel
