# SPDX-License-Identifier: MIT
"""A program that reads memory which it never wrote is told so by --shake, and only by it."""

import re

from program import check

# Whether there is one step more depends on a byte that nobody wrote. The address is hidden from
# the compiler, which sees such reads itself.
GARBAGE = """#include <cstdlib>
#include <mutex>

#include "tidemark/sim/scenario.hpp"

TIDEMARK_SCENARIO(garbage, fresh_block, .claim = "nothing is promised", .properties = {"holds"}) {
  world.always("holds", [] { return true; });
  world.process("program", [] {
    std::mutex mutex;
    void* block = std::malloc(1);
    asm volatile("" : "+r"(block));
    for (int left = *static_cast<unsigned char*>(block) & 3; left > 0; --left) {
      const std::lock_guard lock{mutex};
    }
    std::free(block);
    const std::lock_guard lock{mutex};
  });
  world.run();
}
"""


def test_memory_that_nobody_wrote_is_nondeterminism(tidemark):
    tidemark.give("garbage.cpp", GARBAGE)
    words = ("run", "--with", "garbage.cpp", "--seed", "1", "--executions", "100")
    tidemark(*words).expect(0, "held  garbage/fresh_block")
    told = tidemark(*words, "--shake").expect(
        3, "the program depends on addresses, or reads memory that nobody wrote")
    step = re.search(r"part at step \d+\n +first run: +(.*)\n +shaken run: +(.*)", told.out)
    check(step, f"{told}: no step is named")
    check(step[1] != step[2], f"{told}: both runs take the same step")
    by_environment = tidemark(*words, env={"TIDEMARK_SHAKE": "1"}).expect(3)
    check("the runs part at step" in by_environment.out, f"{by_environment}")
