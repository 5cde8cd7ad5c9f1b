#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes a wheel and an archive of what is built. The wheel is installed by pip into a new environment, and builds worlds in
# a root that has nothing else but glibc; the archive does in a root that has nothing else. The files are those that the
# program itself makes. portable.sh SOURCES BUILD_FOLDER [twice]; twice: two builds of both are equal, to the byte, and
# all worlds are held to their locks, not every fifth alone
set -euo pipefail
sources=$1
build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "portable.sh: $*" >&2; exit 1; }
twice=${3:-}

[ "$twice" = twice ] || export XZ_PRESET=0 # most of the time went into making the archive small
/usr/bin/python3 "$sources/scripts/portable.py" "$build" "$work/made"
if [ "$twice" = twice ]; then
  /usr/bin/python3 "$sources/scripts/portable.py" "$build" "$work/again" >/dev/null
  diff -r "$work/made" "$work/again" || fail "two wheels or archives of one build differ"
fi
/usr/bin/python3 -m venv "$work/environment"
"$work/environment/bin/pip" install --no-index --no-deps --quiet "$work"/made/*.whl
"$work/environment/bin/terrawright" --version
# The module finds the library of the wheel; numpy is Debian's.
PYTHONPATH=/usr/lib/python3/dist-packages "$work/environment/bin/python" -c '
import sys, terrawright as tw
assert tw.__file__.startswith(sys.prefix), tw.__file__
world = tw.open(sys.prefix + "/share/terrawright/configs/island.yaml", set={"world.size": [65, 65]}, cache=None)
assert world.build()["height"].shape == (65, 65)' || fail "the wheel's module builds no world"
# Stages are tested by the wheel's library: one, or all.
target=test_terrace stages=terrace
[ "$twice" != twice ] || target=all stages=.
cp -r "$sources/examples/100-plugin" "$work/plugin"
(cd "$work/plugin" && PATH=$work/environment/bin:$PATH cmake -S . -B build && cmake --build build --target $target &&
  ctest --test-dir build -R "$stages" --no-tests=error) >"$work/plugin.log" 2>&1 || { cat "$work/plugin.log"; fail "the wheel's library tests no stage"; }

# A root with the environment, without its Python, and glibc.
root=$work/root system=lib/x86_64-linux-gnu
mkdir -p "$root"/{lib64,$system,proc,dev,tmp,worlds}
cp -r "$work/environment" "$root/environment"
rm -rf "$root"/environment/bin/{python*,pip*,activate*} "$root"/environment/lib/python*
for library in libc.so.6 libm.so.6 libdl.so.2 libpthread.so.0 librt.so.1 libresolv.so.2; do
  cp "$(readlink -f "/$system/$library")" "$root/$system/$library"
done
cp "$(readlink -f /lib64/ld-linux-x86-64.so.2)" "$root/lib64/ld-linux-x86-64.so.2"
# A root with the archive, in a folder whose name a list of folders could not hold, and without /dev and /tmp.
archive='/any: folder; $x'
mkdir -p "$work"/bare/{proc,worlds}
tar -xf "$work"/made/*.tar.xz -C "$work/bare"
mv "$work"/bare/terrawright-* "$work/bare$archive"
# in_root ROOT PROGRAM WORD...
in_root() {
  env -i LD_PRELOAD=no_such_library.so unshare --map-root-user --mount --pid --fork bash -c '
    mount -t proc proc "$1/proc" && { [ ! -d "$1/dev" ] || mount --rbind /dev "$1/dev"; } &&
      exec unshare --root="$1" --wd=/worlds "${@:2}"' - "$@" 2> >(grep -v no_such_library >&2)
}

# An .exr, .png and .tif; a .tif that is read, by libtiff and PROJ; a .pdf, by cairo; and the island.
cat >"$root/worlds/raster.yaml" <<'YAML'
terrawright: 1
name: raster
world: {size: [65, 65], cell: 1 km, seed: 42}
stages:
  terrain: {use: heights.diamond_square@1}
outputs:
  - {file: raster.exr, layers: {terrain: terrain}}
  - {file: raster.png, layers: {terrain: terrain}, range: [-10, 10]}
  - {file: raster.tif, layers: {terrain: terrain}}
YAML
cat >"$root/worlds/reads.yaml" <<'YAML'
terrawright: 1
name: reads
world: {size: [65, 65], cell: 1 km, seed: 42}
stages:
  image: {use: source.image@1, with: {file: raster/raster.tif, unit: m}}
outputs:
  - {file: reads.exr, layers: {image: image}}
YAML
cp -r "$sources/packs/atlas/stages/map/sheet/sheet.yaml" "$sources/configs/island.yaml" "$sources/configs/parts" "$root/worlds"
sed -i '/^outputs:/a\  - {file: sheet.pdf, sheet: sheet}' "$root/worlds/sheet.yaml"
cp -r "$root/worlds" "$work/worlds"
cp -r "$root/worlds" "$work/bare"
for world in raster reads sheet island; do
  words=(build $world.yaml --out $world --cache off --quiet)
  [ $world != island ] || words+=(--set "world.size=[129,129]")
  (cd "$work/worlds" && "$build/terrawright" "${words[@]}") || fail "$world is not built here"
  in_root "$root" /environment/bin/terrawright "${words[@]}" || fail "$world is not built by the wheel"
  diff -r "$work/worlds/$world" "$root/worlds/$world" || fail "$world is another one by the wheel"
  in_root "$work/bare" "$archive/terrawright" "${words[@]}" || fail "$world is not built by the archive"
  diff -r "$work/worlds/$world" "$work/bare/worlds/$world" || fail "$world is another one by the archive"
done
# Worlds that come with it are as they were locked.
verify() { # a root, its folder of the installation, and the program there
  local worlds=("$1$2"/share/terrawright/configs/*.yaml)
  [ "$twice" = twice ] || mapfile -t worlds < <(printf '%s\n' "${worlds[@]}" | grep -vE '_map|[.]lock[.]' | sed -n '1~5p')
  in_root "$1" "$2/$3" verify --quiet "${worlds[@]#"$1"}" >"$work/verified" 2>&1 || { tail "$work/verified"; fail "a lock does not hold by $3"; }
}
verify "$root" /environment bin/terrawright
mkdir "$work/bare/tmp" # for what is made anew
verify "$work/bare" "$archive" terrawright
# Its worker is started by its own loader too.
PYTHONPATH=$sources/tests/live /usr/bin/python3 -B - "$work/bare$archive/terrawright" "$work/bare/worlds/raster.yaml" <<'PYTHON'
import sys
from client import Watch, rests
with Watch(*sys.argv[1:]) as watch:
    state = watch.wait(rests)
    assert state["shown"] and not state["failed"], state
PYTHON
in_root "$work/bare" "$archive/terrawright" new world coast --like realistic && test -s "$work/bare/worlds/coast.yaml" ||
  fail "the archive does not find its configs"
echo "wheel: 4 worlds in a root with glibc alone, byte for byte, and locks that hold; archive: the same in an empty root"
