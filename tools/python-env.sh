#!/bin/bash
# Creates a Python environment with pinned packages, unless it is up to date. Prints nothing on
# success; the interpreter is DIR/bin/python.
# Usage: tools/python-env.sh DIR REQUIREMENTS
set -euo pipefail

if [ $# -ne 2 ]; then
    echo "usage: tools/python-env.sh DIR REQUIREMENTS" >&2
    exit 64
fi
folder=$1
requirements=$2
# Debian's own interpreter, for which python3-venv is installed.
python=${PYTHON:-/usr/bin/python3}
[ -x "$(command -v "$python")" ] || python=python3

stamp="$folder/.requirements"
if [ -x "$folder/bin/python" ] && cmp -s "$requirements" "$stamp" \
    && "$folder/bin/python" -c '' 2>/dev/null; then
    exit 0
fi

echo "creating a Python environment: $folder" >&2
rm -rf "$folder"
if ! "$python" -m venv "$folder" >&2; then
    echo "error: '$python -m venv' failed; install it with: sudo apt-get install python3-venv" >&2
    exit 69
fi
if ! "$folder/bin/python" -m pip install --quiet --disable-pip-version-check \
    --requirement "$requirements" </dev/null >&2; then
    echo "error: pip could not install the packages in '$requirements' (see above)." >&2
    echo "Without a network, set GALLERY_TEST_PYTHON to a Python that has these packages." >&2
    exit 69
fi
cp "$requirements" "$stamp"
