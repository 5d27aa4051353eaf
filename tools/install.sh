#!/bin/bash
# Installs the built program, its completions, manual and license under a prefix, or removes them.
# Usage: tools/install.sh install PREFIX BIN_FOLDER | uninstall PREFIX
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
    echo "usage: tools/install.sh install PREFIX BIN_FOLDER | uninstall PREFIX" >&2
    exit 64
}

action=${1:-}
prefix=${2:-}
[ -n "$prefix" ] || usage
data="$prefix/share/gallery"
documents="$prefix/share/doc/gallery"
bash_completion="$prefix/share/bash-completion/completions/gallery"
zsh_completion="$prefix/share/zsh/site-functions/_gallery"
fish_completion="$prefix/share/fish/vendor_completions.d/gallery.fish"
manual="$prefix/share/man/man1/gallery.1"
libraries="$prefix/lib/gallery"

put() { install -D -m 644 "$1" "$2"; }

install_all() {
    local bin_folder=$1 made
    local gallery="$bin_folder/gallery"
    if ! [ -x "$gallery" ]; then
        echo "error: '$gallery' not found; run 'make release' first" >&2
        exit 66
    fi
    made=$(mktemp -d)
    # shellcheck disable=SC2064  # the folder of now
    trap "rm -rf '$made'" EXIT

    install -D -m 755 --strip --strip-program=strip "$gallery" "$prefix/bin/gallery"
    install -D -m 644 --strip --strip-program=strip "$bin_folder/libGalleryOpenCV.so" \
        "$libraries/libGalleryOpenCV.so"
    local shell
    for shell in bash zsh fish; do
        "$gallery" --generate-completion-script "$shell" >"$made/$shell"
    done
    put "$made/bash" "$bash_completion"
    put "$made/zsh" "$zsh_completion"
    put "$made/fish" "$fish_completion"
    # The program generates the manual; a program that cannot is installed without it.
    if "$gallery" generate-manual >"$made/gallery.1" 2>/dev/null && [ -s "$made/gallery.1" ]; then
        put "$made/gallery.1" "$manual"
    fi
    put LICENSE "$documents/LICENSE"
    local document
    for document in README.md CHANGELOG.md docs/guide.md docs/cli.md; do
        if [ -e "$document" ]; then
            put "$document" "$documents/$(basename "$document")"
        fi
    done
    local file
    for file in Config/config.example.json Config/config.schema.json \
        Config/edit-recipe.schema.json; do
        if [ -e "$file" ]; then
            put "$file" "$data/$(basename "$file")"
        fi
    done
    # The place index, and models from 'make models'; the others are in Debian packages.
    for file in models/models.json models/places.idx models/*.onnx; do
        if [ -e "$file" ]; then
            put "$file" "$data/models/$(basename "$file")"
        fi
    done
    echo "installed $prefix/bin/gallery"
}

case $action in
    install)
        [ $# -eq 3 ] || usage
        install_all "$3"
        ;;
    uninstall)
        rm -f "$prefix/bin/gallery" "$bash_completion" "$zsh_completion" "$fish_completion" "$manual"
        rm -rf "$data" "$documents" "$libraries"
        echo "removed gallery from $prefix"
        ;;
    *) usage ;;
esac
