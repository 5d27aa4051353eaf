#!/bin/bash
# Builds the fuzz targets with sanitizers and runs each for a while; fails on the first finding.
# Usage: tools/fuzz.sh [SECONDS] [TARGET...]    (600 seconds; FuzzJPEG and FuzzMetadata)
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-600}
if ! [[ $seconds =~ ^[0-9]+$ ]]; then
    echo "usage: tools/fuzz.sh [SECONDS] [TARGET...]" >&2
    exit 64
fi
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(FuzzJPEG FuzzMetadata)
for target in "${targets[@]}"; do
    if ! [ -e "Fuzz/$target.cpp" ] || [ "$target" = MakeSeeds ]; then
        echo "error: unknown fuzz target '$target'; expected FuzzJPEG or FuzzMetadata" >&2
        exit 64
    fi
done

root=.build/fuzz
mkdir -p "$root"

# Swift's own clang includes libFuzzer; otherwise Debian's clang is used.
can_fuzz() {
    echo 'extern "C" int LLVMFuzzerTestOneInput(const char *, unsigned long) { return 0; }' \
        | "$1" -x c++ -fsanitize=fuzzer,address,undefined - -o "$root/probe" 2>/dev/null
}
swift=$(command -v "${SWIFT:-swift}" || true)
compiler=
for candidate in "${swift%/*}/clang++" clang++ clang++-14; do
    if command -v "$candidate" >/dev/null && can_fuzz "$candidate"; then
        compiler=$candidate
        break
    fi
done
if [ -z "$compiler" ]; then
    tools/install-packages.sh Config/packages-fuzz.txt
    compiler=clang++-14
    if ! can_fuzz "$compiler"; then
        echo "error: '$compiler' cannot link libFuzzer; is libclang-rt-14-dev installed?" >&2
        exit 69
    fi
fi

flags=(-g -O1 -fno-omit-frame-pointer -ISources/CJPEGShim/include -ISources/CExiv2Shim/include
    -ISources/CShimGuard/include)
checks=-fsanitize=address,undefined
build() { # NAME SANITIZERS
    local objects=()
    local source
    for source in Sources/CJPEGShim/*.c; do
        objects+=("$root/$1-${source##*/}.o")
        "$compiler" -x c -std=c11 "${flags[@]}" "$2" -fno-sanitize-recover=undefined \
            -c "$source" -o "${objects[-1]}"
    done
    for source in Sources/CExiv2Shim/*.cpp Sources/CShimGuard/*.cpp; do
        objects+=("$root/$1-${source##*/}.o")
        "$compiler" -std=c++17 "${flags[@]}" "$2" -fno-sanitize-recover=undefined \
            -c "$source" -o "${objects[-1]}"
    done
    "$compiler" -std=c++17 "${flags[@]}" "$2" -fno-sanitize-recover=undefined "Fuzz/$1.cpp" \
        "${objects[@]}" -o "$root/$1" -ljpeg -lexiv2
}

echo "building with $compiler" >&2
build MakeSeeds "$checks"
mkdir -p "$root/corpus/FuzzJPEG" "$root/corpus/FuzzMetadata" "$root/findings"
"$root/MakeSeeds" "$root/corpus/FuzzJPEG" "$root/corpus/FuzzMetadata"
examples=/usr/share/doc/opencv-doc/examples/data
if [ -d "$examples" ]; then
    find "$examples" -maxdepth 1 -name '*.jpg' -size -30k -exec cp -n -t "$root/corpus/FuzzJPEG" {} +
    find "$examples" -maxdepth 1 \( -name '*.jpg' -o -name '*.png' \) -size -12k \
        -exec cp -n -t "$root/corpus/FuzzMetadata" {} +
fi

for target in "${targets[@]}"; do
    build "$target" "-fsanitize=fuzzer,address,undefined"
    echo "$target: $seconds seconds" >&2
    # A file that takes 20 s or more than 2 GB of memory is a finding, like a crash.
    ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 nice -n 19 "$root/$target" \
        -max_total_time="$seconds" -max_len=65536 -timeout=20 -rss_limit_mb=2048 \
        -print_final_stats=1 -artifact_prefix="$root/findings/$target-" -verbosity=0 \
        "$root/corpus/$target"
done
echo "no findings: ${targets[*]}"
