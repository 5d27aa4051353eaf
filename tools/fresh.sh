#!/bin/bash
# Runs `make demo` and `make test` on the committed tree in a Debian 12 root with only git, make and
# this machine's Swift toolchain, which reveals packages missing from Config/packages.txt.
#
# Usage: tools/fresh.sh [--keep] [--rebuild] [--shell] [TARGET...]   (as root)
#   --keep     keeps the root for inspection
#   --rebuild  rebuilds the base root instead of using the stored one
#   --shell    starts a shell in the root after the clone, instead of running the targets
#   TARGET     make targets to run; the default is: demo test
#
# All mounts are in a separate mount namespace, so they end with this script, however it ends. The
# root has read-only access to apt's sources and proxies, certificates, the configuration of pip and
# git, and local folders that these refer to (package mirrors).
set -euo pipefail
cd "$(dirname "$0")/.."

suite=bookworm
fresh=$PWD/.build/fresh
root=$fresh/root
base=$fresh/$suite-base.tar
toolchain_inside=/opt/swift-toolchain

fail() {
    echo "error: $1" >&2
    exit "${2:-69}"
}

# --- Inside the mount namespace: mount, then run a command in the root. ---------------------------

lend() { # PATH [PLACE]: mounts a folder or file of the machine in the root, read-only.
    local place=$root${2:-$1}
    if [ -d "$1" ]; then
        mkdir -p "$place"
    else
        mkdir -p "$(dirname "$place")"
        touch "$place"
    fi
    mount --bind "$1" "$place"
    mount -o remount,bind,ro "$place"
}

enter() { # TOOLCHAIN LENT_LIST COMMAND...
    local toolchain=$1 lent=$2 path device
    shift 2
    # As a mount point, so that tests can unshare mounts in it.
    mount --bind "$root" "$root"
    mount -t proc proc "$root/proc"
    mount -t sysfs -o ro sysfs "$root/sys" 2>/dev/null || true
    mount -t tmpfs -o mode=755 tmpfs "$root/dev"
    mkdir "$root/dev/pts" "$root/dev/shm"
    mount -t tmpfs tmpfs "$root/dev/shm"
    mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
    ln -s pts/ptmx "$root/dev/ptmx"
    ln -s /proc/self/fd "$root/dev/fd"
    ln -s /proc/self/fd/0 "$root/dev/stdin"
    ln -s /proc/self/fd/1 "$root/dev/stdout"
    ln -s /proc/self/fd/2 "$root/dev/stderr"
    for device in null zero full random urandom tty; do
        touch "$root/dev/$device"
        mount --bind "/dev/$device" "$root/dev/$device"
    done
    lend "$toolchain" "$toolchain_inside"
    while IFS= read -r path; do
        [ -z "$path" ] || lend "$path"
    done <"$lent"
    exec chroot "$root" "$@"
}

if [ "${1:-}" = --inside ]; then
    shift
    enter "$@"
fi

# --- Outside. -------------------------------------------------------------------------------------

keep=false rebuild=false shell=false
targets=()
for argument in "$@"; do
    case $argument in
        --keep) keep=true ;;
        --rebuild) rebuild=true ;;
        --shell) shell=true ;;
        -*) fail "unknown option '$argument'; see the top of tools/fresh.sh" 64 ;;
        *) targets+=("$argument") ;;
    esac
done
[ ${#targets[@]} -gt 0 ] || targets=(demo test)

[ "$(id -u)" -eq 0 ] || fail "make fresh needs root (chroot, mount): run it with sudo" 77
export PATH="$PATH:/usr/sbin:/sbin"
command -v debootstrap >/dev/null \
    || fail "debootstrap is missing: apt-get install debootstrap"
unshare --mount true 2>/dev/null \
    || fail "cannot create a mount namespace as root (an unprivileged container?)"

SWIFT=${SWIFT:-swift} tools/check-swift.sh
toolchain=$("${SWIFT:-swift}" -print-target-info \
    | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
toolchain=${toolchain%/usr/lib/swift}
[ -x "$toolchain/usr/bin/swift" ] \
    || fail "the Swift toolchain is part of the system's /usr and cannot be mounted;
unpack one from https://www.swift.org/install/linux/debian/12/ in a separate folder"

remove_root() {
    [ -e "$root" ] || return 0
    if grep -qF " $root" /proc/self/mountinfo; then
        fail "'$root' contains mounts; unmount them, then remove that folder" 74
    fi
    rm -rf --one-file-system "$root"
}
finish() { # Always removes the root, unless it is to be kept.
    local status=$?
    trap - EXIT
    rm -rf "${work:-/nonexistent}"
    if $keep; then
        echo "kept: $root"
    else
        remove_root
    fi
    exit "$status"
}
mkdir -p "$fresh"
work=$(mktemp -d "$fresh/work.XXXXXX")
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# This machine's Debian mirror, if it runs the same suite.
is_same_suite=false
mirror=()
# shellcheck disable=SC1091
if [ "$(. /etc/os-release && echo "${VERSION_CODENAME:-}")" = "$suite" ]; then
    is_same_suite=true
    # shellcheck disable=SC2016  # apt's own variables
    found=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT) $(ORIGIN)' \
        'Created-By: Packages' 2>/dev/null \
        | awk -v suite=$suite '$2 == suite && $3 == "main" && $4 == "Debian" { print $1; exit }')
    [ -z "$found" ] || mirror=("$found")
fi

remove_root
if $rebuild || ! [ -s "$base" ]; then
    echo "== base root: debootstrap $suite"
    started=$SECONDS
    if ! debootstrap --variant=minbase --include=git,make "$suite" "$root" "${mirror[@]}" \
        >"$fresh/debootstrap.log" 2>&1; then
        tail -n 20 "$fresh/debootstrap.log" >&2
        fail "debootstrap failed; the full log is .build/fresh/debootstrap.log"
    fi
    rm -rf "$root"/var/cache/apt/archives/*.deb
    tar -C "$root" -cf "$base.part" .
    mv "$base.part" "$base"
    echo "== base root: $((SECONDS - started)) s"
else
    mkdir -p "$root"
    tar -C "$root" -xpf "$base"
fi

copy() { # PATH...: copies files or folders into the root, following links; missing ones are skipped.
    local path
    for path in "$@"; do
        [ -e "$path" ] || continue
        mkdir -p "$root$(dirname "$path")"
        rm -rf "${root:?}$path"
        # Dangling links are ignored.
        cp -rL "$path" "$root$path" 2>/dev/null || true
    done
}

home=/root/fresh
mkdir -p "$root$home"

copy /etc/resolv.conf /etc/hosts
# Copies of the certificates, as written by the installation of ca-certificates.
copy /etc/ssl/certs /usr/local/share/ca-certificates
if $is_same_suite; then
    rm -f "$root/etc/apt/sources.list"
    copy /etc/apt/sources.list /etc/apt/sources.list.d /etc/apt/auth.conf /etc/apt/auth.conf.d \
        /etc/apt/keyrings /etc/apt/trusted.gpg.d
    while IFS= read -r path; do copy "$path"; done < <(
        grep -rhoiE 'signed-by[:=] *[^] ]+' /etc/apt/sources.list /etc/apt/sources.list.d 2>/dev/null \
            | sed -E 's/^[^:=]*[:=] *//' | sort -u)
fi
while IFS= read -r path; do copy "$path"; done < <(
    grep -lE '^ *Acquire' /etc/apt/apt.conf /etc/apt/apt.conf.d/* 2>/dev/null || true)
copy /etc/pip.conf /etc/gitconfig
for name in .gitconfig .config/git/config .pip/pip.conf .config/pip/pip.conf; do
    if [ -e "$HOME/$name" ]; then
        mkdir -p "$root$home/$(dirname "$name")"
        cp -L "$HOME/$name" "$root$home/$name"
    fi
done

# Proxies and certificates from the environment, which is otherwise clean.
environment=(
    "HOME=$home" USER=root LOGNAME=root SHELL=/bin/bash LANG=C.UTF-8 TERM=dumb
    DEBIAN_FRONTEND=noninteractive
    "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:$toolchain_inside/usr/bin"
)
for name in http_proxy https_proxy ftp_proxy all_proxy no_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY \
    NO_PROXY SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE REQUESTS_CA_BUNDLE GIT_SSL_CAINFO \
    $(compgen -e PIP_ || true); do
    [ -n "${!name:-}" ] || continue
    environment+=("$name=${!name}")
    case ${!name} in
        /etc/ssl/certs*) ;;
        /*) case $name in *CERT* | *_CA*) copy "${!name}" ;; esac ;;
    esac
done

# Local folders referenced by git's URL rewrites and pip's settings.
{
    git config --list --includes \
        | sed -nE 's#^url\.(file://)?(/.*)\.(push)?insteadof=.*#\2#p'
    { pip config list 2>/dev/null || true; } \
        | sed -nE "s#^.*(find-links|index-url)='(file://)?(/[^']*)'.*#\3#p"
    for name in PIP_FIND_LINKS PIP_INDEX_URL; do
        [ -z "${!name:-}" ] || sed -nE 's#^(file://)?(/.*)#\2#p' <<<"${!name}"
    done
} | sed 's#//*$##' | sort -u | while IFS= read -r path; do
    [ ! -e "$path" ] || printf '%s\n' "$path"
done >"$work/lent"

# Only the committed tree.
if [ -n "$(git status --porcelain)" ]; then
    echo "note: uncommitted changes are not part of this run" >&2
fi
git bundle create --quiet "$root$home/gallery.bundle" HEAD

run_inside() { # COMMAND...: runs in the root, in separate process and mount namespaces.
    unshare --mount --pid --fork --kill-child --propagation private \
        "$PWD/tools/fresh.sh" --inside "$toolchain" "$work/lent" \
        env -i "${environment[@]}" "$@"
}

# shellcheck disable=SC2016  # the inner shell's
run_inside bash -euo pipefail -c '
    cd
    git -c init.defaultBranch=main clone --quiet gallery.bundle gallery
    cd gallery
    echo "== $(git log -1 --format="%h %s")"' </dev/null

if $shell; then
    run_inside bash -c 'cd ~/gallery && exec bash -i'
    exit 0
fi

summary=()
for target in "${targets[@]}"; do
    echo "== make $target"
    started=$SECONDS
    status=0
    # shellcheck disable=SC2016  # $1 is the inner shell's
    run_inside bash -c 'cd ~/gallery && exec make "$1"' bash "$target" </dev/null 2>&1 \
        | tee "$fresh/$target.log" || status=$?
    summary+=("make $target: $((SECONDS - started)) s, status $status")
    if [ "$status" -ne 0 ]; then
        printf '== %s\n' "${summary[@]}"
        fail "make $target failed in the fresh root; the full log is .build/fresh/$target.log" 1
    fi
done
printf '== %s\n' "${summary[@]}"
