// SPDX-License-Identifier: MIT
#include "tidemark/sim/build/content_hash.hpp"

#include <fmt/format.h>

#include <cstring>

#include "tidemark/sim/choice/generator.hpp"
#include "tidemark/sim/cli/files.hpp"

namespace tidemark::sim::build {

void ContentHash::add(std::string_view part) {
  const auto mix = [this](std::uint64_t word) {
    low_ ^= word;
    low_ = choice::splitmix(low_);
    high_ += word ^ (low_ << 1);
    high_ = choice::splitmix(high_);
  };
  mix(part.size());
  while (!part.empty()) {
    std::uint64_t word = 0;
    const std::size_t taken = part.size() < sizeof word ? part.size() : sizeof word;
    std::memcpy(&word, part.data(), taken);
    mix(word);
    part.remove_prefix(taken);
  }
}

std::string ContentHash::text() const { return fmt::format("{:016x}{:016x}", high_, low_); }

std::string hash_of_file(const std::filesystem::path& file) {
  const auto text = cli::read_file(file);
  if (!text) return {};
  ContentHash hash;
  hash.add(*text);
  return hash.text();
}

}  // namespace tidemark::sim::build
