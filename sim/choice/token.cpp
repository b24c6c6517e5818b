// SPDX-License-Identifier: MIT
#include "tidemark/sim/choice/token.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "tidemark/sim/choice/generator.hpp"
#include "tidemark/sim/choice/seed.hpp"

namespace tidemark::sim::choice {
namespace {

constexpr std::size_t kChecksumDigits = 8;

std::string checksum_of(std::string_view text) {
  std::uint64_t state = text.size();
  for (const char letter : text) {
    state ^= static_cast<unsigned char>(letter);
    state = splitmix(state);
  }
  std::string digits = format_seed(state | (std::uint64_t{1} << 63)).substr(2);
  return digits.substr(digits.size() - kChecksumDigits);
}

template <typename Number>
std::optional<Number> parse_decimal(std::string_view text) {
  Number value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stopped != end || text.empty()) return std::nullopt;
  return value;
}

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> fields;
  while (true) {
    const std::size_t dash = text.find('-');
    fields.push_back(text.substr(0, dash));
    if (dash == std::string_view::npos) return fields;
    text.remove_prefix(dash + 1);
  }
}

bool read_bound(std::string_view digits, std::uint32_t& bound) {
  const auto value = parse_decimal<std::uint32_t>(digits);
  if (value) bound = *value;
  return value.has_value();
}

bool read_option(std::string_view field, Token& token) {
  const std::string_view rest = field.substr(1);
  switch (field.front()) {
    case 'm':
      token.steps_max = parse_decimal<std::uint64_t>(rest);
      return token.steps_max.has_value();
    case 'g': token.strategy.proof = true; return rest.empty();
    case 'c': return read_bound(rest, token.bounds.events);
    case 'f': return read_bound(rest, token.bounds.faults);
    case 't': return read_bound(rest, token.bounds.advances);
    case 'p': {
      const auto strategy = parse_strategy("pct:" + std::string(rest));
      token.strategy = strategy.value_or(Strategy{});
      return strategy.has_value();
    }
    case 'k': token.plan = unpack_plan(rest); return token.plan.has_value();
    case 'n': token.fingerprint = parse_fingerprint(rest); return token.fingerprint.has_value();
    default: return false;
  }
}

/// Reads the fields between the schema and the checksum, from the end: a scenario's name may hold
/// dashes, the fields behind it do not.
std::optional<Token> read_fields(std::vector<std::string_view> fields) {
  Token token;
  while (fields.size() > 4 && !fields.back().empty() && !is_digit(fields.back().front())) {
    if (!read_option(fields.back(), token)) return std::nullopt;
    fields.pop_back();
  }
  if (fields.size() < 4) return std::nullopt;
  const auto execution = parse_decimal<std::uint64_t>(fields.back());
  fields.pop_back();
  const auto seed = parse_seed(fields.back());
  fields.pop_back();
  if (!execution || !seed) return std::nullopt;
  token.execution = *execution;
  token.seed = seed->value;
  token.compiler = fields.front();
  const char* const begin = fields[1].data();
  const std::string_view name(begin, fields.back().data() + fields.back().size());
  const std::size_t at = std::min(name.find('@'), name.size());
  token.scenario = name.substr(0, at);
  if (at < name.size()) token.mutant = name.substr(at + 1);
  return token;
}

std::string options_of(const Token& token) {
  std::string text;
  if (token.strategy.proof) text += "-g";
  if (token.steps_max) text += "-m" + std::to_string(*token.steps_max);
  const auto add = [&](char letter, std::uint32_t bound) {
    if (bound != Bounds::kUnbounded) text += std::string("-") + letter + std::to_string(bound);
  };
  add('c', token.bounds.events);
  add('f', token.bounds.faults);
  add('t', token.bounds.advances);
  if (token.strategy.pct_depth > 0) text += "-p" + std::to_string(token.strategy.pct_depth);
  if (token.plan) text += "-k" + pack_plan(*token.plan);
  return text;
}

std::string body_of(const Token& token) {
  return "tm" + std::to_string(Token::kSchema) + "-" + token.compiler + "-" + token.scenario +
         (token.mutant.empty() ? "" : "@" + token.mutant) + "-" + format_seed(token.seed) + "-" +
         std::to_string(token.execution) + options_of(token);
}

std::string print_of(const Token& token) {
  return token.fingerprint ? "-n" + format_fingerprint(*token.fingerprint) : "";
}

bool fits(const std::string& body, const std::string& print) {
  return body.size() + print.size() + 1 + kChecksumDigits <= Token::kLengthMax;
}

}  // namespace

std::string format_token(const Token& token) {
  std::string text = body_of(token);
  if (const std::string print = print_of(token); fits(text, print)) text += print;
  return text + "-" + checksum_of(text);
}

bool fits_line(const Token& token) { return fits(body_of(token), print_of(token)); }

TokenResult parse_token(std::string_view text) {
  const std::size_t dash = text.find('-');
  if (!text.starts_with("tm") || dash == 2 || dash == std::string_view::npos ||
      !std::all_of(text.begin() + 2, text.begin() + static_cast<std::ptrdiff_t>(dash), is_digit)) {
    return {.token = std::nullopt, .error = TokenError::not_a_token};
  }
  if (parse_decimal<int>(text.substr(2, dash - 2)) != Token::kSchema) {
    return {.token = std::nullopt, .error = TokenError::other_schema};
  }
  const std::size_t last = text.rfind('-');
  if (last == dash || checksum_of(text.substr(0, last)) != text.substr(last + 1)) {
    return {.token = std::nullopt, .error = TokenError::damaged};
  }
  auto token = read_fields(split(text.substr(dash + 1, last - dash - 1)));
  const TokenError error = token ? TokenError::none : TokenError::damaged;
  return {.token = std::move(token), .error = error};
}

std::string this_compiler() {
#if defined(__clang__)
  const std::string name = "clang" + std::to_string(__clang_major__);
  const int major = 0;
#else
  const std::string name = "gcc" + std::to_string(__GNUC__);
  const int major = __GNUC__;
#endif
#if defined(_GLIBCXX_RELEASE)
  // The library is part of the program; its release is only worth a word where it is not the
  // compiler's own.
  if (_GLIBCXX_RELEASE != major) return name + "." + std::to_string(_GLIBCXX_RELEASE);
#endif
  return name;
}

}  // namespace tidemark::sim::choice
