// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <string>
#include <utility>

namespace tidemark::sim {

/// What a property says of the world right now: it holds, or a sentence that says why not.
///
/// Converts from `bool` and from whatever a model answers with (`holds()` and `sentence()`), so
/// that predicates need no wrapping.
class [[nodiscard]] Verdict {
 public:
  Verdict() = default;

  template <class T>
    requires std::same_as<T, bool>
  Verdict(T holds) : holds_(holds) {}  // NOLINT(google-explicit-constructor)

  template <class T>
    requires requires(const T& verdict) {
      { verdict.holds() } -> std::same_as<bool>;
      { verdict.sentence() } -> std::convertible_to<std::string>;
    }
  Verdict(const T& verdict) : holds_(verdict.holds()) {  // NOLINT(google-explicit-constructor)
    if (!holds_) sentence_ = verdict.sentence();
  }

  static Verdict violated(std::string sentence) {
    Verdict verdict;
    verdict.holds_ = false;
    verdict.sentence_ = std::move(sentence);
    return verdict;
  }

  /// Holds where two numbers are equal; otherwise says both.
  template <std::integral Actual, std::integral Expected>
  static Verdict equal(Actual actual, Expected expected) {
    if (std::cmp_equal(actual, expected)) return {};
    return violated("it is " + std::to_string(actual) + ", not " + std::to_string(expected));
  }

  bool holds() const { return holds_; }
  const std::string& sentence() const { return sentence_; }

 private:
  bool holds_ = true;
  std::string sentence_;
};

}  // namespace tidemark::sim
