#!/bin/bash
# Reads the output of `make test` and fails when no test ran, or when one was skipped for another
# reason than that GALLERY_TEST_DATA, which is outside the repository, is not set. Those in a browser
# have no reason to be skipped.
# Usage: tools/check-test-log.sh LOG
set -euo pipefail

if [ $# -ne 1 ]; then
    echo "usage: tools/check-test-log.sh LOG" >&2
    exit 64
fi
log=$1

if ! grep -qE 'Test run with [1-9][0-9]* tests? .*passed' "$log"; then
    echo "error: '$log' has no line that says that tests ran and passed" >&2
    exit 1
fi

# Where something was skipped, pytest says so between the two.
if ! grep -qE '^[1-9][0-9]* passed in [0-9.]+s' "$log"; then
    echo "error: '$log' has no line that says that all tests in a browser ran and passed" >&2
    exit 1
fi

skipped=$(grep -E '^[^[:alnum:]]*(Test|Suite) .* skipped(\.|: ".*")$' "$log" || true)
[ -n "$skipped" ] || exit 0

count=$(wc -l <<<"$skipped")
if [ -n "${GALLERY_TEST_DATA:-}" ]; then
    unneeded=$skipped
else
    unneeded=$(grep -v GALLERY_TEST_DATA <<<"$skipped" || true)
fi
if [ -n "$unneeded" ]; then
    echo "error: these should have run (only a missing GALLERY_TEST_DATA excuses a skip):" >&2
    printf '%s\n' "$unneeded" >&2
    exit 1
fi
echo "note: $count tests and suites need GALLERY_TEST_DATA, which is not set, and were skipped" >&2
