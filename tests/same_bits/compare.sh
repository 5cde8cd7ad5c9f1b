#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds stages, SDK and engine without the image library by two compilers at several levels, and compares the hashes
# of all layers with those of a release: compare.sh RELEASE_FOLDER [short|long]
# A release chooses the variants of hot loops for the processor (terrawright/processors.h); the others are compiled for
# one processor each: AVX2, and in the long form plain x86-64. So on a machine with AVX-512 that form compares all three;
# the release's own ones are compared under several processors by processors.py.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
release=$1
build=$release/same_bits
mkdir -p "$build"

# name, compiler, flags, whether files are compiled several as one unit. The short form compiles them once: by another
# compiler than the release, at another level, for a processor that contracts; what looks at few cells with no level at all,
# which takes half the time.
variants=("clang-O1-avx2|clang++|-O1 -mavx2 -mfma|ON")
fast=-O0
if [ "${2:-short}" = long ]; then
  variants=(
    "gcc-O0|g++|-O0 -DTERRAWRIGHT_ONE_PROCESSOR|ON"
    "clang-O3-avx2|clang++|-O3 -mavx2 -mfma|ON"
    "gcc-O3-avx2|g++|-O3 -mavx2 -mfma -DTERRAWRIGHT_ONE_PROCESSOR|ON"
    "clang-O0|clang++|-O0|OFF"  # each file for itself: it is the same
  )
  fast=
fi
cmake --build "$release" --target hashes >"$build/release.log" || { tail -n 30 "$build/release.log"; exit 1; }
"$release/tests/hashes" >"$build/release.txt"
[ -s "$build/release.txt" ]
for variant in "${variants[@]}"; do
  IFS='|' read -r name compiler flags unity <<<"$variant"
  cmake -S "$root" -B "$build/$name" -G Ninja -DTERRAWRIGHT_IMAGES=OFF -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_FLAGS="$flags" -DCMAKE_UNITY_BUILD="$unity" -DTERRAWRIGHT_FAST_LEVEL=$fast \
    -DCMAKE_CXX_COMPILER_LAUNCHER="$(command -v ccache || true)" >/dev/null
  cmake --build "$build/$name" --target hashes >"$build/$name.log" || { tail -n 30 "$build/$name.log"; exit 1; }
  "$build/$name/tests/hashes" >"$build/$name.txt"
  echo "$name: $(wc -l <"$build/$name.txt") layers"
  diff "$build/release.txt" "$build/$name.txt"
done
echo "all the same"
