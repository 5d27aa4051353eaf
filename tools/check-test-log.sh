#!/bin/bash
# Reads the output of `make test` and fails if no test ran, or if a test was skipped for a reason
# other than an unset GALLERY_TEST_DATA, which is outside the repository. Browser tests must not be
# skipped.
# Usage: tools/check-test-log.sh LOG
set -euo pipefail

if [ $# -ne 1 ]; then
    echo "usage: tools/check-test-log.sh LOG" >&2
    exit 64
fi
log=$1

if ! grep -qE 'Test run with [1-9][0-9]* tests? .*passed' "$log"; then
    echo "error: '$log' does not report that tests ran and passed" >&2
    exit 1
fi

# If tests were skipped, pytest prints their number between the two.
if ! grep -qE '^[1-9][0-9]* passed in [0-9.]+s' "$log"; then
    echo "error: '$log' does not report that all browser tests ran and passed" >&2
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
    echo "error: these should not have been skipped (only an unset GALLERY_TEST_DATA is a valid reason):" >&2
    printf '%s\n' "$unneeded" >&2
    exit 1
fi
echo "note: $count tests and suites were skipped because GALLERY_TEST_DATA is not set" >&2
