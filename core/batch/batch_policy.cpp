// SPDX-License-Identifier: MIT
#include "tidemark/core/batch/batch_policy.hpp"

#include <fmt/core.h>

namespace tidemark {

BatchPolicy BatchPolicy::effective() const {
  BatchPolicy policy = *this;
  if (!count && !byte_size && !period && !check) policy.count = 1;
  return policy;
}

std::optional<std::string> BatchPolicy::validate() const {
  if (count && *count < 1) return fmt::format("count must be at least 1, it is {}", *count);
  if (byte_size && *byte_size < 1) {
    return fmt::format("byte_size must be at least 1, it is {}", *byte_size);
  }
  if (period && period->count() < 1) {
    return fmt::format("period must be longer than nothing, it is {} ns", period->count());
  }
  return std::nullopt;
}

}  // namespace tidemark
