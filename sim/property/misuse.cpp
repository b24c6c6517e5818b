// SPDX-License-Identifier: MIT
#include "tidemark/sim/property/misuse.hpp"

#include <algorithm>

#include "tidemark/sim/kernel/host.hpp"

namespace tidemark::sim {
namespace {

// World memory is gone when the caller reads the sentence.
char sentence_kept[512];

}  // namespace

void misuse(const std::string& sentence) {
  const std::size_t length = std::min(sentence.size(), sizeof sentence_kept - 1);
  std::copy_n(sentence.data(), length, sentence_kept);
  sentence_kept[length] = '\0';
  kernel::fail(kernel::Category::misuse, "misuse", sentence_kept);
}

const char* misuse_of_last_run() { return sentence_kept[0] == '\0' ? nullptr : sentence_kept; }

void clear_misuse() { sentence_kept[0] = '\0'; }

}  // namespace tidemark::sim
