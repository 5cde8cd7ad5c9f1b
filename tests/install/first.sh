#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The README's first command in a root of Debian where nothing else is: first.sh REPOSITORY FOLDER
# Its last lines: seconds of the build, of all processors, and from the beginning to the picture.
set -euo pipefail
source "$(dirname "$0")/bare_root.sh"
repository=$(realpath "$1")
work=$(realpath -m "$2")
root=$work/root

rm -rf "$work"
mkdir -p "$work"
debian_sources "$work/sources"
mmdebstrap --variant=minbase --include=ca-certificates bookworm "$root" "$work/sources" >"$work/mmdebstrap.txt" 2>&1 ||
  { tail -20 "$work/mmdebstrap.txt"; exit 1; }
# Packages come by the way that this machine takes.
cp /etc/resolv.conf "$root/etc/"
apt-config dump | grep -E '^Acquire::(https?|Check)' >"$root/etc/apt/apt.conf.d/90this-machine" || true
git clone -q "$repository" "$root/root/terrawright"
inside "$root" bash -c 'cd && cd terrawright && scripts/run.sh' >"$work/first.txt" 2>&1 || { tail -20 "$work/first.txt"; exit 1; }
[ -s "$root/root/terrawright/out/island/island-42.png" ] || { echo "first.sh: no picture"; exit 1; }
grep -E "^(built in|from the beginning)" "$work/first.txt"
