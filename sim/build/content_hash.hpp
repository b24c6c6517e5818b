// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace tidemark::sim::build {

/// A name for content: equal for equal parts in equal order. 128 bits against accidents, not
/// against adversaries.
class ContentHash {
 public:
  /// Adds one part; where parts end is part of the name.
  void add(std::string_view part);

  /// 32 hexadecimal digits.
  std::string text() const;

 private:
  std::uint64_t low_ = 0x9e3779b97f4a7c15;
  std::uint64_t high_ = 0xc2b2ae3d27d4eb4f;
};

/// The name of a file's content; empty where it cannot be read.
std::string hash_of_file(const std::filesystem::path& file);

}  // namespace tidemark::sim::build
