// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "tidemark/models/history.hpp"

namespace tidemark::models {

/// Writes histories the way a reader tells them.
class Story {
 public:
  const History& history() const { return history_; }

  Story& commits(std::uint64_t row, std::uint64_t at, std::optional<std::uint64_t> closes = {}) {
    Event event = of(Event::Kind::committed, row, at);
    if (closes) event.checkpoint = Position{0, *closes};
    return add(event);
  }
  Story& opens() { return add(of(Event::Kind::opened)); }
  Story& delivers(std::uint64_t row) { return add(of(Event::Kind::delivered, row)); }
  Story& settles(std::uint64_t row) { return add(of(Event::Kind::settled, row)); }
  Story& rejects(std::uint64_t row) {
    Event event = of(Event::Kind::settled, row);
    event.rejected = true;
    return add(event);
  }
  Story& requests(std::uint64_t at) {
    ++operation_;
    return add(of(Event::Kind::store_requested, 0, at));
  }
  Story& takes_effect(std::uint64_t at) { return add(of(Event::Kind::stored, 0, at)); }
  Story& drops_write(std::uint64_t at) { return add(of(Event::Kind::store_dropped, 0, at)); }
  Story& replies(Event::Reply reply) {
    Event event = of(Event::Kind::store_replied);
    event.reply = reply;
    return add(event);
  }
  Story& stores(std::uint64_t at) {
    return requests(at).takes_effect(at).replies(Event::Reply::ok);
  }
  Story& prunes(std::uint64_t at) { return add(of(Event::Kind::pruned, 0, at)); }
  Story& confirms(std::uint64_t at) { return add(of(Event::Kind::confirmed, 0, at)); }
  Story& drains(std::uint64_t at) { return add(of(Event::Kind::drained, 0, at)); }
  Story& restarts() {
    add(of(Event::Kind::crashed));
    ++generation_;
    return add(of(Event::Kind::restarted));
  }
  Story& waits(std::int64_t ns) {
    now_ns_ += ns;
    return *this;
  }

 private:
  Event of(Event::Kind kind, std::uint64_t row = 0, std::optional<std::uint64_t> at = {}) const {
    Event event;
    event.kind = kind;
    event.owner = 1;
    event.generation = generation_;
    event.row = row;
    event.operation = operation_;
    event.at_ns = now_ns_;
    if (at) event.position = Position{0, *at};
    return event;
  }
  Story& add(const Event& event) {
    history_.append(event);
    return *this;
  }

  History history_;
  std::uint32_t generation_ = 1;
  std::uint64_t operation_ = 0;
  std::int64_t now_ns_ = 0;
};

}  // namespace tidemark::models
