// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "tidemark/sim/cli/options.hpp"
#include "tidemark/sim/cli/select.hpp"

namespace tidemark::sim::cli {
namespace {

ParseResult parse_words(std::vector<const char*> words) {
  words.insert(words.begin(), "tidemark");
  return parse(words);
}

Options good(const std::vector<const char*>& words) {
  const ParseResult result = parse_words(words);
  if (const auto* wrong = std::get_if<report::Diagnostic>(&result)) {
    ADD_FAILURE() << report::render(*wrong);
    return {};
  }
  return std::get<Options>(result);
}

std::string bad(const std::vector<const char*>& words) {
  const ParseResult result = parse_words(words);
  const auto* wrong = std::get_if<report::Diagnostic>(&result);
  return wrong != nullptr ? report::render(*wrong) : "";
}

TEST(CommandLine, TakesFlagsBeforeAndAfterPatterns) {
  const Options options = good({"run", "--seed", "7", "publisher", "--executions=12", "session",
                                "--time", "90s", "--keep-going", "--crashes", "0"});
  EXPECT_EQ(options.verb, "run");
  EXPECT_EQ(options.arguments, (std::vector<std::string>{"publisher", "session"}));
  EXPECT_EQ(options.seed->value, 7U);
  EXPECT_EQ(options.executions, 12U);
  EXPECT_EQ(options.time, std::chrono::seconds(90));
  EXPECT_EQ(options.bounds.events, 0U);
  EXPECT_TRUE(options.keep_going);
  EXPECT_FALSE(options.quiet);
}

TEST(CommandLine, LetsTheFlagWinOverTheEnvironment) {
  setenv("TIDEMARK_SEED", "5", 1);
  setenv("TIDEMARK_MAX_STEPS", "900", 1);
  EXPECT_EQ(good({"run"}).seed->value, 5U);
  EXPECT_EQ(good({"run"}).steps_max, 900U);
  EXPECT_EQ(good({"run", "--seed", "6"}).seed->value, 6U);
  setenv("TIDEMARK_SEED", "five", 1);
  EXPECT_NE(bad({"run"}), "");
  unsetenv("TIDEMARK_SEED");
  unsetenv("TIDEMARK_MAX_STEPS");
}

TEST(CommandLine, ReadsLengthsOfTime) {
  EXPECT_EQ(parse_duration("60s"), std::chrono::seconds(60));
  EXPECT_EQ(parse_duration("60"), std::chrono::seconds(60));
  EXPECT_EQ(parse_duration("1.5m"), std::chrono::seconds(90));
  EXPECT_EQ(parse_duration("250ms"), std::chrono::milliseconds(250));
  for (const char* text : {"", "s", "0s", "-5s", "5 s", "5x", "1e99h", "nan"}) {
    EXPECT_FALSE(parse_duration(text)) << text;
  }
}

struct BadCase {
  std::vector<const char*> words;
  const char* says;
};

TEST(CommandLine, ExplainsWhatIsWrong) {
  const BadCase cases[] = {
      {{}, "a verb is needed"},
      {{"rnu"}, "did you mean 'run'?"},
      {{"--sede"}, "unknown flag '--sede'"},
      {{"run", "--sede", "1"}, "did you mean '--seed'?"},
      {{"run", "--seed", "-1"}, "--seed does not take '-1'"},
      {{"run", "--seed", "0xzz"}, "expected a decimal number"},
      {{"run", "--executions", "-5"}, "--executions does not take '-5'"},
      {{"run", "--executions", "0"}, "above zero"},
      {{"run", "--time", "-1s"}, "--time does not take '-1s'"},
      {{"run", "--time", "soon"}, "60s, 5m or 250ms"},
      {{"run", "--strategy", "randon"}, "did you mean 'random'?"},
      {{"run", "--crashes", "4294967295"}, "--crashes does not take"},
      {{"run", "--seed"}, "--seed"},
      {{"replay"}, "needs an argument"},
      {{"replay", "a", "b"}, "one argument too many"},
  };
  for (const BadCase& each : cases) {
    const std::string text = bad(each.words);
    EXPECT_TRUE(text.starts_with("error: ")) << each.says;
    EXPECT_NE(text.find(each.says), std::string::npos) << text;
    EXPECT_TRUE(text.find("  help: ") != std::string::npos ||
                text.find("  note: ") != std::string::npos)
        << text;
  }
}

TEST(CommandLine, HelpListsOnlyTheFlagsOfAVerb) {
  const ParseResult result = parse_words({"replay", "--help"});
  const auto* help = std::get_if<HelpText>(&result);
  ASSERT_NE(help, nullptr);
  EXPECT_NE(help->text.find("--artifacts"), std::string::npos);
  EXPECT_EQ(help->text.find("--seed"), std::string::npos);
  EXPECT_TRUE(std::holds_alternative<HelpText>(parse_words({"--help"})));
}

constexpr std::string_view kTags[] = {"slow"};
const Scenario kTable[] = {{.name = "publisher/acks",
                            .claim = "",
                            .tags = kTags,
                            .properties = {},
                            .goals = {},
                            .body = nullptr},
                           {.name = "publisher/acks_late",
                            .claim = "",
                            .tags = {},
                            .properties = {},
                            .goals = {},
                            .body = nullptr},
                           {.name = "session/close",
                            .claim = "",
                            .tags = {},
                            .properties = {},
                            .goals = {},
                            .body = nullptr}};

std::size_t selected(const std::vector<std::string>& patterns) {
  const auto result = select(kTable, patterns);
  const auto* selection = std::get_if<Selection>(&result);
  return selection != nullptr ? selection->size() : 0;
}

TEST(Selection, TakesNamesFamiliesTagsAndWildcards) {
  EXPECT_EQ(selected({}), 3U);
  EXPECT_EQ(selected({"publisher"}), 2U);
  EXPECT_EQ(selected({"publisher/acks"}), 1U);
  EXPECT_EQ(selected({"*/close", "slow"}), 2U);
  EXPECT_EQ(selected({"late"}), 1U);
}

TEST(Selection, SuggestsWhatWasMeant) {
  const auto result = select(kTable, std::vector<std::string>{"publisher/acsk"});
  const auto* wrong = std::get_if<report::Diagnostic>(&result);
  ASSERT_NE(wrong, nullptr);
  EXPECT_EQ(report::render(*wrong),
            "error: unknown scenario 'publisher/acsk'\n  help: did you mean 'publisher/acks'?\n"
            "  note: `tidemark list publisher` shows the 2 in that family\n");
}

}  // namespace
}  // namespace tidemark::sim::cli
