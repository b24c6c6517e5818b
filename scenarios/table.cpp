// SPDX-License-Identifier: MIT
#include "tidemark/scenarios/table.hpp"

namespace tidemark::scenarios {

// Each is defined in the file of its name.
namespace ack {
extern const sim::Scenario four_threads;
extern const sim::Scenario receiver_leaves;
extern const sim::Scenario sets_agree_on_the_worst;
extern const sim::Scenario three_threads;
extern const sim::Scenario two_threads;
}  // namespace ack
namespace publisher {
extern const sim::Scenario concurrent_acks_persist;
extern const sim::Scenario full_window_parked_tracker;
extern const sim::Scenario soft_stop_dead_consumer;
extern const sim::Scenario soft_stop_full_window;
extern const sim::Scenario soft_stop_three_flushers;
extern const sim::Scenario two_flushers_acks_in_any_order;
extern const sim::Scenario window_of_an_idle_source;
}  // namespace publisher
namespace snapshot {
extern const sim::Scenario failed_send;
extern const sim::Scenario flush_error;
extern const sim::Scenario hand_off_with_crash_at_every_step;
extern const sim::Scenario hand_off_with_failed_send;
extern const sim::Scenario timer_against_count_flush;
}  // namespace snapshot

namespace {

// Filled while the module is loaded, before any execution: it must not be part of what is restored.
const sim::Scenario kTable[] = {
    ack::four_threads,
    ack::receiver_leaves,
    ack::sets_agree_on_the_worst,
    ack::three_threads,
    ack::two_threads,
    publisher::concurrent_acks_persist,
    publisher::full_window_parked_tracker,
    publisher::soft_stop_dead_consumer,
    publisher::soft_stop_full_window,
    publisher::soft_stop_three_flushers,
    publisher::two_flushers_acks_in_any_order,
    publisher::window_of_an_idle_source,
    snapshot::failed_send,
    snapshot::flush_error,
    snapshot::hand_off_with_crash_at_every_step,
    snapshot::hand_off_with_failed_send,
    snapshot::timer_against_count_flush,
};

}  // namespace

std::span<const sim::Scenario> table() { return kTable; }

}  // namespace tidemark::scenarios
