#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs emscripten and what it needs (root or sudo), and builds build/wasm/terrawright.js, .wasm and the plugin of
# examples/100-plugin as a side module: scripts/wasm.sh [OPTION...]. Options go to CMake; -B FOLDER builds in another folder.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=build/wasm
[ "${1:-}" != -B ] || { folder=$2; shift 2; }

command -v node >/dev/null || scripts/install.sh nodejs
scripts/install.sh emscripten node-acorn cmake ninja-build nlohmann-json3-dev tao-pegtl-dev libxxhash-dev libopenexr-dev libimath-dev
scripts/wasm_sources.sh build/wasm-sources

export NODE_PATH=/usr/share/nodejs  # where Debian's acorn is
if command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache CMAKE_C_COMPILER_LAUNCHER=ccache CCACHE_SLOPPINESS=pch_defines,time_macros
fi
cmake --preset wasm -B "$folder" "$@" >/dev/null
TIMEFORMAT="built in %0R s, which took %0U s and %0S s in the system of all processors"
time cmake --build "$folder" --target terrawright example_side_module
for file in terrawright.wasm terrawright.js; do
  echo "$file: $(stat -c %s "$folder/$file") bytes, $(gzip -9 -c "$folder/$file" | wc -c) with gzip"
done
