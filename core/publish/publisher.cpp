// SPDX-License-Identifier: MIT
#include "tidemark/core/publish/publisher.hpp"

#include <utility>

#include "tidemark/core/check.hpp"

namespace tidemark {
namespace {

PublisherOptions checked(PublisherOptions options) {
  const auto complaint = options.validate();
  TIDEMARK_CHECK(!complaint, "publisher options: {}", *complaint);
  return options;
}

}  // namespace

Publisher::Publisher(const PublisherOptions& options, Consumer& consumer, CheckpointStore& store)
    : consumer_{consumer},
      timed_{checked(options).batch.period.has_value()},
      settlements_{std::make_shared<Settlements>(options, store)},
      soft_token_{soft_.get_token()},
      batcher_{options.batch} {
  if (timed_) timer_ = std::jthread{[this](const std::stop_token& stop) { run_timer(stop); }};
}

Publisher::~Publisher() { close(); }

PublishOutcome Publisher::publish(Row row) {
  std::optional<Flushed> flushed;
  {
    const std::lock_guard lock{batcher_mutex_};
    if (state_ != State::open) return refusal();
    newest_ = {.checkpoint = row.checkpoint, .snapshot = row.snapshot};
    const bool wakes_timer = timed_ && batcher_.empty();
    if (!batcher_.add(std::move(row))) {
      if (wakes_timer) timer_wake_.notify_one();
      return PublishOutcome::done;
    }
    flushed = flush_locked();
    if (!flushed) return PublishOutcome::poisoned;
  }
  return dispatch(std::move(*flushed));
}

PublishOutcome Publisher::flush_current() {
  std::optional<Flushed> flushed;
  {
    const std::lock_guard lock{batcher_mutex_};
    if (state_ != State::open) return refusal();
    flushed = flush_locked();
    if (!flushed) return PublishOutcome::poisoned;
  }
  return dispatch(std::move(*flushed));
}

PublishOutcome Publisher::flush_remaining() {
  timer_.request_stop();
  join_timer();
  return flush_current();
}

PublishOutcome Publisher::checkpoint_window(const Position& position) {
  Flushed marker{.newest = {.checkpoint = position}};
  {
    const std::lock_guard lock{batcher_mutex_};
    if (state_ != State::open) return refusal();
    if (!batcher_.empty()) {
      newest_.checkpoint = position;
      return PublishOutcome::done;
    }
    marker.ticket = queue_.take();
  }
  return dispatch(std::move(marker));
}

PublishOutcome Publisher::drain() {
  const PublishOutcome flushed = flush_current();
  if (flushed != PublishOutcome::done) return flushed;
  if (settlements_->wait_until_stored()) return PublishOutcome::done;
  return why_not();
}

PublishOutcome Publisher::wait_for_snapshot() {
  return settlements_->wait_for_snapshot() ? PublishOutcome::done : why_not();
}

StoreOutcome Publisher::store_snapshot(const Position& position) {
  return settlements_->store_snapshot(position);
}

void Publisher::stop(StopMode mode) {
  // Waits end before any lock is asked for, so that a stop gets through whatever is parked.
  soft_.request_stop();
  timer_.request_stop();
  settlements_->give_up();
  {
    const std::lock_guard lock{batcher_mutex_};
    state_ = State::closed;
  }
  if (mode == StopMode::hard) settlements_->fence();
}

void Publisher::close() {
  stop(StopMode::hard);
  join_timer();
}

bool Publisher::poisoned() const { return queue_.sealed() || settlements_->pinned(); }

std::int64_t Publisher::snapshot_in_flight() const { return settlements_->snapshot_in_flight(); }

std::size_t Publisher::pending() const { return settlements_->pending(); }

SettlementCounts Publisher::counts() const { return settlements_->counts(); }

PublishOutcome Publisher::refusal() const {
  return state_ == State::closed ? PublishOutcome::stopped : PublishOutcome::poisoned;
}

/// Empties the batcher and takes the place of what was in it, in one step (P-1). Empty where the
/// flush lost the rows.
std::optional<Publisher::Flushed> Publisher::flush_locked() {
  FlushResult result = batcher_.flush();
  const Newest newest = std::exchange(newest_, {});
  if (result.outcome == ProcessOutcome::failed) {
    // While the batcher is locked: the next flusher would take a place that is still good (B17).
    poison_locked();
    return std::nullopt;
  }
  return Flushed{.ticket = queue_.take(), .batch = std::move(result.batch), .newest = newest};
}

/// Nothing behind the rows that were lost may be tracked, from the buffer or from the queue.
void Publisher::poison_locked() {
  if (state_ == State::open) state_ = State::poisoned;
  queue_.seal();
  settlements_->give_up();
}

/// Brings a batch to the consumer when its turn has come.
PublishOutcome Publisher::dispatch(Flushed flushed) {
  const OnAbandon on_abandon = flushed.batch.empty() ? OnAbandon::skip : OnAbandon::seal;
  switch (queue_.acquire(flushed.ticket, soft_token_, on_abandon)) {
    case AcquireOutcome::sealed: return PublishOutcome::poisoned;
    case AcquireOutcome::cancelled:
      return on_abandon == OnAbandon::seal ? lose_rows() : PublishOutcome::stopped;
    case AcquireOutcome::admitted: break;
  }
  const TicketTurn turn{queue_};
  if (!flushed.batch.empty()) return track_and_send(std::move(flushed));
  const auto& position = flushed.newest.checkpoint;
  // All rows before a marker are tracked. Nothing is lost with one that is not.
  if (!position || flushed.newest.snapshot || settlements_->mark(*position, soft_token_)) {
    return PublishOutcome::done;
  }
  return PublishOutcome::stopped;
}

PublishOutcome Publisher::track_and_send(Flushed flushed) {
  const auto& [checkpoint, snapshot] = flushed.newest;
  const auto tracked = settlements_->track(snapshot ? std::nullopt : checkpoint,
                                           flushed.batch.size(), snapshot, soft_token_);
  if (!tracked) return lose_rows();
  Settle settle = [settlements = settlements_, batch = *tracked](Settlement settlement) {
    return settlements->settle(batch, settlement);
  };
  if (consumer_.send(std::move(flushed.batch), std::move(settle), soft_token_) ==
      SendOutcome::accepted) {
    return PublishOutcome::done;
  }
  settlements_->abandon(*tracked);
  return lose_rows();
}

/// A batch was not handed over; nothing that comes later may rely on this generation. Whoever has
/// the turn calls this before it ends: a batch behind would pass these rows (P-3), and a barrier
/// behind would report them as handed over (G-8).
PublishOutcome Publisher::lose_rows() {
  const std::lock_guard lock{batcher_mutex_};
  poison_locked();
  return why_not();
}

/// The reason for which a wait has ended early, or a batch was not handed over.
PublishOutcome Publisher::why_not() const {
  return soft_token_.stop_requested() ? PublishOutcome::stopped : PublishOutcome::poisoned;
}

void Publisher::run_timer(const std::stop_token& stop) {
  while (auto flushed = next_timed_flush(stop)) {
    if (dispatch(std::move(*flushed)) != PublishOutcome::done) return;
  }
}

/// Sleeps until the period asks for a flush of what is buffered, then takes it. With nothing
/// buffered it sleeps without a deadline. Empty when the loop has to end: stop, or a flush that
/// failed.
std::optional<Publisher::Flushed> Publisher::next_timed_flush(const std::stop_token& stop) {
  const std::lock_guard lock{batcher_mutex_};
  for (;;) {
    timer_wake_.wait(batcher_mutex_, stop,
                     [this]() TIDEMARK_REQUIRES(batcher_mutex_) { return !batcher_.empty(); });
    if (stop.stop_requested() || state_ != State::open) return std::nullopt;
    // Read anew after every sleep: a count flush may have come first (B12).
    const auto left = *batcher_.until_next();
    if (left <= Batcher::kDue) return flush_locked();
    timer_wake_.wait_for(batcher_mutex_, stop, left, [] { return false; });
  }
}

void Publisher::join_timer() {
  const std::lock_guard lock{join_mutex_};
  if (timer_.joinable()) timer_.join();
}

}  // namespace tidemark
