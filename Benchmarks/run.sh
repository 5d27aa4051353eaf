#!/bin/bash
# Measures every speed claim of the project beside its peer, in the same run, and fails when one is
# missed. Usage: Benchmarks/run.sh BIN_FOLDER [startup] [import] [search] [pull] [export] [decode]
#                          [faces] [faces-accuracy] [faces-memory] [locate]
#                          [thumbnails] [effects] [analyse] [latest] [find] [serve] [map] [pages] [site]
#
# BENCH_ROUNDS overrides how often each side runs, BENCH_FILES and BENCH_KILOBYTES the pictures of
# `import` (100000 and 20 for its flat memory), BENCH_FILES the photos of `faces-memory` too,
# and of `site`, BENCH_ROWS the rows of `export`, BENCH_SIZES the photos of the catalogs of `find` ('10000 100000')
# and `pages`.
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
    effects analyse latest find serve map pages site)
python=$PWD/.build/python-bench/bin/python
if ! [ -x "$python" ]; then
    echo "error: '$python' is missing; 'make bench' makes it" >&2
    exit 69
fi

for name in "${names[@]}"; do
    if ! [ -e "Benchmarks/bench_${name//-/_}.py" ]; then
        echo "error: no benchmark '$name'; there are: startup import search pull export decode" \
            "faces faces-accuracy faces-memory locate thumbnails effects analyse latest find serve map pages site" >&2
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
echo "every target was met: ${names[*]}"
