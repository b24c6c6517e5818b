// SPDX-License-Identifier: MIT
#include "tidemark/core/publish/publisher_options.hpp"

#include <fmt/core.h>

namespace tidemark {

std::optional<std::string> PublisherOptions::validate() const {
  if (const auto complaint = batch.validate()) return "batch." + *complaint;
  if (checkpoint_limit < 1) {
    return fmt::format("checkpoint_limit must be at least 1, it is {}", checkpoint_limit);
  }
  if (store_retry.count() < 1) {
    return fmt::format("store_retry must be longer than nothing, it is {} ns", store_retry.count());
  }
  return std::nullopt;
}

}  // namespace tidemark
