#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds stages, SDK and engine for this processor and for 64-bit ARM, runs the latter under qemu, and compares the
# hashes of all layers; there too the tests of the SDK run, and its self-test finds plugins that contract. Then builds the
# whole program for ARM, compares every file of formats.yaml, and tries the wheel and the archive for ARM.
# scripts/proofs.sh aarch64 installs what it needs, builds build/release/terrawright and calls it, as root.
# `aarch64.sh files` does the files and the packages alone.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=build/aarch64
sysroot=$build/sysroot
on_arm=(qemu-aarch64 -L "$sysroot")

scripts/sysroot.sh arm64 "$sysroot" libyaml-cpp-dev libtbb-dev libssl-dev libxxhash-dev libblosc-dev \
  nlohmann-json3-dev tao-pegtl-dev catch2 libtiff-dev libgeotiff-dev libproj-dev libopenexr-dev libimath-dev libpng-dev \
  libwebp-dev libcairo2-dev libharfbuzz-dev libfreetype-dev libspdlog-dev libcli11-dev libdeflate-dev zlib1g-dev \
  libcpp-httplib-dev
build_one() {
  cmake --no-warn-unused-cli -G Ninja -S . -B "$build/$1" -DTERRAWRIGHT_IMAGES=OFF -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_CXX_COMPILER_LAUNCHER="$(command -v ccache || true)" "${@:3}" >/dev/null
  # shellcheck disable=SC2086
  cmake --build "$build/$1" --target $2 >"$build/$1.log" || { tail -n 30 "$build/$1.log"; exit 1; }
}

# The files, and the packages.
files() {
  # Nothing is read here that OpenImageIO would decode, and its 250 libraries stay out.
  build_one program terrawright -DCMAKE_TOOLCHAIN_FILE=cmake/aarch64.cmake -DTERRAWRIGHT_IMAGES=ON \
    -DTERRAWRIGHT_OPENIMAGEIO=OFF -DTERRAWRIGHT_TESTS=OFF -DCMAKE_UNITY_BUILD=ON
  readelf -h "$build/program/terrawright" | grep -q AArch64
  # shellcheck source=tests/same_bits/binfmt.sh
  source tests/same_bits/binfmt.sh
  trap unknown_again EXIT
  export QEMU_LD_PREFIX=$PWD/$sysroot
  python3 tests/same_bits/processors.py build/release/terrawright . "${on_arm[@]}" "$build/program/terrawright"
  unset QEMU_LD_PREFIX
  tests/install/arm64.sh "$PWD" "$PWD/build/release" "$PWD/$build/program" "$PWD/$sysroot"
}
[ "${1:-}" != files ] || { files; exit; }

begin=$SECONDS
build_one native hashes
build_one arm "hashes opens test_sdk" -DCMAKE_TOOLCHAIN_FILE=cmake/aarch64.cmake
built=$((SECONDS - begin))

begin=$SECONDS
readelf -h "$build/arm/tests/hashes" | grep -q AArch64 # what is compared is what it says
"$build/native/tests/hashes" >"$build/native.txt"
"${on_arm[@]}" "$build/arm/tests/hashes" >"$build/arm.txt"
[ -s "$build/arm.txt" ]
diff "$build/native.txt" "$build/arm.txt"

echo "tests of the SDK, random.h and exact_math.h among them:"
"${on_arm[@]}" "$build/arm/tests/test_sdk" | tail -n 2

# ARM has fused multiply-add always, and GCC contracts unless it is told not to.
plugin_of() { # flags
  # shellcheck disable=SC2086
  aarch64-linux-gnu-g++ --sysroot="$sysroot" -O2 $1 -fvisibility=hidden -fPIC -shared -Ipipeline/sdk \
    examples/100-plugin/{plugin,terrace,box_mean,equalise}.cpp -o "$build/plugin.so"
}
for flags in "-std=c++17 -ffp-contract=off" "-std=c++17" "-std=gnu++17 -ffp-contract=fast"; do
  plugin_of "$flags"
  said=$("${on_arm[@]}" "$build/arm/tests/opens" "$build/plugin.so") && exit=0 || exit=$?
  echo "a plugin with $flags: $said"
  case $flags in
    *=off) [ "$exit" = 0 ] ;;
    *) [ "$exit" = 3 ] && [[ $said == *"rounded once"* ]] ;;
  esac
done
echo "aarch64: $(wc -l <"$build/arm.txt") hashes, all the same; ${built} s of building, $((SECONDS - begin)) s of running"
files
