// SPDX-License-Identifier: MIT
#include "tidemark/sim/build/object_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

namespace tidemark::sim::build {
namespace {

TEST(ObjectFile, ReadsThisProgram) {
  const auto object = read_object("/proc/self/exe");
  ASSERT_TRUE(object);
  EXPECT_NE(std::find(object->sections.begin(), object->sections.end(), ".text"),
            object->sections.end());
  EXPECT_FALSE(object->needs.empty());
  EXPECT_FALSE(object->is_instrumented());
  EXPECT_FALSE(object->lists_scenarios());
}

TEST(ObjectFile, KnowsWhatItLooksForByName) {
  EXPECT_TRUE((ObjectFile{.needs = {"malloc", "__tsan_init"}, .sections = {}}.is_instrumented()));
  EXPECT_TRUE((ObjectFile{.needs = {}, .sections = {"tidemark_scenarios"}}.lists_scenarios()));
  const auto needs_core = [](const char* name) {
    return ObjectFile{.needs = {name}, .sections = {}}.needs_core();
  };
  EXPECT_TRUE(needs_core("_ZN8tidemark9PublisherC1Ev"));
  EXPECT_TRUE(needs_core("_ZNK8tidemark8Frontier8frontierEv"));
  EXPECT_FALSE(needs_core("_ZN8tidemark3sim5World3runEv"));
  EXPECT_FALSE(needs_core("_ZN8tidemark4fake9RowSourceD1Ev"));
  EXPECT_FALSE(needs_core("_ZN4user8tidemark1fEv"));
  EXPECT_FALSE(needs_core("puts"));
}

TEST(ObjectFile, RefusesWhatIsNoneAndSurvivesWhatIsCutShort) {
  std::ifstream stream("/proc/self/exe", std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(stream), {}};
  const std::string file = testing::TempDir() + "tidemark-object-test";
  EXPECT_FALSE(read_object(testing::TempDir() + "tidemark-no-such-file"));
  for (const std::size_t size : {0UL, 3UL, 40UL, 64UL, 5000UL, whole.size() / 2}) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << whole.substr(0, size);
    EXPECT_FALSE(read_object(file)) << size << " bytes";
  }
  std::ofstream(file, std::ios::trunc) << "int main() { return 0; } // a source, not an object";
  EXPECT_FALSE(read_object(file));
  std::remove(file.c_str());
}

}  // namespace
}  // namespace tidemark::sim::build
