// SPDX-License-Identifier: MIT
#include "tidemark/sim/build/content_hash.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <set>
#include <string>

namespace tidemark::sim::build {
namespace {

std::string name_of(std::initializer_list<std::string_view> parts) {
  ContentHash hash;
  for (const std::string_view part : parts) hash.add(part);
  return hash.text();
}

TEST(ContentHash, IsEqualForEqualParts) {
  EXPECT_EQ(name_of({"a file", "-O1"}), name_of({"a file", "-O1"}));
  EXPECT_EQ(name_of({"x"}).size(), 32u);
}

TEST(ContentHash, TellsApartWhatDiffersInOneLetterOrInWhereAPartEnds) {
  const std::set<std::string> names = {
      name_of({}),           name_of({""}),
      name_of({"", ""}),     name_of({"ab"}),
      name_of({"a", "b"}),   name_of({"b", "a"}),
      name_of({"ab", ""}),   name_of({"", "ab"}),
      name_of({"abc"}),      name_of({"12345678"}),
      name_of({"12345679"}), name_of({"123456780"}),
      name_of({"a"}),        name_of({std::string_view("a\0", 2)})};
  EXPECT_EQ(names.size(), 14u);
}

}  // namespace
}  // namespace tidemark::sim::build
