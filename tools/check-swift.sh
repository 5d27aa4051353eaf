#!/bin/bash
# Fails with a clear message when there is no Swift toolchain or it is older than the
# version in Package.swift's first line. Usage: tools/check-swift.sh
set -euo pipefail
cd "$(dirname "$0")/.."

read -r first <Package.swift
needed=${first##*: }
swift=${SWIFT:-swift}

refuse() {
    {
        echo "error: $1"
        echo "gallery is built with Swift $needed or newer: https://www.swift.org/install/linux/debian/12/"
        echo "then put its usr/bin folder into PATH."
    } >&2
    exit 69
}

command -v "$swift" >/dev/null || refuse "there is no '$swift' in PATH."
if ! output=$("$swift" --version 2>&1); then
    refuse "'$swift --version' failed: $output"
fi
if ! [[ $output =~ Swift\ version\ ([0-9]+(\.[0-9]+)+) ]]; then
    refuse "'$swift --version' does not say which version it is: $output"
fi
found=${BASH_REMATCH[1]}
oldest=$(printf '%s\n%s\n' "$needed" "$found" | sort -V | head -n 1)
[ "$oldest" = "$needed" ] || refuse "Swift $found is too old."
