# SPDX-License-Identifier: MIT
"""A class of the user's, explored without a build file; and all that can be wrong with it."""

import shlex
import subprocess

from own_files import (BROKEN, C_PART, FIXED, FLAGS, HEADER, SCENARIO, WRONG, give_counter,
                       line_of)
from program import check


def test_a_bug_in_a_class_of_ones_own_is_found_and_repeats(tidemark):
    files = give_counter(tidemark)
    found = tidemark("run", *files, "--seed", "1", *FLAGS).expect(
        1, "failed all_counted: counter/two_threads", "it is 1, not 2", "compiling scenario.cpp",
        f"counter.cpp:{line_of(BROKEN, 'const std::lock_guard lock{mutex_};')}")
    line = found.last_line()
    words = shlex.split(line)
    check(words[:2] == ["./tidemark", "replay"] and words[-2:] == list(FLAGS), line)
    check(words[2:8] == list(files), line)
    again = tidemark(*words[1:]).expect(1, "it is 1, not 2")
    check(again.last_line() == line, f"the replay ends with '{again.last_line()}'")
    check("compiling" not in again.err, "compiled again, and nothing had changed")
    shrunk = tidemark("shrink", *words[2:]).expect(1, "it is 1, not 2")
    check(shrunk.last_line() == line, f"shrunk further: {shrunk}")


def test_what_is_explored_follows_the_files(tidemark):
    files = give_counter(tidemark)
    listed = tidemark("list", *files, *FLAGS).expect(0, "no addition is lost", "tags: small")
    check(listed.out.splitlines()[0] == "counter/two_threads", listed.out)
    check("publisher/" not in listed.out, "the built-in scenarios are listed as well")
    tidemark.give("src/counter.cpp", FIXED)
    held = tidemark("run", "small", *files, "--seed", "1", "--executions", "2000",
                    *FLAGS).expect(0, "held  counter/two_threads  2 000 executions")
    check("compiling" in held.err, "the changed file was not compiled")
    # A header is as much a part of it as the source is.
    tidemark.give("include/counter.hpp", HEADER.replace("int value_ = 0", "int value_ = 5"))
    tidemark("run", *files, "--seed", "1", "--executions", "10", *FLAGS).expect(1, "it is 7, not 2")
    # Other flags make other code.
    tidemark.give("src/one_more.c", "#ifndef STEP\n#define STEP 1\n#endif\n" +
                  C_PART.replace("+ 1", "+ STEP"))
    tidemark("run", *files, "--executions", "1", *FLAGS, "-DSTEP=3").expect(1, "it is 11, not 2")


def test_the_environment_names_the_files_too(tidemark):
    files = give_counter(tidemark)
    tidemark("list", *FLAGS, env={"TIDEMARK_WITH": ":".join(files[1::2])}).expect(
        0, "counter/two_threads")


def test_scenarios_that_are_wrong_say_how(tidemark):
    tidemark.give("wrong.cpp", WRONG)

    def explore(name, code, *texts):
        tidemark("run", f"wrong/{name}", "--with", "wrong.cpp", "--seed", "1", "--executions", "20",
                 ).expect(code, *texts)

    explore("opens_file", 2, "failed unsupported", "a call of fopen",
            f"wrong.cpp:{line_of(WRONG, 'std::ifstream')}")
    explore("opens_socket", 2, "failed unsupported", "a call of socket",
            f"wrong.cpp:{line_of(WRONG, 'socket(AF_INET')}")
    explore("no_property", 2, "error: the scenario declares no property")
    explore("undeclared_goal", 2,
            "error: goal 'somewhere' (reachable) is not declared by the scenario")
    explore("never_runs", 2, "error: the scenario never calls run()")
    explore("unreached_goal", 5, "error: goal 'nowhere' was never reached")


def test_files_that_make_no_module_are_refused(tidemark):
    files = give_counter(tidemark)
    tidemark("run", *files).expect(2, "scenario.cpp:3:10: fatal error: counter.hpp",
                                   "error: 'scenario.cpp' does not compile", "-- -Iinclude")
    tidemark("run", *files[:4], *FLAGS).expect(2, "undefined reference to `one_more'",
                                               "error: the files do not link", "--with FILE")
    tidemark("run", *files[2:], *FLAGS).expect(2, "error: there is no scenario in src/counter.cpp")
    tidemark("run", *files, *FLAGS, "-fno-sanitize=thread").expect(
        2, "error: 'scenario.cpp' was compiled without the calls that tidemark watches")


def test_a_library_that_is_not_watched_starts_anew_in_each_execution(tidemark):
    tidemark.give("lookup.cpp", """#include <map>
#include <string>
std::map<int, std::string> known;
int look_up(int key) {
  known[key] = std::string(100, 'x');
  return static_cast<int>(known.size());
}
""")
    tidemark.give("scenario.cpp", """#include "tidemark/sim/scenario.hpp"
int look_up(int key);
TIDEMARK_SCENARIO(library, remembers, .claim = "it starts empty", .properties = {"one_known"}) {
  int known = 0;
  world.at_end("one_known", [&] { return tidemark::sim::Verdict::equal(known, 1); });
  const int key = static_cast<int>(world.pick("key", 0, 1000));
  world.process("program", [&] { known = look_up(key); });
  world.run();
}
""")
    subprocess.run(["c++", "-shared", "-fPIC", "-o", "liblookup.so", "lookup.cpp"], check=True,
                   cwd=tidemark.folder)
    tidemark("run", "--with", "scenario.cpp", "--seed", "1", "--executions", "500", "--", "-L.",
             "-llookup", f"-Wl,-rpath,{tidemark.folder}").expect(0, "held  library/remembers")


def test_what_comes_before_the_kernel_is_noticed(tidemark):
    tidemark.give("early.c", "int pthread_mutex_lock(void *lock) { return lock == 0; }\n")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", "libearly.so", "early.c"], check=True,
                   cwd=tidemark.folder)
    tidemark.given = (*tidemark.given, "libearly.so")
    tidemark.refuses("list", says=["'pthread_mutex_lock' is found in", "libearly.so"],
                     env={"LD_PRELOAD": str(tidemark.folder / "libearly.so")})


def test_words_about_files_are_checked(tidemark):
    files = give_counter(tidemark)
    tidemark.refuses("run", "--with", "nowhere.cpp", says=["there is no file 'nowhere.cpp'"])
    tidemark.refuses("run", "--with", "include/counter.hpp",
                     says=["not a source file of C or C++", "-IFOLDER"])
    tidemark.refuses("run", "--with", "include", says=["'include' is not a source file"])
    tidemark.refuses("run", *files[:2], *files[:2], says=["'scenario.cpp' is given twice"])
    tidemark.refuses("run", "scenario.cpp", says=["'scenario.cpp' is a file",
                                                  "--with scenario.cpp"])
    tidemark.refuses("run", *FLAGS, says=["'-Iinclude' after `--` is for nobody"])
    tidemark.refuses("mutants", *files, says=["unknown flag '--with'"])
    tidemark.refuses("run", *files, "--mutant", "x", says=["leave out --mutant, or --with"])
    tidemark.refuses("run", *files, "--", "-o", "x", says=["the flag '-o' cannot be given here"])


def test_a_token_of_a_scenario_that_the_files_lack_is_refused(tidemark):
    files = give_counter(tidemark)
    tidemark.give("scenario.cpp", SCENARIO.replace("two_threads", "two_adders"))
    token = tidemark("run", *files, "--seed", "1", *FLAGS).expect(1).last_line().split()[-3]
    tidemark.give("scenario.cpp", SCENARIO)
    tidemark("replay", *files, token, *FLAGS).expect(2, "unknown scenario 'counter/two_adders'")
