#!/bin/bash
# Creates a catalog with many rows for the benchmarks, unless a current one is stored.
# Usage: Benchmarks/make-million.sh BIN_FOLDER CATALOG [ROWS]
set -euo pipefail

if [ $# -lt 2 ] || [ $# -gt 3 ]; then
    echo "usage: Benchmarks/make-million.sh BIN_FOLDER CATALOG [ROWS]" >&2
    exit 64
fi
bin=$(cd "$1" && pwd)
catalog=$2
rows=${3:-1000000}
maker=$bin/gallery-bench
stamp="$catalog.rows"

# Rebuilt if the program that creates it, and possibly the schema, is newer.
if [ -e "$stamp" ] && [ "$(cat "$stamp")" = "$rows" ] && [ "$stamp" -nt "$maker" ]; then
    exit 0
fi
rm -rf "$catalog" "$stamp"
mkdir -p "$(dirname "$catalog")"
echo "creating a catalog of $rows photos: $catalog" >&2
# Runs in the parent folder, as the program resolves the name in the current folder.
(cd "$(dirname "$catalog")" && "$maker" make-catalog \
    --rows "$rows" "$(basename "$catalog")" >&2)
printf '%s\n' "$rows" >"$stamp"
