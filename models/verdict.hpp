// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>

namespace tidemark::models {

/// What a model says of a history: it holds, or a sentence with the values that break it.
class [[nodiscard]] Verdict {
 public:
  /// Holds.
  Verdict() = default;

  /// Is violated; `sentence` is not empty.
  static Verdict violated(std::string sentence) {
    Verdict verdict;
    verdict.sentence_ = std::move(sentence);
    return verdict;
  }

  bool holds() const { return sentence_.empty(); }
  const std::string& sentence() const { return sentence_; }

 private:
  std::string sentence_;
};

}  // namespace tidemark::models
