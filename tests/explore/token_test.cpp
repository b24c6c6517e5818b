// SPDX-License-Identifier: MIT
#include "tidemark/sim/choice/token.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tidemark::sim::choice {
namespace {

Token plain() {
  return {.compiler = "gcc12",
          .scenario = "publisher/acks_in_any_order",
          .mutant = {},
          .seed = 42,
          .execution = 17,
          .steps_max = {},
          .bounds = {},
          .fingerprint = {}};
}

Token full() {
  Token token = plain();
  token.mutant = "track_after_unlock";
  token.steps_max = 800;
  token.bounds = {.events = 2, .faults = 0, .advances = 9};
  token.fingerprint = fingerprint_of(std::vector<std::uint64_t>(210, 0xabcdef));
  return token;
}

TEST(Token, IsReadBackAsWritten) {
  for (const Token& token : {plain(), full()}) {
    const auto result = parse_token(format_token(token));
    ASSERT_TRUE(result.token) << format_token(token);
    EXPECT_EQ(*result.token, token);
  }
}

TEST(Token, IsReadable) {
  const std::string text = format_token(plain());
  EXPECT_TRUE(text.starts_with("tm1-gcc12-publisher/acks_in_any_order-0x2a-17-")) << text;
}

TEST(Token, FitsIntoALine) {
  Token token = full();
  EXPECT_LE(format_token(token).size(), Token::kLengthMax);
  token.scenario = "family/" + std::string(120, 'x');
  const std::string text = format_token(token);
  EXPECT_LE(text.size(), Token::kLengthMax);
  ASSERT_TRUE(parse_token(text).token);
  EXPECT_FALSE(parse_token(text).token->fingerprint);
}

TEST(Token, KeepsAScenarioWithDashesInItsName) {
  Token token = plain();
  token.scenario = "a-b/c-d-3";
  const auto result = parse_token(format_token(token));
  ASSERT_TRUE(result.token);
  EXPECT_EQ(result.token->scenario, token.scenario);
}

TEST(Token, RefusesEveryTruncation) {
  const std::string text = format_token(full());
  for (std::size_t length = 0; length < text.size(); ++length) {
    EXPECT_FALSE(parse_token(text.substr(0, length)).token) << length;
  }
}

TEST(Token, RefusesEveryChangedLetter) {
  const std::string text = format_token(plain());
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string changed = text;
    changed[at] = changed[at] == 'q' ? 'r' : 'q';
    EXPECT_FALSE(parse_token(changed).token) << changed;
  }
}

TEST(Token, TellsOtherSchemasFromOtherText) {
  EXPECT_EQ(parse_token("tm2-gcc12-a/b-0x1-1-00000000").error, TokenError::other_schema);
  EXPECT_EQ(parse_token("tm1-gcc12-a/b").error, TokenError::damaged);
  for (const char* text : {"", "tm", "tm-", "tmx-1", "failure.json", "xtm1-a"}) {
    EXPECT_EQ(parse_token(text).error, TokenError::not_a_token) << text;
  }
}

TEST(Fingerprint, IsReadBackAsWritten) {
  for (const std::size_t steps : {0, 1, 2, 15, 16, 17, 210, 5000}) {
    std::vector<std::uint64_t> hashes(steps);
    for (std::size_t at = 0; at < steps; ++at) hashes[at] = at * 0x9e3779b97f4a7c15;
    const Fingerprint print = fingerprint_of(hashes);
    EXPECT_EQ(parse_fingerprint(format_fingerprint(print)), print) << steps;
    EXPECT_FALSE(first_difference(print, hashes)) << steps;
  }
}

TEST(Fingerprint, NarrowsDownWhereARunLeavesThePath) {
  std::vector<std::uint64_t> hashes(160);
  for (std::size_t at = 0; at < hashes.size(); ++at) hashes[at] = at;
  const Fingerprint print = fingerprint_of(hashes);
  for (const std::size_t parted : {0, 9, 10, 11, 100, 159}) {
    std::vector<std::uint64_t> other = hashes;
    for (std::size_t at = parted; at < other.size(); ++at) other[at] ^= 0xff;
    const auto window = first_difference(print, other);
    ASSERT_TRUE(window);
    EXPECT_LE(window->first, parted);
    EXPECT_GT(window->end, parted);
    EXPECT_LE(window->end - window->first, 10U);
  }
}

TEST(Fingerprint, NoticesARunThatEndsEarlierOrLater) {
  const std::vector<std::uint64_t> hashes(50, 7);
  const Fingerprint print = fingerprint_of(hashes);
  EXPECT_TRUE(first_difference(print, std::vector<std::uint64_t>(49, 7)));
  EXPECT_TRUE(first_difference(print, std::vector<std::uint64_t>(51, 7)));
}

}  // namespace
}  // namespace tidemark::sim::choice
