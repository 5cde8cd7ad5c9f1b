#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Unpacks the sources of libraries into a folder, from Debian's source packages: scripts/wasm_sources.sh FOLDER
# They come from the machine's own sources by an apt of its own, so that nothing of the machine changes and no root is
# needed. A file is used if its SHA-256 is that of the list below. Headers of installed packages are linked to beside them.
set -euo pipefail
list='
c-blosc_1.21.3+ds.orig.tar.xz    36a5ca0904135be7b6da02cc93adda2e34fec98286b28172e166f8cad79c8fab
libdeflate_1.14.orig.tar.gz      89e7df898c37c3427b0f39aadcf733731321a278771d20fc553f92da8d4808ac
libmd_1.0.4.orig.tar.xz          f51c921042e34beddeded4b75557656559cf5b1f2448033b4c1eec11c07e530f
libpng1.6_1.6.39.orig.tar.gz     a00e9d2f2f664186e4202db9299397f851aea71b36a35e74910b8820e380d441
lz4_1.9.4.orig.tar.gz            0b0e3aa07c8c063ddf40b082bdf7e37a1562bda40a0ff5272957f3e987e0e54b
openexr_3.1.5.orig.tar.gz        93925805c1fc4f8162b35f0ae109c4a75344e6decae5a240afdfce25f8a433ec
yaml-cpp_0.7.0+dfsg.orig.tar.xz  dc63708605404e0b963e0ca3a9619d1c8270eda2839603e6fa0384e5e51e5312
zlib_1.2.13.dfsg.orig.tar.bz2    71feb7947e3c00ef125f83b79a4e529bde31171e5babe48b391f06758d1ab0a1'
mkdir -p "$1"
folder=$(cd "$1" && pwd)
[ "$(cat "$folder/.list" 2>/dev/null)" != "$list" ] || exit 0  # it is there
rm -rf "$folder"
apt=$folder/apt
mkdir -p "$apt"/{lists/partial,cache/archives/partial,parts} "$folder/include"

# The machine's sources, each as one of source packages.
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
  [ ! -f "$file" ] || sed -n 's/^deb /deb-src /p' "$file" >"$apt/parts/$(basename "$file" .list).list"
done
for file in /etc/apt/sources.list.d/*.sources; do
  [ ! -f "$file" ] || sed 's/^Types:.*/Types: deb-src/' "$file" >"$apt/parts/$(basename "$file")"
done
cat >"$apt/apt.conf" <<EOF
APT::Sandbox::User "root";
Dir::State::lists "$apt/lists";
Dir::Cache "$apt/cache";
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$apt/parts";
EOF
export APT_CONFIG=$apt/apt.conf
apt-get update -qq
while read -r file digest; do
  [ -n "$file" ] || continue
  package=${file%%_*}
  (cd "$apt" && apt-get source -qq --download-only --tar-only "$package" >/dev/null)
  echo "$digest  $apt/$file" | sha256sum --check --quiet
  mkdir "$folder/$package"
  tar -xf "$apt/$file" -C "$folder/$package" --strip-components 1
done <<<"$list"
rm -rf "$apt"

cp "$folder/libpng1.6/scripts/pnglibconf.h.prebuilt" "$folder/libpng1.6/pnglibconf.h"
cp "$folder/c-blosc/blosc/config.h.in" "$folder/c-blosc/blosc/config.h"
sed -i '/cmakedefine/d' "$folder/c-blosc/blosc/config.h"
: >"$folder/libmd/include/config.h"
for header in nlohmann tao xxhash.h xxh3.h OpenEXR Imath; do ln -s "/usr/include/$header" "$folder/include/$header"; done
echo "$list" >"$folder/.list"
