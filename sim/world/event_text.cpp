// SPDX-License-Identifier: MIT
#include "tidemark/sim/world/event_text.hpp"

#include <cinttypes>
#include <cstdio>

namespace tidemark::sim {
namespace {

using Kind = models::Event::Kind;

const char* word_of(const models::Event& event) {
  switch (event.kind) {
    case Kind::committed: return "committed";
    case Kind::drained: return "drained";
    case Kind::pruned: return "pruned";
    case Kind::confirmed: return "confirmed upstream";
    case Kind::opened: return "reading starts";
    case Kind::read: return "read";
    case Kind::delivered: return "delivered";
    case Kind::settled: return event.rejected ? "rejected" : "settled";
    case Kind::store_requested: return "store requested";
    case Kind::stored: return "stored";
    case Kind::store_dropped: return "store dropped";
    case Kind::store_replied: break;
    case Kind::crashed: return "crashed";
    case Kind::restarted: return "restarted";
    case Kind::exited: return "exited";
    case Kind::healed: return "faults end";
  }
  switch (event.reply) {
    case models::Event::Reply::ok: return "store replied ok";
    case models::Event::Reply::failed: return "store replied failed";
    case models::Event::Reply::unknown: return "store outcome unknown";
  }
  return "store replied";
}

}  // namespace

const char* to_text(const models::Event& event, char* buffer, std::size_t size_bytes) {
  char row[32] = "";
  char at[48] = "";
  if (event.row != 0) std::snprintf(row, sizeof row, " row %" PRIu64, event.row);
  if (event.position && event.position->high == 0) {
    std::snprintf(at, sizeof at, " at %" PRIu64, event.position->low);
  } else if (event.position) {
    std::snprintf(at, sizeof at, " at %" PRIu64 "/%" PRIu64, event.position->high,
                  event.position->low);
  }
  std::snprintf(buffer, size_bytes, "%s%s%s", word_of(event), row, at);
  return buffer;
}

}  // namespace tidemark::sim
