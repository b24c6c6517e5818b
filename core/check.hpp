// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/core.h>

/// Broken contracts. They are always checked and always end the process: a stopped connector loses
/// time, a wrong checkpoint loses data.
namespace tidemark::detail {

/// A line of source. `std::source_location` says the same, but not under clang 14.
struct Where {
  const char* file;
  int line;
};

[[noreturn]] void end_of_contract(Where where, const char* condition, fmt::string_view sentence,
                                  fmt::format_args values);

/// Out of line, so that a check costs its caller one compare and one branch.
template <typename... Values>
[[noreturn, gnu::cold, gnu::noinline]] void check_failed(Where where, const char* condition,
                                                         fmt::format_string<Values...> sentence,
                                                         const Values&... values) {
  end_of_contract(where, condition, sentence, fmt::make_format_args(values...));
}

}  // namespace tidemark::detail

/// Aborts with a sentence and its values (fmt's format) unless `condition` holds.
#define TIDEMARK_CHECK(condition, ...) \
  (static_cast<bool>(condition)        \
       ? static_cast<void>(0)          \
       : ::tidemark::detail::check_failed({__FILE__, __LINE__}, #condition, __VA_ARGS__))
