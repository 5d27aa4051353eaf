#!/bin/bash
# Demonstrates gallery with a local fake Flickr server and a separate catalog.
# Usage: tools/demo.sh BIN_FOLDER [DEMO_FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -lt 1 ] || [ $# -gt 2 ]; then
    echo "usage: tools/demo.sh BIN_FOLDER [DEMO_FOLDER]" >&2
    exit 64
fi
bin=$(cd "$1" && pwd)
demo=${2:-.build/demo}
emoji_term='犬 🐕'
server=

fail() {
    echo "demo failed: $1" >&2
    exit 1
}

stop_server() {
    if [ -n "$server" ]; then
        kill "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
        server=
    fi
}
trap stop_server EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Prints a command as a user would type it, then runs it.
run() {
    local word line='$'
    for word in "$@"; do
        case $word in
            *' '* | *'*'*) line+=" '$word'" ;;
            *) line+=" $word" ;;
        esac
    done
    printf '\n%s\n' "$line"
    "$@" || fail "'${line#\$ }' ended with status $?"
}

rm -rf "$demo"
mkdir -p "$demo/config"

# Ignores the user's own settings, so that the demo is reproducible.
for name in $(compgen -e GALLERY_); do unset "$name"; done
export PATH="$bin:$PATH"
export GALLERY_CATALOG="$demo/catalog" XDG_CONFIG_HOME="$PWD/$demo/config"
# The fake server is on this machine and not reachable through a proxy.
export no_proxy=127.0.0.1 NO_PROXY=127.0.0.1

fake-flickr --port 0 --photos 12 --term dogs --term "$emoji_term" --print-environment \
    >"$demo/fake server.out" 2>"$demo/fake server.err" &
server=$!
for ((tick = 0; tick < 300; tick++)); do
    grep -qs '^export ' "$demo/fake server.out" && break
    if ! kill -0 "$server" 2>/dev/null; then
        cat "$demo/fake server.err" >&2
        fail "the fake Flickr server exited before it was ready"
    fi
    sleep 0.1
done
address=$(sed -n 's/^listening on //p' "$demo/fake server.out")
[ -n "$address" ] || fail "the fake Flickr server did not start within 30 seconds"
# shellcheck disable=SC1090
source <(grep '^export GALLERY_' "$demo/fake server.out")

echo "A fake Flickr server with generated photos is listening on $address."
echo "The catalog is $GALLERY_CATALOG."

run gallery search dogs
run gallery search "$emoji_term"
run sample-photos --to "$demo/photos"
run gallery import "$demo/photos"
run gallery sections
run gallery list camera
run gallery locate camera
run gallery places camera
run gallery locate 48.8606,2.3376 -33.8568,151.2153 0,-30
run gallery faces
run gallery faces list camera
run gallery thumbnails
run gallery latest --limit 3
run gallery edit camera/1 --crop 10%,10%,80%,80% --effect noir:0.8 --effect vignette
run gallery show camera/1
run gallery effects camera/7 -o "$demo/effects" --size 240
run gallery share camera/1 dogs/1 --to "$demo/shared"
run gallery export dogs --format csv -o "$demo/dogs.csv"

# Truncates lines to the width of a terminal; the rows begin with long paths.
cut_lines() {
    local line
    while IFS= read -r line; do
        line=${line%$'\r'}
        if [ ${#line} -gt 100 ]; then line="${line:0:99}…"; fi
        printf '%s\n' "$line"
    done
}
printf '\n$ head -n 4 %s   (cut at 100 characters)\n' "$demo/dogs.csv"
[ "$(wc -l <"$demo/dogs.csv")" -gt 1 ] || fail "'$demo/dogs.csv' contains no photos"
head -n 4 "$demo/dogs.csv" | cut_lines

columns=Position,Title,DateTimeOriginal,License,GPSLatitude,GPSLongitude
printf '\n$ gallery export dogs --columns %s | head -n 4\n' "$columns"
gallery export dogs --columns "$columns" 2>/dev/null | head -n 4 | cut_lines \
    || fail "'gallery export --columns' failed"

cat <<'NEXT'

Next, with your own API key (https://www.flickr.com/services/apps/create/):

    GALLERY_FLICKR_API_KEY=YOUR_KEY gallery search dogs
    gallery import ~/Pictures
    gallery places
    gallery faces
    gallery export dogs --format csv -o dogs.csv

`make install` installs gallery in /usr/local/bin.
NEXT
