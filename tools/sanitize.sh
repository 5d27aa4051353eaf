#!/bin/bash
# Builds the tests with sanitizers and runs the tests that benefit from them.
# Usage: tools/sanitize.sh memory|threads [FILTER]     (FILTER is a pattern for test names)
#
# memory:  AddressSanitizer and, in C and C++, UndefinedBehaviorSanitizer, for the modules based on
#          C and C++. A single build has both: swiftc has no undefined-behavior sanitizer on Linux,
#          but clang does, and AddressSanitizer's runtime serves both.
# threads: ThreadSanitizer, for the modules written only in Swift.
#
# The builds are separate from the usual one, in .build-sanitize and .build-threads.
set -euo pipefail
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
kind=${1:-}
# The same as in the Makefile.
checks=(--explicit-target-dependency-import-check error)

if [ "$kind" = threads ]; then
    filter=${2:-^(CatalogTests|GalleryModelTests|PhotoSourcesTests|TransportTests)\.}
    flags=("${checks[@]}" --sanitize=thread --scratch-path .build-threads)
    "$swift" build --build-tests "${flags[@]}"
    # Swift 6.3's Mutex is based on its own futex, whose locking ThreadSanitizer does not see.
    printf 'race:Synchronization\n' >.build-threads/suppressions
    # Because of the slowdown, tests of timeouts run one at a time.
    TSAN_OPTIONS="halt_on_error=1 suppressions=$PWD/.build-threads/suppressions" \
        "$swift" test --skip-build --disable-xctest --no-parallel "${flags[@]}" --filter "$filter"
    echo "no findings: $filter"
    exit
fi
if [ "$kind" != memory ]; then
    echo "usage: tools/sanitize.sh memory|threads [FILTER]" >&2
    exit 64
fi
filter=${2:-^(ExportTests|FacesTests|ImagingTests|PlacesTests)\.}

flags=("${checks[@]}" --sanitize=address --scratch-path .build-sanitize)
# `vptr` and `function` would require the libraries' own classes to be built with them.
for flag in -fsanitize=undefined -fno-sanitize=vptr,function -fno-sanitize-recover=undefined; do
    flags+=(-Xcc "$flag" -Xcxx "$flag")
done

"$swift" build --build-tests "${flags[@]}"
# A finding ends the run with a stack trace. Leaks are left to `make fuzz`, as memory that GLib and
# Swift's runtime keep until exit looks like a leak.
ASAN_OPTIONS=detect_leaks=0:strict_string_checks=1:detect_stack_use_after_return=1 \
    UBSAN_OPTIONS=print_stacktrace=1 \
    "$swift" test --skip-build --disable-xctest "${flags[@]}" --filter "$filter"
echo "no findings: $filter"
