#!/bin/bash
# Writes the files that are made from the commands. A test fails when one of them is stale.
# Usage: tools/generated-files.sh GALLERY
set -euo pipefail

if [ $# -ne 1 ]; then
    echo "usage: tools/generated-files.sh GALLERY" >&2
    exit 64
fi
gallery=$(realpath "$1")
cd "$(dirname "$0")/.."

write() { # DOCUMENT FILE: replaces the file only by a complete one.
    "$gallery" generate-reference "$1" >"$2.part"
    mv "$2.part" "$2"
    echo "wrote $2"
}
write commands docs/cli.md
write schema Config/config.schema.json
write example Config/config.example.json
write models models/models.json
