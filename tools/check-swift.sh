#!/bin/bash
# Fails with a clear message if Swift is missing or older than the version in the first line of
# Package.swift.
# Usage: tools/check-swift.sh
set -euo pipefail
cd "$(dirname "$0")/.."

read -r first <Package.swift
needed=${first##*: }
swift=${SWIFT:-swift}

refuse() {
    {
        echo "error: $1"
        echo "gallery requires Swift $needed or newer: https://www.swift.org/install/linux/debian/12/"
        echo "After installing it, add its usr/bin folder to PATH."
    } >&2
    exit 69
}

command -v "$swift" >/dev/null || refuse "'$swift' not found in PATH."
if ! output=$("$swift" --version 2>&1); then
    refuse "'$swift --version' failed: $output"
fi
if ! [[ $output =~ Swift\ version\ ([0-9]+(\.[0-9]+)+) ]]; then
    refuse "cannot find a version in the output of '$swift --version': $output"
fi
found=${BASH_REMATCH[1]}
oldest=$(printf '%s\n%s\n' "$needed" "$found" | sort -V | head -n 1)
[ "$oldest" = "$needed" ] || refuse "Swift $found is too old."
