// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "tidemark/sim/explore/batch.hpp"

/// How a batch crosses from one process of a campaign to another.
namespace tidemark::sim::explore {

/// A batch and the index of its scenario.
struct Parcel {
  std::size_t lane = 0;
  Batch batch;
};

/// Appends a parcel to what is to be sent.
void pack(std::string& to, std::size_t lane, const Batch& batch);

/// Takes the first parcel off what has come; empty where not all of it has come yet.
std::optional<Parcel> unpack(std::string_view& from);

}  // namespace tidemark::sim::explore
