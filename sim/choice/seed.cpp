// SPDX-License-Identifier: MIT
#include "tidemark/sim/choice/seed.hpp"

#include <charconv>
#include <random>

#include "tidemark/sim/choice/generator.hpp"

namespace tidemark::sim::choice {
namespace {

constexpr std::size_t kCommitDigits = 40;

std::optional<std::uint64_t> parse_number(std::string_view digits, int base) {
  std::uint64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stopped, error] = std::from_chars(digits.data(), end, value, base);
  if (error != std::errc{} || stopped != end || digits.empty()) return std::nullopt;
  return value;
}

std::uint64_t mix_text(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char letter : text) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  }
  return hash;
}

/// Folds all 160 bits, so that two commits that share a prefix explore different executions.
std::optional<std::uint64_t> parse_commit(std::string_view digits) {
  std::uint64_t folded = 0;
  for (std::size_t at = 0; at < kCommitDigits; at += 8) {
    const auto part = parse_number(digits.substr(at, 8), 16);
    if (!part) return std::nullopt;
    folded ^= *part;
    folded = splitmix(folded);
  }
  return folded;
}

}  // namespace

std::optional<Seed> parse_seed(std::string_view text) {
  if (text.size() == kCommitDigits) {
    const auto folded = parse_commit(text);
    if (!folded) return std::nullopt;
    return Seed{.value = *folded, .from_commit = true};
  }
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  const auto value = parse_number(hexadecimal ? text.substr(2) : text, hexadecimal ? 16 : 10);
  if (!value) return std::nullopt;
  return Seed{.value = *value};
}

std::string format_seed(std::uint64_t value) {
  char digits[16];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value, 16);
  return "0x" + std::string(digits, error == std::errc{} ? end : digits);
}

std::uint64_t execution_seed(std::uint64_t seed, std::string_view scenario, std::uint64_t index) {
  std::uint64_t state = seed;
  const std::uint64_t campaign = splitmix(state) ^ mix_text(scenario);
  state = campaign + index;
  return splitmix(state);
}

std::uint64_t fresh_seed() {
  std::random_device entropy;
  // 32 bits: enough to differ from run to run, and short to read and to type.
  return entropy();
}

}  // namespace tidemark::sim::choice
