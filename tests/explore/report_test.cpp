// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tidemark/sim/report/column_table.hpp"
#include "tidemark/sim/report/diagnostic.hpp"
#include "tidemark/sim/report/operation.hpp"
#include "tidemark/sim/report/recording.hpp"
#include "tidemark/sim/report/row_selection.hpp"
#include "tidemark/sim/report/summary.hpp"

namespace tidemark::sim::report {
namespace {

using kernel::NoteKind;
using kernel::OperationKind;

Trace trace_of(std::size_t threads, std::size_t steps) {
  Trace trace;
  for (std::size_t at = 0; at < threads; ++at) {
    ThreadEnd& thread = trace.threads.emplace_back();
    thread.fiber = static_cast<kernel::FiberId>(at);
    thread.name = "connector/worker" + std::to_string(at);
  }
  for (std::size_t at = 0; at < steps; ++at) {
    TraceRow& row = trace.rows.emplace_back();
    row.is_step = true;
    row.step = at;
    row.fiber = static_cast<kernel::FiberId>(at % threads);
    row.operation = {
        .kind = OperationKind::load, .order = 0, .object = 3, .pc = 0, .label = nullptr};
    row.value = at;
    row.hash = at * 31;
  }
  return trace;
}

TraceRow note(kernel::FiberId fiber, NoteKind kind, const char* text) {
  TraceRow row;
  row.fiber = fiber;
  row.note = kind;
  row.text = text;
  return row;
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  std::size_t from = 0;
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', from)) {
    widest = std::max(widest, at - from);
    from = at + 1;
  }
  return widest;
}

TEST(ColumnTable, GivesEachThreadAColumnAndKeepsToTheWidth) {
  Trace trace = trace_of(3, 9);
  trace.rows.push_back(
      note(1, NoteKind::crash, "connector crashes with a batch that nobody has acknowledged"));
  Symbolizer symbols;
  const std::string table = render_table(trace, symbols, {.width = 110, .rows_max = 50});
  EXPECT_NE(table.find("| connector/worker0"), std::string::npos) << table;
  EXPECT_NE(table.find("| connector/worker2"), std::string::npos) << table;
  EXPECT_NE(table.find("load atomic#3 -> 7"), std::string::npos) << table;
  EXPECT_NE(table.find("XX connector crashes"), std::string::npos) << table;
  EXPECT_LE(widest_line(table), 110U) << table;
}

TEST(ColumnTable, TurnsToLanesWhenColumnsWouldBeTooNarrow) {
  const Trace trace = trace_of(12, 24);
  Symbolizer symbols;
  const std::string table = render_table(trace, symbols, {.width = 110, .rows_max = 50});
  EXPECT_NE(table.find("  A = connector/worker0\n"), std::string::npos) << table;
  EXPECT_NE(table.find("  L = connector/worker11\n"), std::string::npos) << table;
  EXPECT_NE(table.find(". . C . "), std::string::npos) << table;
  EXPECT_LE(widest_line(table), 110U) << table;
}

TEST(ColumnTable, MarksWhereAThreadIsInterrupted) {
  Trace trace = trace_of(2, 4);
  trace.rows[1].preemption = true;
  Symbolizer symbols;
  const std::string table = render_table(trace, symbols, {});
  EXPECT_NE(table.find("    1 !"), std::string::npos) << table;
  EXPECT_NE(table.find("    2 >"), std::string::npos) << table;
}

TEST(RowSelection, KeepsTheEndAndWhatBroke) {
  Trace trace = trace_of(2, 1000);
  trace.rows.insert(trace.rows.begin() + 5, note(0, NoteKind::crash, "connector crashes"));
  const auto rows = select_rows(trace, 40);
  EXPECT_EQ(rows.size(), 21U);  // the last twenty and the crash: plain loads are worth nothing
  EXPECT_EQ(rows.front().row, 5U);
  EXPECT_EQ(rows.front().skipped, 5U);
  EXPECT_EQ(rows.back().row, 1000U);
  std::size_t steps = 0;
  for (const ShownRow& row : rows) steps += row.skipped + (trace.rows[row.row].is_step ? 1 : 0);
  EXPECT_EQ(steps, 1000U);
}

TEST(Wrap, BreaksAtSpacesAndCutsLongWords) {
  EXPECT_EQ(wrap("lock mutex#3", 20), (std::vector<std::string>{"lock mutex#3"}));
  EXPECT_EQ(wrap("lock mutex#3 publisher.cpp:88", 14),
            (std::vector<std::string>{"lock mutex#3", "publisher.cpp:", "88"}));
  EXPECT_EQ(wrap("abcdefgh", 3), (std::vector<std::string>{"abc", "def", "gh"}));
}

TEST(Diagnostic, SuggestsTheNearestName) {
  const std::string_view names[] = {"publisher/acks_in_any_order", "publisher/full_window", "run"};
  EXPECT_EQ(nearest("publisher/acks_any_odrer", names), "publisher/acks_in_any_order");
  EXPECT_EQ(nearest("rnu", names), "run");
  EXPECT_EQ(nearest("nothing_like_it", names), "");
}

TEST(Diagnostic, IsPrintedInTheShapeOfTheCompilers) {
  EXPECT_EQ(
      render({.error = "unknown verb 'rnu'", .help = {"did you mean 'run'?"}, .notes = {"n"}}),
      "error: unknown verb 'rnu'\n  help: did you mean 'run'?\n  note: n\n");
}

TEST(Operation, ShowsTimeInTheUnitThatIsRead) {
  EXPECT_EQ(format_time(0), "0ns");
  EXPECT_EQ(format_time(12'500'000), "12.5ms");
  EXPECT_EQ(format_time(3'000'000'000), "3s");
}

TEST(Summary, GroupsDigits) {
  EXPECT_EQ(format_count(0), "0");
  EXPECT_EQ(format_count(999), "999");
  EXPECT_EQ(format_count(1'234'567), "1 234 567");
}

explore::FailureRecord failure_of(Trace trace) {
  explore::FailureRecord failure;
  failure.category = kernel::Category::property;
  failure.property = "no_skip";
  failure.message = "row 3 is not settled";
  failure.token = {.compiler = "gcc12",
                   .scenario = "a/b",
                   .mutant = {},
                   .seed = 1,
                   .execution = 2,
                   .steps_max = {},
                   .bounds = {},
                   .fingerprint = {}};
  failure.choices = {{choice::Kind::schedule, 2, 257},
                     {choice::Kind::random, 0, ~std::uint64_t{0}}};
  failure.trace = std::move(trace);
  return failure;
}

TEST(Recording, IsReadBackAsWritten) {
  const Recording written = recording_of(failure_of(trace_of(2, 10)));
  const auto [read, error] = parse_recording(recording_json(written));
  ASSERT_TRUE(read) << error;
  EXPECT_EQ(read->token, written.token);
  EXPECT_EQ(read->choices, written.choices);
  EXPECT_EQ(read->property, "no_skip");
  EXPECT_EQ(read->category, "property");
  ASSERT_EQ(read->steps.size(), 10U);
  EXPECT_EQ(read->steps[9].hash, written.steps[9].hash);
  EXPECT_EQ(read->steps[9].what, "connector/worker1: load atomic#3");
}

TEST(Recording, SaysWhyATextIsNotOne) {
  const std::string good = recording_json(recording_of(failure_of(trace_of(2, 3))));
  EXPECT_FALSE(parse_recording("").recording);
  EXPECT_FALSE(parse_recording("[1]").recording);
  EXPECT_FALSE(parse_recording(good.substr(0, good.size() / 2)).recording);
  EXPECT_EQ(parse_recording("{}").error, "it holds no recorded choices");
  std::string other = good;
  other.replace(other.find("\"schema\":1"), 10, "\"schema\":9");
  EXPECT_EQ(parse_recording(other).error, "it has schema 9, and this program reads 1");
  std::string kind = good;
  kind.replace(kind.find("\"schedule\""), 10, "\"shcedule\"");
  EXPECT_FALSE(parse_recording(kind).recording);
}

TEST(Recording, RefusesAFileThatContradictsItself) {
  const auto edited = [](const std::string& from, const std::string& to) {
    Recording written = recording_of(failure_of(trace_of(2, 3)));
    written.choices = {{choice::Kind::parameter, 5, 4}, {choice::Kind::schedule, 3, 2}};
    std::string text = recording_json(written);
    EXPECT_TRUE(parse_recording(text).recording);
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    return parse_recording(text).error;
  };
  const std::string other = "its scenario, seed or execution is not its token's";
  EXPECT_EQ(edited("\"scenario\":\"a/", "\"scenario\":\"c/"), other);
  EXPECT_EQ(edited("\"seed\":\"0x1\"", "\"seed\":\"0x4\""), other);
  EXPECT_EQ(edited("\"execution\":2", "\"execution\":5"), other);
  EXPECT_EQ(edited("[\"parameter\",5,4]", "[\"parameter\",5,5]"), "its choice 0 is out of range");
  EXPECT_EQ(edited("[\"schedule\",3,2]", "[\"schedule\",3,4096]"), "its choice 1 is out of range");
}

}  // namespace
}  // namespace tidemark::sim::report
