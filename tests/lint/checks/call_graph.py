# SPDX-License-Identifier: MIT
"""Two rules about who calls whom in core.

Nothing that only tests reach may track or settle (B11): what records a position is reached from
what scenarios, or programs, call. Otherwise tests are green on a path that nobody takes.

Nothing on the way of an acknowledgement may block, take a lock or need memory (A-9).
"""

import subprocess
import tempfile
from pathlib import Path

from call_graph import CallGraph
from tree import Finding

NAME = "call_graph"

# What records: the engine that every tracker is made of, and what resolves a batch.
RECORDERS = ("tidemark::Frontier::track(", "tidemark::Frontier::settle(", "tidemark::AckRef::fail(")

# What resolves, counts or receives an acknowledgement.
ACKNOWLEDGES = (
    "tidemark::AckRef::AckRef(",
    "tidemark::AckRef::~AckRef(",
    "tidemark::AckRef::fail(",
    "tidemark::AckSet::~AckSet(",
    "tidemark::AckSet::deliver(",
    "tidemark::AckReceiver::receive(",
)
# A broken contract ends the process: what its sentence costs does not count.
ENDS = ("void tidemark::detail::check_failed", "tidemark::detail::end_of_contract(")

BLOCKS_OR_ALLOCATES = frozenset(
    """_Znwm _Znam _ZnwmSt11align_val_t malloc calloc realloc __cxa_throw __cxa_allocate_exception
    __cxa_guard_acquire pthread_mutex_lock pthread_mutex_timedlock pthread_cond_wait
    pthread_cond_timedwait pthread_cond_clockwait pthread_rwlock_rdlock pthread_rwlock_wrlock
    pthread_join sem_wait syscall futex nanosleep clock_nanosleep sched_yield""".split()
)

CALLERS = ("scenarios/libtidemark_scenarios.so.p/*.o", "core/programs/*.p/*.o")


def check(tree):
    sources = [
        tree.root / path
        for path in tree.texts
        if path.startswith("core/")
        and path.endswith(".cpp")
        and not path.startswith(("core/adapters/", "core/programs/"))
    ]
    callers = [file for pattern in CALLERS for file in Path(tree.build).glob(pattern)]
    if not callers:
        yield Finding(CALLERS[0], 0, "is not built, so it cannot be looked at")
        return
    with tempfile.TemporaryDirectory() as scratch:
        graph = CallGraph(sources, Path(tree.build) / "include", scratch)
    for beginning in (*RECORDERS, *ACKNOWLEDGES):
        if not graph.named(beginning):
            yield Finding(f"tests/lint/checks/{NAME}.py", 0, f"core has no {beginning}…)")
    for name in orphans(graph, needed(callers), RECORDERS):
        yield Finding("core", 0, f"nothing but tests reaches {name}, which records positions")
    for name, what in costly(graph, ACKNOWLEDGES, ENDS):
        yield Finding("core", 0, f"{name} leads to {what}: an acknowledgement may not")


def needed(objects):
    """The symbols that object files want from elsewhere."""
    listed = subprocess.run(
        ["nm", "-u", "-P", *objects], capture_output=True, text=True, check=True
    ).stdout
    return {line.split()[0] for line in listed.splitlines() if line and not line.endswith(":")}


def orphans(graph, roots, recorders):
    """Functions that can get to a recorder, and that no root gets to."""
    reached = graph.reach(roots & graph.names.keys())
    goals = {graph.node(symbol) for symbol in graph.named(*recorders)}
    nodes = {}
    for symbol, name in graph.names.items():
        if ".text" in graph.node(symbol) and "tidemark::" in name:
            nodes.setdefault(graph.node(symbol), name)
    for node, name in sorted(nodes.items(), key=lambda pair: pair[1]):
        if node not in reached and goals & graph.reach([node]):
            yield name


def costly(graph, starts, ends):
    """For each start: what of the outside it must not get to and does."""
    for symbol in sorted(graph.named(*starts)):
        found = graph.reach([symbol], but=graph.named(*ends)) & BLOCKS_OR_ALLOCATES
        for what in sorted(found):
            yield graph.names[symbol], what


SAMPLE = """
#include <functional>
#include <mutex>
#include <thread>
namespace tidemark {
struct Frontier { void track(int); int seen = 0; };
void Frontier::track(int a) { seen = a; }
namespace detail { void end_of_contract(int* a) { a = new int; } }
namespace {
void hidden(Frontier& f) { f.track(1); }
struct Step { virtual ~Step() = default; virtual void run(Frontier& f) = 0; };
struct Tracks : Step { void run(Frontier& f) override { hidden(f); } };
}
void by_table(Frontier& f) { Tracks a; Step& b = a; b.run(f); }
void by_callback(Frontier& f, std::function<void()>& later) { later = [&f] { f.track(2); }; }
void by_thread(Frontier& f) { std::thread([&f] { by_table(f); }).join(); }
void publish_batch(Frontier& f) { f.track(3); }
void looks(Frontier& f) { f.seen = 0; }
std::mutex gate;
void acks_freely(int* a) { if (a == nullptr) detail::end_of_contract(a); }
void acks_locked() { const std::lock_guard lock{gate}; }
void acks_with_memory(int*& a) { a = new int; }
}
"""
CALLER = """
#include <functional>
namespace tidemark {
struct Frontier;
void by_callback(Frontier&, std::function<void()>&);
void by_thread(Frontier&);
void use(Frontier& f, std::function<void()>& later) { by_callback(f, later); by_thread(f); }
}
"""


def self_test():
    """One orphan among functions that are reached in every way; one free path among costly ones."""
    with tempfile.TemporaryDirectory() as scratch:
        texts = {"sample.cpp": SAMPLE, "caller.cpp": CALLER}
        for name, text in texts.items():
            (Path(scratch) / name).write_text(text)
        caller = Path(scratch) / "caller.o"
        subprocess.run(
            ["g++", "-std=c++20", "-c", Path(scratch) / "caller.cpp", "-o", caller], check=True
        )
        graph = CallGraph([Path(scratch) / "sample.cpp"], scratch, scratch)
        roots = needed([caller])
    found = list(orphans(graph, roots, ("tidemark::Frontier::track(",)))
    if found != ["tidemark::publish_batch(tidemark::Frontier&)"]:
        yield f"should report publish_batch alone: {found}"
    starts = ("tidemark::acks_freely(", "tidemark::acks_locked(", "tidemark::acks_with_memory(")
    found = [what for _, what in costly(graph, starts, ("tidemark::detail::end_of_contract(",))]
    if found != ["pthread_mutex_lock", "_Znwm"]:
        yield f"should report one lock and one allocation: {found}"
