#!/bin/bash
# Makes a catalog with many rows for the benchmarks, or leaves the stored one alone.
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

# Anew when the program that makes it, and with it perhaps the schema, is newer.
if [ -e "$stamp" ] && [ "$(cat "$stamp")" = "$rows" ] && [ "$stamp" -nt "$maker" ]; then
    exit 0
fi
rm -rf "$catalog" "$stamp"
mkdir -p "$(dirname "$catalog")"
echo "making a catalog of $rows photos: $catalog" >&2
# From its parent, as the program takes the folder from the current one.
(cd "$(dirname "$catalog")" && "$maker" make-catalog \
    --rows "$rows" "$(basename "$catalog")" >&2)
printf '%s\n' "$rows" >"$stamp"
