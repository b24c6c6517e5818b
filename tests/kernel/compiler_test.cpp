// SPDX-License-Identifier: MIT
// The suite is run once for each compiler of the bodies.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "tidemark/tests/kernel/guest/bodies.hpp"

namespace tidemark::guest {
namespace {

// Were the module of another compiler not loaded, the suite would pass on that of the first one.
TEST(Guest, IsOfTheCompilerThatTheSuiteIsNamedFor) {
  const char* const wanted = std::getenv("TIDEMARK_GUEST");
  if (wanted == nullptr) {
    EXPECT_GT(std::string(compiler()).size(), 3U);
  } else {
    EXPECT_STREQ(compiler(), wanted);
  }
}

}  // namespace
}  // namespace tidemark::guest
