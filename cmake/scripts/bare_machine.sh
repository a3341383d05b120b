#!/usr/bin/env bash
# bare_machine.sh [--mirror URL] [--keep] [--root DIR] [COMMAND...]: proves that a bare Debian 12 is enough.
# Makes one by debootstrap, clones this repository into it and runs COMMAND there, `./dev test` when none is given.
# Needs root, debootstrap and the network; takes about 5 GB under DIR (default: a fresh folder under /tmp).
# PIP_* and proxy variables, and the apt settings and certificates of this machine, are carried into it.
set -euo pipefail
# The archive that this machine itself installs from.
archive_of() { grep -rhoE "https?://[^ ]+/$1/?( |\$)" /etc/apt/sources.list /etc/apt/sources.list.d 2>/dev/null | tr -d ' ' | head -1; }
mirror=$(archive_of debian || true)
security=$(archive_of debian-security || true)
bare='' keep=0
while (($#)); do
  case $1 in
    --mirror) mirror=$2 security=${2%/debian}/debian-security; shift 2 ;;
    --root) bare=$2; shift 2 ;;
    --keep) keep=1; shift ;;
    -*) sed -n '2,5s/^# //p' "$0" >&2; exit 2 ;;
    *) break ;;
  esac
done
(($#)) || set -- ./dev test
[[ -n $mirror ]] || { echo "apt's sources name no Debian archive: give one with --mirror URL" >&2; exit 4; }
mirror=${mirror%/} security=${security%/}
[[ -n $security ]] || security=${mirror%/debian}/debian-security
[[ $(id -u) == 0 ]] || { echo "needs root" >&2; exit 4; }
command -v debootstrap >/dev/null || { echo "needs debootstrap: apt-get install debootstrap" >&2; exit 4; }
source_dir=$(cd "$(dirname "$0")/../.." && pwd)
[[ -n $bare ]] || bare=$(mktemp -d /tmp/bare.XXXXXX)

unmount() {
  local point
  for point in proc dev/shm dev; do
    ! mountpoint -q "$bare/$point" || umount "$bare/$point" || umount -l "$bare/$point"
  done
}
cleanup() {
  unmount
  if ((keep)); then echo "kept: $bare" >&2; else rm -rf --one-file-system "$bare"; fi
}
trap cleanup EXIT

if [[ ! -e $bare/etc/debian_version ]]; then
  debootstrap --variant=minbase bookworm "$bare" "$mirror" >&2
fi
cat >"$bare/etc/apt/sources.list" <<LIST
deb $mirror bookworm main
deb $mirror bookworm-updates main
deb $security bookworm-security main
LIST
# What this machine needs to reach the mirror, the chroot needs as well.
for name in /etc/resolv.conf /etc/hosts /etc/pip.conf; do
  [[ ! -e $name ]] || cp -L "$name" "$bare$name"
done
mkdir -p "$bare/etc/apt/apt.conf.d"
grep -l -r -E 'Acquire::' /etc/apt/apt.conf.d 2>/dev/null | while read -r name; do cp "$name" "$bare$name"; done || true
if compgen -G '/usr/local/share/ca-certificates/*.crt' >/dev/null; then
  mkdir -p "$bare/usr/local/share/ca-certificates"
  cp /usr/local/share/ca-certificates/*.crt "$bare/usr/local/share/ca-certificates/"
fi

mkdir -p "$bare/proc" "$bare/dev/shm"
mountpoint -q "$bare/proc" || mount -t proc proc "$bare/proc"
mountpoint -q "$bare/dev" || mount --bind /dev "$bare/dev"
mkdir -p "$bare/dev/shm"
mountpoint -q "$bare/dev/shm" || mount -t tmpfs tmpfs "$bare/dev/shm"

rm -rf "$bare/root/assay"
git clone -q "file://$source_dir" "$bare/root/assay"
environment=(HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8)
for name in $(compgen -e | grep -E '^(PIP_|https?_proxy|HTTPS?_PROXY|no_proxy|NO_PROXY)'); do
  environment+=("$name=${!name}")
done
chroot "$bare" env -i "${environment[@]}" bash -c 'cd /root/assay && exec "$@"' bash "$@"
