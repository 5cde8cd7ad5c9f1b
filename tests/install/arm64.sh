#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes a wheel and an archive for 64-bit ARM, and runs both under qemu, each in a root of its own: the wheel's has glibc
# alone, the archive's has nothing. The island is this machine's, byte for byte, and every world that comes with them is as
# it was locked. arm64.sh SOURCES BUILD_FOLDER ARM_BUILD_FOLDER SYSROOT; as root
set -euo pipefail
sources=$1
build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "arm64.sh: $*" >&2; exit 1; }

/usr/bin/python3 "$sources/scripts/portable.py" "$3" "$work/made" "$4"

source "$sources/tests/same_bits/binfmt.sh"
trap 'unknown_again; rm -rf "$work"' EXIT
mkdir -p "$work"/{wheel,archive}/{worlds,proc,tmp} "$work"/wheel/{environment,lib}
(
  cd "$work/wheel/environment"
  /usr/bin/python3 -c 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall()' "$work"/made/*_aarch64.whl
  mv terrawright-*.data/data/* . && mv terrawright-*.data/scripts bin && chmod -R +x bin lib
)
for library in ld-linux-aarch64.so.1 libc.so.6 libm.so.6 libdl.so.2 libpthread.so.0 librt.so.1 libresolv.so.2; do
  cp "$4/lib/aarch64-linux-gnu/$library" "$work/wheel/lib/$library"
done
tar -xf "$work"/made/*-linux-aarch64.tar.xz -C "$work/archive"
mv "$work"/archive/terrawright-* "$work/archive/environment"

words=(build /environment/share/terrawright/configs/island.yaml --set "world.size=[129,129]" --cache off --quiet --out island)
(cd "$work" && "$build/terrawright" build "$sources/configs/island.yaml" "${words[@]:2}") || fail "the island is not built here"
for root in wheel archive; do
  program=/environment/bin/terrawright
  [ $root = wheel ] || program=/environment/terrawright
  in_root() { env -i unshare --map-root-user --mount --pid --fork bash -c '
    mount -t proc proc "$1/proc" && exec unshare --root="$1" --wd=/worlds "${@:2}"' - "$work/$root" $program "$@"; }
  in_root "${words[@]}" || fail "the $root does not build the island"
  diff -r "$work/island" "$work/$root/worlds/island" || fail "the $root makes another island"
  worlds=("$work/$root"/environment/share/terrawright/configs/*.yaml)
  in_root verify --quiet "${worlds[@]#"$work/$root"}" >"$work/verified" 2>&1 || { tail "$work/verified"; fail "a lock does not hold by the $root"; }
done
echo "arm64: the island by the wheel and by the archive, byte for byte; all worlds as they were locked"
