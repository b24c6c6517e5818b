// SPDX-License-Identifier: MIT
#include "tidemark/core/checkpoint/frontier.hpp"

#include <utility>

#include "tidemark/core/check.hpp"

namespace tidemark {
namespace {

constexpr std::size_t kSlotsAtFirst = 8;

bool is_settled(SlotState state) {
  return state == SlotState::delivered || state == SlotState::dropped;
}

}  // namespace

Frontier::Frontier(Generation generation) : generation_{generation} {}

SlotRef Frontier::track(const std::optional<Position>& position, std::size_t messages) {
  TIDEMARK_CHECK(messages > 0, "slot {} stands for no message at all", next_);
  if (next_ - first_ == ring_.size()) grow();
  const std::uint64_t seq = next_++;
  at(seq) = Slot{.position = position, .messages = messages, .state = SlotState::pending};
  pending_ += messages;
  return {.generation = generation_, .seq = seq};
}

SettleResult Frontier::settle(const SlotRef& slot, SlotState state) {
  TIDEMARK_CHECK(state != SlotState::pending, "slot {} cannot go back to pending", slot.seq);
  TIDEMARK_CHECK(slot.generation <= generation_, "slot {} is of generation {}, this is {}",
                 slot.seq, static_cast<std::uint64_t>(slot.generation),
                 static_cast<std::uint64_t>(generation_));
  if (slot.generation != generation_) return {SettleEffect::stale, position_};
  TIDEMARK_CHECK(slot.seq < next_, "slot {} was never tracked, the next is {}", slot.seq, next_);
  if (slot.seq < first_ || at(slot.seq).state != SlotState::pending) {
    return {SettleEffect::repeated, position_};
  }
  at(slot.seq).state = state;
  if (state == SlotState::failed) ++failed_;
  advance();
  return {SettleEffect::settled, position_};
}

void Frontier::begin_generation(Generation next) {
  TIDEMARK_CHECK(next > generation_, "generation {} does not follow generation {}",
                 static_cast<std::uint64_t>(next), static_cast<std::uint64_t>(generation_));
  generation_ = next;
  first_ = next_ = 0;
  pending_ = failed_ = 0;
  position_.reset();
}

void Frontier::advance() {
  while (first_ != next_) {
    const Slot& slot = at(first_);
    if (!is_settled(slot.state)) return;
    if (slot.position) position_ = slot.position;
    pending_ -= slot.messages;
    ++first_;
  }
}

void Frontier::grow() {
  std::vector<Slot> wider(ring_.empty() ? kSlotsAtFirst : 2 * ring_.size());
  for (std::uint64_t seq = first_; seq != next_; ++seq) {
    wider[seq & (wider.size() - 1)] = at(seq);
  }
  ring_ = std::move(wider);
}

}  // namespace tidemark
