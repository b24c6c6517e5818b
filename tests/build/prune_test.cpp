// SPDX-License-Identifier: MIT
#include "tidemark/sim/build/prune.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <string>

namespace tidemark::sim::build {
namespace {

namespace fs = std::filesystem;

class Prune : public testing::Test {
 protected:
  Prune() : folder_(fs::path(testing::TempDir()) / "tidemark-prune-test") {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "3");
    for (const char* name : {"0", "1", "2", "3/inner", "4"}) std::ofstream(folder_ / name) << name;
    for (int age = 0; age < 5; ++age) {
      fs::last_write_time(folder_ / std::to_string(age),
                          fs::file_time_type::clock::now() - std::chrono::hours(age));
    }
  }
  ~Prune() override { fs::remove_all(folder_); }

  std::string left() const {
    std::string names;
    for (int age = 0; age < 5; ++age) {
      if (fs::exists(folder_ / std::to_string(age))) names += std::to_string(age);
    }
    return names;
  }

  fs::path folder_;
};

TEST_F(Prune, RemovesWhatIsOldestFoldersToo) {
  prune(folder_, 3);
  EXPECT_EQ(left(), "012");
}

TEST_F(Prune, KeepsWhatWasUsedJustNow) {
  mark_used(folder_ / "4");
  prune(folder_, 2);
  EXPECT_EQ(left(), "04");
}

TEST_F(Prune, RemovesNothingWhereThereIsRoom) {
  prune(folder_, 5);
  prune(folder_ / "nowhere", 0);
  EXPECT_EQ(left(), "01234");
}

}  // namespace
}  // namespace tidemark::sim::build
