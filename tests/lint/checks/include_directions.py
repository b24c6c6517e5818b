# SPDX-License-Identifier: MIT
"""Who may include whom: docs/architecture.md, "Rooms"."""

import re

from tree import Finding, line_of, room_of

NAME = "include_directions"

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">]', re.MULTILINE)

VALUE_TYPES = ("core/position/", "core/ack/")

# What the files of a room may include, as prefixes. tests/ may include everything.
MAY = {
    "core": ("core/",),
    "models": ("models/", *VALUE_TYPES),
    "sim": ("sim/", "core/ports/", "models/history.hpp", *VALUE_TYPES),
    "scenarios": ("scenarios/", "models/", "sim/", "core/"),
}

# The outside that core knows: the standard library and fmt; systems only in its adapters.
SYSTEMS = ("libpq", "postgres", "sqlite", "librdkafka")


def check(tree):
    for path, text in tree.cpp.items():
        room = room_of(path)
        for match in INCLUDE.finditer(text):
            quote, header = match.groups()
            message = complaint(path, room, quote, header)
            if message:
                yield Finding(path, line_of(text, match.start()), message)


def complaint(path, room, quote, header):
    if quote == '"' and room in (*MAY, "tests"):
        if not header.startswith("tidemark/"):
            return f'"{header}" does not name its layer: write "tidemark/…"'
        inner = header.removeprefix("tidemark/")
        if room in MAY and not inner.startswith(MAY[room]):
            return f"{room}/ may not include {inner}"
    if quote == "<" and room == "core":
        if header.startswith(SYSTEMS):
            if not path.startswith("core/adapters/"):
                return f"<{header}> belongs under core/adapters"
        elif "/" in header and not header.startswith("fmt/"):
            return f"core/ knows the standard library and fmt, not <{header}>"
    return None


GOOD = {
    "core/a/a.cpp": '#include "tidemark/core/a/a.hpp"\n#include <fmt/format.h>\n',
    "core/adapters/a.cpp": "#include <libpq-fe.h>\n",
    "models/a.hpp": '#include "tidemark/core/position/position.hpp"\n',
    "sim/fake/a.hpp": '#include "tidemark/models/history.hpp"\n#include <linux/futex.h>\n',
    "tests/a.cpp": '#include "tidemark/sim/world/world.hpp"\n',
}
BAD = (
    {"core/a/a.cpp": '#include "tidemark/sim/world/world.hpp"\n'},
    {"core/a/a.cpp": "#include <libpq-fe.h>\n"},
    {"core/a/a.cpp": "#include <boost/context/fiber.hpp>\n"},
    {"models/a.hpp": '#include "tidemark/core/checkpoint/frontier.hpp"\n'},
    {"sim/fake/a.hpp": '#include "tidemark/models/ledger.hpp"\n'},
    {"sim/fake/a.hpp": '#include "tidemark/core/publish/publisher.hpp"\n'},
    {"scenarios/a.cpp": '#include "tidemark/tests/a.hpp"\n'},
    {"sim/kernel/a.cpp": '#include "state.hpp"\n'},
)
