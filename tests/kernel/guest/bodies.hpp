// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

/// The instrumented functions that the tests of the kernel explore, by the file that defines them.
namespace tidemark::guest {

/// What a test gives to a body and gets from it. Lies outside the world: nobody watches it.
struct Io {
  std::uint64_t in = 0;
  std::uint64_t out = 0;
};
using Body = void(Io&);

/// compiler.cpp: what compiled the bodies, "gcc12" or "clang19".
const char* compiler();

/// everything.cpp
Body bit_of_everything;

/// hooks.cpp
Body hook_beside_write, hook_beside_read, unaligned_hook_beside_write,
    table_pointer_set_to_what_it_is, table_pointer_changed;
std::size_t hook_count();
const char* hook_name(std::size_t index);
bool hook_writes(std::size_t index);

/// accesses.cpp
Body global_unordered, global_ordered_by_join, two_read_while_nobody_writes, stack_unordered,
    heap_unordered, neighbours_in_one_granule, bits_of_one_byte, bits_beside_a_byte, part_of_a_word,
    unaligned_word, copied_struct, memory_function, memory_function_next_to_a_write,
    virtual_call_while_destroyed, virtual_call_after_construction, an_old_reader_is_remembered,
    the_same_place_many_times, deleted_while_read, returned_object_stored, returned_object_moved;

/// shaken.cpp
Body reads_a_fresh_block, reads_a_fresh_stack, reads_a_freed_block_unwatched,
    orders_blocks_by_address, steps_by_alignment_of_a_block, steps_by_address_of_a_local,
    orders_threads_by_handle, depends_on_no_address;

/// messages.cpp
Body release_acquire, release_consume, total_total, relaxed_acquire, release_relaxed,
    relaxed_relaxed, both_fences, total_fences, release_fence_with_consume_fence,
    acquire_fence_where_release_is_due, release_fence_where_acquire_is_due, failing_acquires,
    failing_relaxed, sequence_goes_on_through_rmw, sequence_goes_on_through_release_rmw,
    fence_after_the_store, fence_before_the_load, sequence_ends_at_a_plain_store,
    order_known_at_run_time, annotated_order, annotated_to_be_ignored,
    fence_covers_every_later_store, order_is_transitive, another_writer_orders_nothing,
    signal_fence_orders_nothing_between_threads, store_buffering;

/// annotations.cpp
Body annotated_mutex_orders, annotated_mutex_shared_orders_nothing, failed_try_orders_nothing,
    annotated_levels, diverted_is_watched, older_lock_annotations, acquire_and_release_by_hand,
    benign_race, told_by_another_library;

/// atomics.cpp
Body every_operation_has_its_value, every_128_bit_operation_has_its_value, other_types,
    wide_pair_is_never_torn, increments, increments_in_two_steps, swaps_until_it_succeeds,
    made_before_it_is_shared, made_while_it_is_used, made_anew, plain_read_of_an_atomic,
    plain_write_of_an_atomic, plain_reads_of_an_atomic_nobody_writes, references_to_one_word,
    shared_pointer_swapped, shared_pointer_carries;

/// library_calls.cpp
Body library_calls_have_their_values, library_call_carries;

/// locks.cpp
Body try_for, mutex_orders, mutex_on_one_side, two_mutexes_for_one_field, try_lock_may_fail,
    recursive_mutex, recursive_mutex_is_held_until_the_last_unlock, errorcheck_mutex,
    static_initialisers, timed_mutex_held_for_long, timed_mutex_held_for_a_moment,
    recursive_timed_mutex_held_for_long, lock_until_a_time_of_a_clock, readers_share,
    writer_excludes, writing_under_a_shared_lock, shared_timed_mutex, several_locks_in_any_order,
    locks_in_opposite_orders;

/// misuses.cpp
Body joins_twice, joins_a_detached_thread, detaches_twice, joins_itself, locks_a_plain_mutex_again,
    unlocks_for_another, unlocks_what_nobody_holds, destroys_a_locked_mutex, waits_with_two_mutexes,
    waits_without_the_mutex, destroys_a_condition_in_use, unlocks_a_shared_lock_nobody_holds,
    destroys_a_held_shared_lock, writes_twice_under_a_shared_lock, locks_where_a_lock_was_lost;

/// conditions.cpp
Body pass_through, wait_for_a_while, waits_for_a_predicate, waits_on_any_lock, wake_up_is_lost,
    flag_is_set_outside_the_mutex, timed_wait_with_a_predicate, timed_wait_on_the_steady_clock,
    timed_wait_on_the_system_clock, timed_wait_on_the_clock_of_the_condition, one_of_three_is_woken,
    an_interloper_may_lock_first, waits_until_told_to_stop, notifies_at_the_end_of_the_thread;

/// once.cpp
Body posix_once, call_once_runs_again_after_an_exception, static_is_made_once,
    static_is_made_again_after_an_exception, static_needs_itself,
    thread_locals_are_destroyed_in_reverse, thread_locals_are_each_threads_own,
    keys_are_each_threads_own, key_set_again_by_its_destructor;

/// waits.cpp
Body atomic_wait, atomic_wait_without_a_notify, atomic_wait_on_eight_bytes, latch, barrier,
    semaphore_as_a_mutex, semaphore_of_two, semaphore_with_a_time_limit, promise,
    future_may_not_be_ready_in_time, asynchronous_call, stop_callback_runs_once,
    shared_and_weak_pointers;

/// exceptions.cpp
Body two_threads_throw, switches_inside_of_handlers, exception_goes_to_another_thread,
    future_carries_an_exception, promise_is_broken;

/// threads.cpp
Body result_comes_through_join, exit_ends_the_thread, identities_differ, names,
    stack_is_where_the_attributes_say, detached_thread_runs_on, try_join, many_threads,
    threads_of_threads, thread_is_dropped_without_join;

/// time.cpp
Body sleeps_of_every_kind, clocks_agree, looks_at_the_wall_clock, steady_clock_never_goes_back,
    sleeps_while_another_works, wakes_in_any_order, polls_until_a_time, cancelled_timer;

/// random.cpp
Body draws, draws_in_two_threads, seeds_first, few_bytes;

/// heap.cpp
Body reads_after_free, writes_after_free, copies_after_free, loads_after_delete, locks_after_delete,
    keeps_a_reference_into_a_vector, used_after_free_by_another, frees_twice, deletes_twice,
    frees_inside_of_a_block, frees_the_stack, frees_a_global, overruns, underruns,
    overruns_an_array, reads_over_the_end_of_a_text, uses_the_old_block_after_realloc, reallocates,
    allocates_in_every_way, asks_for_too_much, address_of_a_block, freed_memory_is_not_used_again,
    contents_of_fresh_memory, text_of_the_library_is_freed;

/// forms.cpp
Body every_form_matches, new_ends_in_free, malloc_ends_in_delete, new_array_ends_in_delete,
    array_of_objects_ends_in_delete, new_ends_in_delete_array, new_ends_in_realloc,
    aligned_new_ends_in_plain_delete, new_ends_in_aligned_delete, alignment_differs, size_differs,
    size_of_an_array_differs, deleted_as_its_base;

/// leaks.cpp
Body leaks_a_block, leaks_a_list, leaks_from_a_container, leaks_a_ring, leaks_what_a_static_held,
    leaks_what_an_ended_thread_held, held_by_a_static, held_by_its_middle, held_by_the_main_thread,
    held_by_a_key, held_by_a_detached_thread, held_by_an_exception, given_to_the_world,
    leaks_and_exits, leaks_and_leaves_at_once, holds_on_its_stack_and_exits, works_until_it_crashes;

/// detached.cpp
Body detached_before_it_begins, detached_while_it_runs, detached_while_it_sleeps,
    detached_and_waited_for, detached_and_told_by_a_latch, detached_with_a_shared_capture;

/// endings.cpp
Body assertion_fails, aborts, exits, exits_at_once, exits_quickly, exits_from_a_thread, throws,
    throws_in_a_thread, throws_out_of_noexcept, throws_while_unwinding, terminates,
    registers_exit_functions, calls_a_pure_virtual_function, reads_through_null,
    writes_into_constants, calls_null, divides_by_zero, traps, overflows_the_stack,
    overflows_the_stack_of_a_thread, loops_without_a_sign_of_life, waits_for_a_plain_variable,
    waits_for_a_plain_variable_nobody_sets, yields_for_ever, spins_until_another_has_run;

/// refused.cpp
Body refused_call, opens_a_socket, opens_a_file_through_the_library, prints, processors;
std::size_t refused_call_count();
const char* refused_call_name(std::size_t index);

/// globals.cpp
Body globals_are_as_made, the_librarys_globals_are_as_made;

/// processes.cpp
Body works_and_unwinds, starts_afresh, writes_a_global, exits_with, writes_then_steps,
    steps_then_reads, awaits_then_reads, writes_without_order;

/// primitives.cpp
Body posix_semaphore, posix_semaphore_with_a_time_limit, posix_semaphore_nobody_posts,
    posix_barrier, posix_spin_lock, c11_mutex, c11_mutex_with_a_time_limit, c11_condition,
    c11_once_and_specifics;

}  // namespace tidemark::guest
