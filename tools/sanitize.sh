#!/bin/bash
# Builds the tests with AddressSanitizer and, in C and C++, UndefinedBehaviorSanitizer, and runs
# those of the rooms that stand on C and C++. Usage: tools/sanitize.sh [FILTER]
# FILTER is a pattern for test names: '^(ExportTests|FacesTests|ImagingTests|PlacesTests)\.'.
#
# One build has both: swiftc knows no undefined-behaviour sanitizer on Linux, but clang does, and
# AddressSanitizer's runtime serves the two. It stays apart from the usual build, in
# .build-sanitize.
set -euo pipefail
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
filter=${1:-^(ExportTests|FacesTests|ImagingTests|PlacesTests)\.}

flags=(--sanitize=address --scratch-path .build-sanitize)
# `vptr` and `function` would need the libraries' own classes to be built with them.
for flag in -fsanitize=undefined -fno-sanitize=vptr,function -fno-sanitize-recover=undefined; do
    flags+=(-Xcc "$flag" -Xcxx "$flag")
done

"$swift" build --build-tests "${flags[@]}"
# A finding ends the run with a trace. Leaks are left to `make fuzz`: what GLib and Swift's runtime
# keep until the end looks like one.
ASAN_OPTIONS=detect_leaks=0:strict_string_checks=1:detect_stack_use_after_return=1 \
    UBSAN_OPTIONS=print_stacktrace=1 \
    "$swift" test --skip-build --disable-xctest "${flags[@]}" --filter "$filter"
echo "no findings: $filter"
