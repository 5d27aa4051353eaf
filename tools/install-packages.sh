#!/bin/bash
# Installs the Debian packages that the given lists name and that are missing.
# Silent when there is nothing to do. Usage: tools/install-packages.sh LIST...
set -euo pipefail

if [ $# -eq 0 ]; then
    echo "usage: tools/install-packages.sh LIST..." >&2
    exit 64
fi

wanted=()
while read -r name _; do
    case $name in '' | '#'*) ;; *) wanted+=("$name") ;; esac
done < <(cat "$@")

refuse() {
    {
        echo "error: $1"
        echo "missing packages: ${missing[*]}"
        echo "install them with:"
        echo "    sudo apt-get update && sudo apt-get install --no-install-recommends ${missing[*]}"
    } >&2
    exit 69
}

missing=("${wanted[@]}")
if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    refuse "this is not a Debian system, so packages cannot be installed from here.
The names below are Debian 12's; install what your system calls them."
fi

declare -A installed=()
while read -r status name; do
    [ "$status" = ii ] && installed[$name]=1
done < <(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' "${wanted[@]}" 2>/dev/null || true)
missing=()
for name in "${wanted[@]}"; do
    [ -n "${installed[$name]:-}" ] || missing+=("$name")
done
[ ${#missing[@]} -gt 0 ] || exit 0

root=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || refuse "not root and sudo is not installed."
    root=(sudo)
    # Without a terminal nobody can type a password.
    [ -t 0 ] || root=(sudo -n)
    "${root[@]}" true || refuse "not root and sudo did not let this user through."
fi

echo "installing Debian packages: ${missing[*]}" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() { # Its output is shown only when it fails.
    if ! "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
        -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" >"$log" 2>&1 </dev/null; then
        cat "$log" >&2
        return 1
    fi
}
apt update || refuse "apt-get update failed (its reason is above): is there a network?"
# --no-remove: never takes a package away from the machine to make room for ours.
apt install --no-install-recommends --no-remove "${missing[@]}" \
    || refuse "apt-get install failed (its reason is above)."
