#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks which mutex guards what in core: clang reads the annotations, libc++ has annotated mutexes.
# Compiles nothing. Prints one closing line; exit code 1 where an access is not guarded.
#
# Environment: CLANGXX, the compiler ("clang++-19" unless set).
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
compiler=${CLANGXX:-clang++-19}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
ln -s "$root" "$scratch/tidemark"

# check FILE…: exits non-zero where one breaks a rule. libc++ 19 still calls jthread experimental.
check() {
  "$compiler" -fsyntax-only -std=c++20 -stdlib=libc++ -fexperimental-library \
    -D_LIBCPP_ENABLE_THREAD_SAFETY_ANNOTATIONS -I"$scratch" \
    -Wall -Wextra -Wthread-safety -Wthread-safety-beta -Werror "$@"
}

# The check has to be able to fail: an access without its mutex must be refused.
cat >"$scratch/unguarded.cpp" <<'SAMPLE'
#include <condition_variable>
#include <mutex>
#include "tidemark/core/thread_annotations.hpp"
struct Counter {
  int next() { return ++value; }
  std::mutex mutex;
  int value TIDEMARK_GUARDED_BY(mutex) = 0;
};
int main() { return Counter{}.next(); }
SAMPLE
if check "$scratch/unguarded.cpp" 2>"$scratch/complaint"; then
  echo 'thread safety of core: 0 passed, 1 failed (an unguarded access went unnoticed)'
  exit 1
fi
if ! grep -q 'thread-safety' "$scratch/complaint"; then
  cat "$scratch/complaint" >&2
  echo 'thread safety of core: 0 passed, 1 failed (the check itself does not run)'
  exit 1
fi

passed=0
failed=0
for file in $(find "$root/core" -name '*.cpp' ! -path '*/adapters/*' ! -path '*/programs/*' |
  sort); do
  if check "$file"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
done
echo "thread safety of core: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
