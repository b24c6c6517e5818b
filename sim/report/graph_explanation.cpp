// SPDX-License-Identifier: MIT
#include "tidemark/sim/report/graph_explanation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tidemark/sim/graph/search.hpp"
#include "tidemark/sim/report/symbolizer.hpp"

namespace tidemark::sim::report {
namespace {

using graph::EventKind;
using graph::EventView;

constexpr std::size_t kPlacesMax = 32;

const char* name_of_order(std::uint8_t order) {
  constexpr const char* kNames[] = {"relaxed", "consume", "acquire",
                                    "release", "acq_rel", "seq_cst"};
  return order < std::size(kNames) ? kNames[order] : "?";
}

std::vector<EventView> events_of_last_run() {
  std::vector<EventView> events(graph::events(nullptr, 0));
  graph::events(events.data(), events.size());
  return events;
}

// The write after the one that was read, in modification order; null where it was the newest.
const EventView* newer_write(const std::vector<EventView>& events, const EventView& read) {
  std::int64_t position = -1;
  for (const EventView& event : events) {
    if (event.kind == EventKind::write && event.thread == read.source_thread &&
        event.index == read.source_index) {
      position = event.position;
    }
  }
  const auto next = std::find_if(events.begin(), events.end(), [&](const EventView& event) {
    return event.kind == EventKind::write && event.address == read.address &&
           event.position == position + 1;
  });
  return next == events.end() ? nullptr : &*next;
}

std::string place(Symbolizer& symbols, std::uintptr_t pc) {
  return format_source(symbols.display(pc));
}

std::string describe(const Trace& trace, Symbolizer& symbols, const EventView& read,
                     const EventView& newer) {
  const std::string what =
      read.source_thread < 0
          ? "the value from the beginning"
          : fmt::format("stored by {}",
                        trace.thread_name(static_cast<kernel::FiberId>(read.source_thread)));
  return fmt::format("{} read {} at {}: {}, although {} had stored {} at {}",
                     trace.thread_name(read.thread), read.value, place(symbols, read.pc), what,
                     trace.thread_name(newer.thread), newer.value, place(symbols, newer.pc));
}

}  // namespace

std::vector<std::string> explain_graph(const Trace& trace) {
  graph::Strengthening orders[kPlacesMax];
  const std::size_t count = std::min(graph::explain(orders, kPlacesMax), kPlacesMax);
  std::vector<std::string> lines;
  if (count == 0) return lines;
  Symbolizer symbols;
  const std::vector<EventView> events = events_of_last_run();
  for (const EventView& event : events) {
    if (event.kind != EventKind::read || event.waits || event.read_modify_write) continue;
    const EventView* newer = newer_write(events, event);
    if (newer == nullptr || newer->thread == event.thread) continue;
    lines.push_back(describe(trace, symbols, event, *newer));
  }
  lines.emplace_back(count == 1 ? "this order would have forbidden it:"
                                : "these orders together would have forbidden it:");
  for (std::size_t i = 0; i < count; ++i) {
    lines.push_back(fmt::format("  {} instead of {} at {}", name_of_order(orders[i].to),
                                name_of_order(orders[i].from), place(symbols, orders[i].pc)));
  }
  return lines;
}

}  // namespace tidemark::sim::report
