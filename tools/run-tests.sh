#!/bin/bash
# Runs the built tests with limited parallelism, as running all at once would need thousands of file
# descriptors.
# Usage: tools/run-tests.sh COUNT [FLAG...]     (each FLAG is passed to `swift test`)
set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -lt 1 ]; then
    echo "usage: tools/run-tests.sh COUNT [FLAG...]" >&2
    exit 64
fi
swift=${SWIFT:-swift}
count=$1
shift

# Swift 6.2 supports no limit other than one.
case $("$swift" --version 2>&1) in *'version 6.2'*) count=1 ;; esac
flags=(--skip-build --disable-xctest)
if [ "$count" -eq 1 ]; then
    flags+=(--no-parallel)
else
    export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$count
fi

# A crash prints the call stack of its thread, including the test, with function names only: line
# numbers and the stacks of all threads would take ten minutes.
backtrace=enable=yes,color=no,interactive=no,threads=crashed,images=none,registers=none
export SWIFT_BACKTRACE=${SWIFT_BACKTRACE:-$backtrace,symbolicate=fast}
exec "$swift" test "${flags[@]}" "$@"
