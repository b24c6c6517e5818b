// SPDX-License-Identifier: MIT
// Stands in front of libstdc++'s header of this name, for simulated code only.
//
// `atomic<shared_ptr>` guards its pointer with a lock bit. libstdc++'s `load` gives that lock back
// with a relaxed operation after it has read the pointer, so that its read is not ordered before
// the next writer's write: a race by the letter, inside the library, that no user can mend. Here
// the operation that gives the lock back, the only subtraction in that header, is as strong as
// there is, and what is left to be found is the user's.
#pragma GCC system_header

// What it includes keeps its meaning.
#include <bits/atomic_base.h>
#include <bits/shared_ptr.h>

#pragma push_macro("fetch_sub")
#define fetch_sub(value, order) fetch_sub(value, memory_order_seq_cst)
#include_next <bits/shared_ptr_atomic.h>
#pragma pop_macro("fetch_sub")
