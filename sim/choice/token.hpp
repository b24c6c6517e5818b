// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tidemark/sim/choice/fingerprint.hpp"
#include "tidemark/sim/choice/plan.hpp"
#include "tidemark/sim/choice/strategy.hpp"
#include "tidemark/sim/choice/strategy_random.hpp"

namespace tidemark::sim::choice {

/// A line of text from which a run can be repeated.
///
/// `tm1-COMPILER-SCENARIO[@MUTANT]-SEED-INDEX[-OPTION…]-CHECKSUM`, where an option is a letter and
/// a number: `g` (without one) a run of a search, `m` steps of the faulty phase, `c` crashes, `f`
/// faults, `t` timers, `p` the depth of PCT, `k` the choices of a run that was shrunk, `n` the
/// fingerprint. Only characters that no shell interprets.
struct Token {
  static constexpr int kSchema = 1;
  static constexpr std::size_t kLengthMax = 200;

  std::string compiler;
  std::string scenario;
  std::string mutant;  ///< empty for the code as it is
  std::uint64_t seed = 0;
  std::uint64_t execution = 0;
  std::optional<std::uint64_t> steps_max;
  Bounds bounds;
  Strategy strategy = {};
  std::optional<Fingerprint> fingerprint;
  /// Of a run that was shrunk; then seed and execution say where it came from.
  std::optional<Plan> plan = std::nullopt;

  friend bool operator==(const Token&, const Token&) = default;
};

/// The fingerprint is left out where the line would become longer than `kLengthMax`.
std::string format_token(const Token& token);

/// Whether the whole of it fits into `kLengthMax`, the fingerprint too.
bool fits_line(const Token& token);

enum class TokenError {
  none,
  not_a_token,   ///< does not begin like one
  other_schema,  ///< a token of another version of the format
  damaged,       ///< truncated or mistyped: the checksum does not match
};

struct TokenResult {
  std::optional<Token> token;
  TokenError error = TokenError::none;
};

TokenResult parse_token(std::string_view text);

/// The compiler and standard library this program was built with, as tokens record them ("gcc12").
/// Another one may draw the same choices and still run another program.
std::string this_compiler();

}  // namespace tidemark::sim::choice
