#!/bin/bash
# Builds the DocC documentation of the Gallery library; warnings are errors.
# Usage: tools/docs.sh OUTPUT_FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -ne 1 ]; then
    echo "usage: tools/docs.sh OUTPUT_FOLDER" >&2
    exit 64
fi
output=$1
swift=${SWIFT:-swift}
resources=$("$swift" -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
docc=${resources%/lib/swift}/bin/docc
if ! [ -x "$docc" ]; then
    docc=$(command -v docc) || {
        echo "error: this Swift toolchain has no docc; install one from https://www.swift.org/install/" >&2
        exit 69
    }
fi

graphs=.build/symbol-graphs
rm -rf "$graphs" "$output"
mkdir -p "$graphs"
# Graphs of an earlier run must not be used by mistake.
find .build -maxdepth 2 -type d -name symbolgraph -exec rm -rf {} +
# The dump may fail for a test target; only the graphs of the library's two modules are needed.
"$swift" package dump-symbol-graph \
    --minimum-access-level public --skip-synthesized-members >.build/symbol-graph.log 2>&1 || true
built=$(find .build -maxdepth 2 -type d -name symbolgraph | head -n 1)
for module in Gallery GalleryModel; do
    if ! [ -e "$built/$module.symbols.json" ]; then
        tail -n 20 .build/symbol-graph.log >&2
        echo "error: no symbol graph of $module; the full log is .build/symbol-graph.log" >&2
        exit 70
    fi
    find "$built" -name "$module.symbols.json" -exec cp {} "$graphs" \;
done
python3 tools/snippet_symbols.py gallery Snippets/*.swift >"$graphs/gallery-snippets.symbols.json"
"$docc" convert Sources/Gallery/Gallery.docc \
    --additional-symbol-graph-dir "$graphs" \
    --fallback-display-name Gallery --fallback-bundle-identifier gallery \
    --warnings-as-errors --output-path "$output"
echo "documentation: $output (view it with: $docc preview, or any static web server)"
