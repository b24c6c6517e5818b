// SPDX-License-Identifier: MIT
#include "tidemark/core/check.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace tidemark::detail {

void end_of_contract(Where where, const char* condition, fmt::string_view sentence,
                     fmt::format_args values) {
  const std::string text = fmt::format("{}:{}: {} [{} does not hold]\n", where.file, where.line,
                                       fmt::vformat(sentence, values), condition);
  // One write, so that two threads that fail together stay readable.
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::abort();
}

}  // namespace tidemark::detail
