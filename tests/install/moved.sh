#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is built, moves the installation, and works with it as a stranger does: moved.sh SOURCES BUILD_FOLDER
# Plugins are built by the commands of the examples' own READMEs, and found without any environment.
set -euo pipefail
sources=$1
build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "moved.sh: $*" >&2; exit 1; }

# Nothing is needed of a build but the program: scripts/run.sh builds no more.
rm -f "$build"/package/completions/*
cmake --install "$build" --prefix "$work/first" >/dev/null
mv "$work/first" "$work/moved"
prefix=$work/moved
if grep -rIl -e "$work/first" -e "$sources" "$prefix"; then fail "these files name the prefix or the sources"; fi
unset TERRAWRIGHT_PLUGIN_PATH CMAKE_PREFIX_PATH CMAKE_GENERATOR CXXFLAGS CFLAGS
export PATH=$prefix/bin:/usr/bin:$PATH  # Debian's Python has numpy
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name terrawright.pc)")
export PKG_CONFIG_PATH
plugins=$(realpath "$(pkg-config --variable=plugindir terrawright)")
[ "${plugins#"$prefix"/}" != "$plugins" ] && [ -d "$plugins" ] || fail "no folder of plugins in $prefix: $plugins"

for file in share/{bash-completion/completions/terrawright,zsh/vendor-completions/_terrawright} \
  share/fish/vendor_completions.d/terrawright.fish; do
  grep -q verify "$prefix/$file" || fail "there are no completions in $file"
done
for file in share/doc/terrawright/{README.md,LICENSE,docs/algorithms.md,docs/stages/sea.level.md} \
  share/terrawright/schema/terrawright.schema.json share/terrawright/vectors/{random,exact_math}.txt \
  include/terrawright/{abi.h,stage.hpp,draft/exact.h}; do
  [ -s "$prefix/$file" ] || fail "there is no $file"
done
(cd "$work" && env -i "$prefix/bin/terrawright" validate "$prefix/share/terrawright/configs/island.yaml" >/dev/null)

# A world begun anywhere knows where the schema was moved to.
(cd "$work" && env -i "$prefix/bin/terrawright" new world coast --like hand_drawn >/dev/null &&
  env -i "$prefix/bin/terrawright" validate coast.yaml >/dev/null) || fail "a world like hand_drawn"
schema=$(sed -n '1s|^# yaml-language-server: $schema=file://||p' "$work/coast.yaml")
[ "$schema" = "$(realpath "$prefix/share/terrawright/schema/terrawright.schema.json")" ] || fail "no schema at '$schema'"

# A picture that a process of the installation reads.
oiiotool "$sources/stages/source/image/drawn.png" -d uint8 -o "$work/drawn.tga" >/dev/null
sed 's/drawn[.]png/drawn.tga/' "$sources/stages/source/image/image.yaml" >"$work/tga.yaml"
(cd "$work" && env -i "$prefix/bin/terrawright" validate tga.yaml >/dev/null) || fail "a .tga is not read"

# The commands of a README, in a copy of its folder.
for example in "$sources"/examples/*/; do
  name=$(basename "$example")
  # These have tests of their own, or are one more world; scripts/proofs.sh length tries them here, too.
  [[ -z ${TERRAWRIGHT_AT_LENGTH:-} && $name =~ ^(200|300|400|450|500|550)- ]] && continue
  if [[ $name =~ ^(600-hosts|800-languages)$ ]] && ! { command -v rustc && command -v mcs; } >/dev/null; then
    echo "there is no rustc or no mcs here: $name was not tried"
    continue
  fi
  cp -r "$example" "$work/$name"
  rm -rf "$work/$name"/{build,by-hand,out}
  sed -n 's/^    //p' "$work/$name/README.md" >"$work/$name.sh"
  [ -e "$work/$name/world.yaml" ] || sed -n '/^```yaml/,/^```/{//!p}' "$example/README.md" >"$work/$name/world.yaml"
  [ -s "$work/$name.sh" ] || fail "the README of $name has no command"
  (cd "$work/$name" && bash -e "$work/$name.sh") >"$work/$name.log" 2>&1 || { cat "$work/$name.log"; fail "$name"; }
done
grep -q "Terrawright_DIR:PATH=$prefix/" "$work/100-plugin/build/CMakeCache.txt" || fail "CMake found another Terrawright"

for flag in -ffp-contract=off -fvisibility=hidden; do
  grep -rqs -e "$flag" "$work/100-plugin/build/CMakeFiles" || fail "CMake compiled without $flag"
done

# Each of the two libraries, in the moved prefix, without any environment.
build_world() { (cd "$work" && env -i "$prefix/bin/terrawright" build 100-plugin/world.yaml --quiet --sha256 --out "$1"); }
for way in build by-hand; do
  library=$work/100-plugin/$way/example_shapes.so
  shown=$(nm -D --defined-only "$library" | awk '{print $3}')
  [ "$shown" = terrawright_plugin_v1 ] || fail "the library of $way shows more than its entry: $shown"
  ! build_world "$work/out" >"$work/without.txt" 2>&1 || fail "the world was built without its plugin"
  cp "$library" "$plugins"
  build_world "$work/out" >"$work/$way.txt"
  [ -s "$work/$way.txt" ] || fail "nothing was built"
  rm "$plugins/example_shapes.so"
done
diff "$work/build.txt" "$work/by-hand.txt"

# A plugin in C, of a project without C++; a version that is not there.
mkdir "$work/in-c"
cp "$sources/tests/plugins/made/by_data.c" "$work/in-c"
cat >"$work/in-c/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(in_c LANGUAGES C)
find_package(Terrawright 77 QUIET)
if(Terrawright_FOUND)
  message(FATAL_ERROR "Version 77 was found")
endif()
find_package(Terrawright 0.1 REQUIRED)
terrawright_add_plugin(in_c by_data.c)
END
(cmake -S "$work/in-c" -B "$work/in-c/build" && cmake --build "$work/in-c/build") >"$work/in-c.log" 2>&1 ||
  { cat "$work/in-c.log"; fail "the plugin in C"; }
cp "$work/in-c/build/in_c.so" "$plugins"
(cd "$work" && env -i "$prefix/bin/terrawright" describe made.second >/dev/null)
# A link to the program is the program.
ln -s "$prefix/bin/terrawright" "$work/link"
(cd "$work" && env -i "$work/link" describe made.second >/dev/null)
echo "installed, moved, and two ways of building the example gave $(wc -l <"$work/build.txt") layers of the same bits"
