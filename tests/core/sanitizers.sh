#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds core and its tests under ASan with UBSan, then under the real TSan, and runs them. Prints
# one closing line; exit code 1 where a sanitizer or a test complains, 70 where the build fails.
#
# sanitizers.sh [address|thread]: one of them, both unless named.
# Environment: TIDEMARK_SANITIZER_DIR, where to build ("build-sanitizers" in the root unless set);
# CXX, the compiler (the system's unless set).
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
build=${TIDEMARK_SANITIZER_DIR:-$root/build-sanitizers}
export RC_PARAMS='seed=2026 max_success=200'
export UBSAN_OPTIONS='print_stacktrace=1:halt_on_error=1'
export ASAN_OPTIONS='detect_stack_use_after_return=1:strict_string_checks=1'
export TSAN_OPTIONS='halt_on_error=1:second_deadlock_stack=1'

# make NAME SANITIZERS: configures once, then builds what changed. Unoptimised: that takes less
# time,
# and the optimiser removes some of what is looked for.
make() {
  log=$build/$1.log
  mkdir -p "$build"
  if ! {
    { [ -f "$build/$1/build.ninja" ] ||
      meson setup "$build/$1" "$root" -Dsim=false -Dbench=false -Doptimization=0 -Ddebug=true \
        -Db_sanitize="$2" -Db_lundef=false; } &&
      ninja -C "$build/$1" -j2 tests/core/core_test
  } >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    echo "sanitizers of core: the $1 build failed, see $log" >&2
    exit 70
  fi
}

# run NAME: counts what the tests and the sanitizer say.
run() {
  # Death tests fork from a threaded process, which TSan cannot follow; ASan covers them.
  if "$build/$1/tests/core/core_test" --gtest_brief=1 ${2:+"$2"} >"$build/$1.log" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    tail -n 80 "$build/$1.log" >&2
  fi
}

passed=0
failed=0
case ${1:-both} in
  address | thread | both) ;;
  *)
    echo "error: unknown sanitizer '$1'; address, thread, or both when none is named" >&2
    exit 2
    ;;
esac
if [ "${1:-both}" != thread ]; then
  make address address,undefined
  run address
fi
if [ "${1:-both}" != address ]; then
  make thread thread
  run thread '--gtest_filter=-*DeathTest*'
fi
echo "sanitizers of core: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
