#!/bin/bash
# Measures every speed claim of the project against its peer in the same run, and fails if a target
# is missed.
# Usage: Benchmarks/run.sh BIN_FOLDER [startup] [import] [search] [pull] [export] [decode]
#                          [faces] [faces-accuracy] [faces-memory] [locate]
#                          [thumbnails] [duplicates] [effects] [editor] [analyse] [latest]
#                          [find] [serve] [map] [pages] [site] [upload]
#
# BENCH_ROUNDS overrides the number of runs per side, BENCH_FILES and BENCH_KILOBYTES the pictures
# of `import` (100000 and 20 for its flat memory), BENCH_FILES also the photos of `faces-memory` and
# of `site`, BENCH_ROWS the rows of `export` and `duplicates`, and BENCH_SIZES the catalog sizes of
# `find` and `pages` ('10000 100000').
set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -lt 1 ]; then
    echo "usage: Benchmarks/run.sh BIN_FOLDER [NAME...]" >&2
    exit 64
fi
bin=$1
shift
names=("$@")
[ ${#names[@]} -gt 0 ] || names=(
    startup import search pull export decode faces faces-accuracy faces-memory locate thumbnails
    duplicates effects editor analyse latest find serve map pages site upload)
python=$PWD/.build/python-bench/bin/python
if ! [ -x "$python" ]; then
    echo "error: '$python' not found; run 'make bench' to create it" >&2
    exit 69
fi

for name in "${names[@]}"; do
    if ! [ -e "Benchmarks/bench_${name//-/_}.py" ]; then
        echo "error: unknown benchmark '$name'; expected: startup import search pull export decode" \
            "faces faces-accuracy faces-memory locate thumbnails duplicates effects editor analyse" \
            "latest find serve map pages site upload" >&2
        exit 64
    fi
done

missed=()
for name in "${names[@]}"; do
    printf '\n== %s\n' "$name"
    "$python" -B "Benchmarks/bench_${name//-/_}.py" "$bin" || missed+=("$name")
done
echo
if [ ${#missed[@]} -gt 0 ]; then
    echo "missed or failed: ${missed[*]}" >&2
    exit 1
fi
echo "all targets met: ${names[*]}"
