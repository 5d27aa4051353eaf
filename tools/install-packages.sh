#!/bin/bash
# Installs missing Debian packages from the given lists. Prints nothing if none are missing.
# Usage: tools/install-packages.sh LIST...
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
    refuse "this is not a Debian system, so this script cannot install packages.
The names below are those of Debian 12; install the equivalents of your system."
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
    command -v sudo >/dev/null || refuse "not running as root, and sudo is not installed."
    root=(sudo)
    # Without a terminal, sudo cannot prompt for a password.
    [ -t 0 ] || root=(sudo -n)
    "${root[@]}" true || refuse "not running as root, and sudo refused this user."
fi

echo "installing Debian packages: ${missing[*]}" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() { # Shows the output only on failure.
    if ! "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
        -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" >"$log" 2>&1 </dev/null; then
        cat "$log" >&2
        return 1
    fi
}
apt update || refuse "apt-get update failed (see above): is the network available?"
# --no-remove: never removes packages from the machine.
apt install --no-install-recommends --no-remove "${missing[@]}" \
    || refuse "apt-get install failed (see above)."
