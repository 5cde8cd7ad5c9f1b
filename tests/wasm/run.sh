#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the target WebAssembly, and compares what it makes with the program: run.sh PROGRAM SOURCES FOLDER [long]
set -euo pipefail
program=$1 sources=$2 folder=$3 long=${4:-}
cd "$sources"
command -v em++ >/dev/null || { echo "skipped: emscripten is missing"; exit 77; }
mkdir -p "$folder"
for source in examples/100-plugin/*.cpp; do
  $(command -v ccache) c++ -std=c++17 -O2 -ffp-contract=off -fvisibility=hidden -fPIC -Ipipeline/sdk -c "$source" \
    -o "$folder/example_$(basename "$source").o"
done
c++ -shared "$folder"/example_*.o -o "$folder/example.so"

tables=build/wasm-sources/openexr/src/lib/OpenEXRCore/internal_b44_table.c

compare() {  # FOLDER_OF_MODULE SIDE WORLD...
  node tests/wasm/compare.mjs "$1/terrawright.js" "$program" "$sources" "${@:2}"
}
for vectors in ON OFF; do
  [ "$vectors" = ON ] || folder=$folder-scalar
  scripts/wasm.sh -B "$folder" -DTERRAWRIGHT_SIMD=$vectors
  cc -w -Ibuild/wasm-sources/include tests/wasm/b44_tables.c cmake/wasm/b44_tables.c "$tables" -lm -o "$folder/b44_tables"
  "$folder/b44_tables"
  compare "$folder" own "${folder%-scalar}/example.so" "$folder/example.wasm" examples/100-plugin/world.yaml
  if [ -z "$long" ]; then
    compare "$folder" 257 configs/island.yaml configs/realistic.yaml
    node tests/wasm/memory.mjs "$folder/terrawright.js" "$sources"
    exit 0
  fi
  python3 tests/wasm/mutants.py "$program" "$sources" "$folder" 500
  # shellcheck disable=SC2046
  compare "$folder" 257 $(ls configs/*.yaml | grep -v -e lock.yaml -e _map.yaml)
  compare "$folder" 1025 configs/island.yaml configs/realistic.yaml
done
folder=${folder%-scalar}
scripts/wasm.sh -B "$folder-threads" -DTERRAWRIGHT_THREADS=ON
node tests/wasm/threads.mjs "$folder/terrawright.js" "$folder-threads/terrawright.js" "$sources" 513 island.yaml realistic.yaml
compressed=$(gzip -9 -c "$folder/terrawright.wasm" | wc -c)
[ "$compressed" -le 1500000 ] || { echo "terrawright.wasm has $compressed bytes with gzip, at most 1500000 are asked"; exit 1; }
