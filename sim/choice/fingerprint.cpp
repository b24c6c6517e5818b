// SPDX-License-Identifier: MIT
#include "tidemark/sim/choice/fingerprint.hpp"

#include <algorithm>
#include <charconv>

namespace tidemark::sim::choice {
namespace {

std::size_t mark_count(std::uint64_t steps) {
  return static_cast<std::size_t>(std::min<std::uint64_t>(steps, Fingerprint::kMarksMax));
}

/// The step after which the `mark`-th byte is taken; the last mark is the last step.
std::uint64_t step_of(std::uint64_t steps, std::size_t mark) {
  return (mark + 1) * steps / mark_count(steps) - 1;
}

std::optional<std::uint8_t> parse_byte(std::string_view digits) {
  std::uint8_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stopped, error] = std::from_chars(digits.data(), end, value, 16);
  if (error != std::errc{} || stopped != end) return std::nullopt;
  return value;
}

}  // namespace

Fingerprint fingerprint_of(std::span<const std::uint64_t> hashes) {
  Fingerprint print{.steps = hashes.size(), .marks = {}};
  for (std::size_t mark = 0; mark < mark_count(hashes.size()); ++mark) {
    print.marks.push_back(static_cast<std::uint8_t>(hashes[step_of(hashes.size(), mark)]));
  }
  return print;
}

std::optional<Window> first_difference(const Fingerprint& recorded,
                                       std::span<const std::uint64_t> hashes) {
  std::uint64_t same = 0;
  for (std::size_t mark = 0; mark < recorded.marks.size(); ++mark) {
    const std::uint64_t step = step_of(recorded.steps, mark);
    if (step >= hashes.size()) return Window{same, hashes.size() + 1};
    if (static_cast<std::uint8_t>(hashes[step]) != recorded.marks[mark]) {
      return Window{same, step + 1};
    }
    same = step + 1;
  }
  if (hashes.size() != recorded.steps) return Window{same, same + 1};
  return std::nullopt;
}

std::string format_fingerprint(const Fingerprint& print) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text = std::to_string(print.steps) + ".";
  for (const std::uint8_t mark : print.marks) {
    text += kDigits[mark >> 4];
    text += kDigits[mark & 15];
  }
  return text;
}

std::optional<Fingerprint> parse_fingerprint(std::string_view text) {
  Fingerprint print;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, print.steps);
  if (error != std::errc{} || stopped == end || *stopped != '.') return std::nullopt;
  const std::string_view digits(stopped + 1, end);
  if (digits.size() != 2 * mark_count(print.steps)) return std::nullopt;
  for (std::size_t at = 0; at < digits.size(); at += 2) {
    const auto mark = parse_byte(digits.substr(at, 2));
    if (!mark) return std::nullopt;
    print.marks.push_back(*mark);
  }
  return print;
}

}  // namespace tidemark::sim::choice
