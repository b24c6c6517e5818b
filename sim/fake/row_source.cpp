// SPDX-License-Identifier: MIT
#include "tidemark/sim/fake/row_source.hpp"

#include <string>
#include <vector>

#include "tidemark/models/history.hpp"
#include "tidemark/sim/kernel/host.hpp"
#include "tidemark/sim/property/misuse.hpp"
#include "tidemark/sim/world/stage.hpp"
#include "tidemark/sim/world/world.hpp"

namespace tidemark::fake {
namespace {

using models::Event;
namespace kernel = sim::kernel;

constexpr std::uint64_t kPositionStride = 10;  // holes between positions are normal

Event event_of(Event::Kind kind) {
  Event event;
  event.kind = kind;
  event.owner = kernel::current_process();
  return event;
}

}  // namespace

struct RowSource::State {
  sim::Stage& stage;
  RowSourceOptions options;
  kernel::ObjectId object;
  std::vector<Row> rows = {};  // in source order; the first `committed` of them are visible
  std::uint64_t committed = 0;
  std::optional<Position> pruned = {};

  void plan_snapshot();
  void plan_stream();
  void commit_transaction();
  void write_over_time();
  bool gone(const Row& row) const { return pruned && row.position <= *pruned; }
};

void RowSource::State::plan_snapshot() {
  for (std::uint64_t index = 0; index < options.snapshot_rows; ++index) {
    Row row;
    row.id = rows.size() + 1;
    row.position = {0, kPositionStride};
    row.snapshot = true;
    row.payload = "s" + std::to_string(row.id);
    rows.push_back(std::move(row));
  }
}

void RowSource::State::plan_stream() {
  std::optional<Position> closed;
  if (!rows.empty()) closed = rows.back().position;
  Position position{0, kPositionStride * (rows.empty() ? 1 : 2)};
  for (std::uint64_t index = 0; index < options.rows; ++index) {
    const std::uint64_t in_group = index % options.rows_per_transaction;
    const bool last = in_group + 1 == options.rows_per_transaction || index + 1 == options.rows;
    Row row;
    row.id = rows.size() + 1;
    row.position = position;
    const bool says_so = last && options.tail == RowSourceOptions::Tail::known;
    row.checkpoint = says_so ? std::optional<Position>(position) : closed;
    row.payload = "r" + std::to_string(row.id);
    rows.push_back(std::move(row));
    if (last) {
      closed = position;
      position.low += kPositionStride;
    }
  }
}

void RowSource::State::commit_transaction() {
  const Position position = rows[committed].position;
  while (committed < rows.size() && rows[committed].position == position) {
    const Row& row = rows[committed++];
    Event event = event_of(Event::Kind::committed);
    event.row = row.id;
    event.position = row.position;
    event.checkpoint = row.checkpoint;
    stage.record(event);
  }
}

void RowSource::State::write_over_time() {
  while (committed < rows.size()) {
    kernel::step(object, "source: commit");
    commit_transaction();
  }
}

RowSource::RowSource(sim::World& world, const RowSourceOptions& options) : state_(nullptr) {
  const kernel::HostMode host;
  if (options.rows_per_transaction == 0) sim::misuse("rows_per_transaction is 0");
  state_ = new State{world.stage(), options, kernel::create_object("source")};
  state_->rows.reserve(options.rows + options.snapshot_rows);
  state_->plan_snapshot();
  state_->plan_stream();
  if (options.commits == RowSourceOptions::Commits::up_front) {
    while (state_->committed < state_->rows.size()) state_->commit_transaction();
    return;
  }
  if (options.snapshot_rows > 0) state_->commit_transaction();
  world.stage().on_start(
      [](void* state) {
        // The database is not part of any process under test: it outlives their crashes.
        kernel::spawn(
            0, "writer", [](void* writer) { static_cast<State*>(writer)->write_over_time(); },
            state, false);
      },
      state_);
}

RowStream RowSource::read_from(const std::optional<Position>& position) {
  const kernel::HostMode host;
  kernel::step(state_->object, "source: open");
  Event event = event_of(Event::Kind::opened);
  event.position = position;
  state_->stage.record(event);
  std::uint64_t index = 0;
  while (position && index < state_->rows.size() && state_->rows[index].position <= *position) {
    ++index;
  }
  return {*state_, index, false};
}

Snapshot RowSource::read_snapshot() {
  const kernel::HostMode host;
  if (state_->options.snapshot_rows == 0) sim::misuse("a snapshot is read, but snapshot_rows is 0");
  kernel::step(state_->object, "source: snapshot position");
  const Position position = state_->rows.front().position;
  kernel::step(state_->object, "source: open snapshot");
  state_->stage.record(event_of(Event::Kind::opened));
  return {position, {*state_, 0, true}};
}

RowStream RowSource::read_from(const LoadResult& loaded) { return read_from(loaded.position); }

std::optional<Position> RowSource::head() const {
  const kernel::HostMode host;
  kernel::step(state_->object, "source: head");
  if (state_->committed == 0) return std::nullopt;
  return state_->rows[state_->committed - 1].position;
}

void RowSource::confirm(const Position& position) {
  const kernel::HostMode host;
  kernel::step(state_->object, "source: confirm");
  Event event = event_of(Event::Kind::confirmed);
  event.position = position;
  state_->stage.record(event);
  if (!state_->options.prunes_on_confirm) return;
  if (!state_->pruned || *state_->pruned < position) state_->pruned = position;
  event.kind = Event::Kind::pruned;
  state_->stage.record(event);
}

bool RowStream::advance() {
  const kernel::HostMode host;
  auto& source = *source_;
  kernel::await(
      source.object, "source: read",
      [](void* context) {
        const auto& stream = *static_cast<RowStream*>(context);
        const auto& state = *stream.source_;
        return stream.snapshot_ || stream.index_ < state.committed ||
               state.committed == state.rows.size();
      },
      this);
  if (snapshot_ && index_ >= source.options.snapshot_rows) return false;
  while (!snapshot_ && index_ < source.committed && source.gone(source.rows[index_])) ++index_;
  if (index_ >= source.committed) {
    if (source.options.tail == RowSourceOptions::Tail::unknown && source.committed > 0) {
      Event event = event_of(Event::Kind::drained);
      event.position = source.rows[source.committed - 1].position;
      source.stage.record(event);
    }
    return false;
  }
  const Row& row = source.rows[index_++];
  Event event = event_of(Event::Kind::read);
  event.row = row.id;
  event.position = row.position;
  source.stage.record(event);
  return true;
}

Row RowStream::row() const {
  const kernel::HostMode host;
  return source_->rows[index_ - 1];
}

std::optional<Row> RowStream::next() {
  if (!advance()) return std::nullopt;
  return row();
}

}  // namespace tidemark::fake
