// SPDX-License-Identifier: MIT
#include "tidemark/models/row_book.hpp"

#include <algorithm>

namespace tidemark::models {

std::size_t* RowBook::slot_of(std::uint64_t id) {
  if (id < kDense) {
    return id < dense_.size() && dense_[id] != 0 ? &dense_[id] : nullptr;
  }
  const auto found = sparse_.find(id);
  return found == sparse_.end() ? nullptr : &found->second;
}

void RowBook::set_slot(std::uint64_t id, std::size_t index) {
  if (id >= kDense) {
    sparse_[id] = index + 1;
    return;
  }
  if (id >= dense_.size()) dense_.resize(std::max<std::size_t>(id + 1, dense_.size() * 2));
  dense_[id] = index + 1;
}

void RowBook::commit(std::uint64_t id, const Position& position,
                     const std::optional<Position>& checkpoint) {
  if (slot_of(id) != nullptr) return;
  Entry entry;
  entry.id = id;
  entry.sequence = sequence_++;
  entry.position = position;
  entry.checkpoint = checkpoint;
  // Later commits stand behind earlier ones at the same position.
  auto at = rows_.end();
  if (!rows_.empty() && position < rows_.back().position) {
    at = std::upper_bound(rows_.begin(), rows_.end(), position,
                          [](const Position& p, const Entry& e) { return p < e.position; });
  }
  const auto index = static_cast<std::size_t>(at - rows_.begin());
  rows_.insert(at, entry);
  for (std::size_t moved = index; moved < rows_.size(); ++moved) set_slot(rows_[moved].id, moved);
  // A row that turns up among settled ones is the first open row again.
  open_ = std::min(open_, index);
}

RowBook::Entry* RowBook::find(std::uint64_t id) {
  const std::size_t* slot = slot_of(id);
  return slot == nullptr ? nullptr : &rows_[*slot - 1];
}

void RowBook::settle(std::uint64_t id) {
  Entry* entry = find(id);
  if (entry == nullptr) return;
  entry->settled = true;
  while (open_ < rows_.size() && rows_[open_].settled) ++open_;
}

}  // namespace tidemark::models
