# SPDX-License-Identifier: MIT
"""A class as somebody might have written it, with a bug, and scenarios about it."""

HEADER = """#pragma once
#include <mutex>

class Counter {
 public:
  void add();
  int value() const;

 private:
  mutable std::mutex mutex_;
  int value_ = 0;
};
"""

# Reads under one lock and writes under another.
BROKEN = """#include "counter.hpp"

extern "C" int one_more(int value);

void Counter::add() {
  const int before = value();
  const std::lock_guard lock{mutex_};
  value_ = one_more(before);
}

int Counter::value() const {
  const std::lock_guard lock{mutex_};
  return value_;
}
"""

FIXED = BROKEN.replace("  const int before = value();\n  const std::lock_guard lock{mutex_};\n",
                       "  const std::lock_guard lock{mutex_};\n  const int before = value_;\n")

C_PART = "int one_more(int value) { return value + 1; }\n"

SCENARIO = """#include <thread>

#include "counter.hpp"
#include "tidemark/sim/scenario.hpp"

using tidemark::sim::Verdict;

TIDEMARK_SCENARIO(counter, two_threads, .claim = "no addition is lost", .tags = {"small"},
                  .properties = {"all_counted"}) {
  Counter counter;
  world.at_end("all_counted", [&] { return Verdict::equal(counter.value(), 2); });
  world.process("program", [&] {
    std::jthread other{[&] { counter.add(); }};
    counter.add();
  });
  world.run();
}
"""

# Scenarios that are wrong themselves, or that ask for what there is not.
WRONG = """#include <sys/socket.h>

#include <fstream>
#include <mutex>

#include "tidemark/sim/scenario.hpp"

TIDEMARK_SCENARIO(wrong, opens_file, .claim = "-", .properties = {"p"}) {
  world.always("p", [] { return true; });
  world.process("a", [] { std::ifstream{"settings"}; });
  world.run();
}

TIDEMARK_SCENARIO(wrong, opens_socket, .claim = "-", .properties = {"p"}) {
  world.always("p", [] { return true; });
  world.process("a", [] { (void)socket(AF_INET, SOCK_STREAM, 0); });
  world.run();
}

TIDEMARK_SCENARIO(wrong, no_property, .claim = "-") {
  world.process("a", [] {});
  world.run();
}

TIDEMARK_SCENARIO(wrong, undeclared_goal, .claim = "-", .properties = {"p"}) {
  world.always("p", [] { return true; });
  world.process("a", [&] { world.reachable("somewhere"); });
  world.run();
}

TIDEMARK_SCENARIO(wrong, never_runs, .claim = "-", .properties = {"p"}) {
  world.always("p", [] { return true; });
}

TIDEMARK_SCENARIO(wrong, unreached_goal, .claim = "-", .properties = {"p"},
                  .reachable = {"nowhere"}) {
  world.always("p", [] { return true; });
  world.run();
}
"""


def line_of(text, part):
    """The one-based line of a text in which a part stands."""
    return text[: text.index(part)].count("\n") + 1


def give_counter(tidemark, source=BROKEN):
    """The files, laid out as in a project, and the words that explore them."""
    for folder in ("include", "src"):
        (tidemark.folder / folder).mkdir()
    for name, text in (("include/counter.hpp", HEADER), ("src/counter.cpp", source),
                       ("src/one_more.c", C_PART), ("scenario.cpp", SCENARIO)):
        tidemark.give(name, text)
    tidemark.given = (*tidemark.given, "include", "src")
    return ("--with", "scenario.cpp", "--with", "src/counter.cpp", "--with", "src/one_more.c")


FLAGS = ("--", "-Iinclude")
