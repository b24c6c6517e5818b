// SPDX-License-Identifier: MIT
#include "tidemark/core/ack/ack_set.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "tidemark/core/check.hpp"

namespace tidemark {
namespace {

/// Fails a handle that nobody has taken over by the end of the scope: unwinding would drop it, and
/// a handle that is dropped counts as delivered.
class FailedUnlessTaken {
 public:
  explicit FailedUnlessTaken(const AckRef& ack) : ack_{ack} {}
  ~FailedUnlessTaken() {
    if (ack_) ack_.fail();
  }
  FailedUnlessTaken(const FailedUnlessTaken&) = delete;
  FailedUnlessTaken& operator=(const FailedUnlessTaken&) = delete;

 private:
  const AckRef& ack_;
};

}  // namespace

AckSet::AckSet(std::vector<AckRef> acks) : acks_{std::move(acks)} {
  const auto found = std::find_if(acks_.begin(), acks_.end(), [](const AckRef& a) { return !a; });
  TIDEMARK_CHECK(found == acks_.end(), "handle {} of {} was moved from",
                 std::distance(acks_.begin(), found), acks_.size());
}

AckSet::~AckSet() {
  for (const AckRef& ack : acks_) ack.fail();
}

AckSet& AckSet::operator=(AckSet&& other) noexcept {
  // By way of a set of its own, which fails what was held here, also where both are one.
  AckSet taken{std::move(other)};
  std::swap(acks_, taken.acks_);
  return *this;
}

void AckSet::push(AckRef ack) {
  TIDEMARK_CHECK(ack, "the handle was moved from: set of {}", acks_.size());
  const FailedUnlessTaken guard{ack};
  acks_.push_back(std::move(ack));
}

void AckSet::absorb(AckSet&& other) {
  if (this == &other) return;
  acks_.reserve(acks_.size() + other.acks_.size());
  std::move(other.acks_.begin(), other.acks_.end(), std::back_inserter(acks_));
  other.acks_.clear();
}

void AckSet::deliver() && noexcept { acks_.clear(); }

}  // namespace tidemark
