#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures stages, whole builds and peers on this machine. Installs what is missing (root or sudo), OpenCV included.
#   bench/run.sh                              everything at 1025, 4097 and 8193 cells
#   bench/run.sh --only sea.level --size 4097
#   bench/run.sh --only png --repeat 9
# Where GRASS or SAGA is installed (Debian: grass-core, saga), whole drainages are measured against them.
# Where gdalinfo is installed (Debian: gdal-bin), a start of the program is measured against its.
# --only takes stages, against.<stage>, against.programs, png, build, erosion, window, memory, cache, ranks, notes, bytes,
# levels, scale, start, border, vectors, or the beginning of one of these; --help says the rest.
#   bench/run.sh --only one_rank [OPTION...]  one process under mpirun against none; options are those of bench/one_rank.py
#   bench/run.sh --only browser [OPTION...]   WebAssembly in Node and in Chromium; options are those of bench/browser.py
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/setup.sh packages
if [ "${1:-}" = --only ] && [ "${2:-}" = one_rank ]; then
  scripts/setup.sh terrawright
  exec python3 bench/one_rank.py "${@:3}"
fi
export CMAKE_CXX_COMPILER_LAUNCHER=ccache CMAKE_C_COMPILER_LAUNCHER=ccache
if [ "${1:-}" = --only ] && [ "${2:-}" = browser ]; then
  shift 2
  scripts/install.sh chromium python3-websocket python3-yaml python3-numpy
  scripts/wasm.sh
  cmake --preset release >/dev/null
  cmake --preset release -B build/narrow -DTERRAWRIGHT_TESTS=OFF -DCMAKE_CXX_FLAGS=-DTERRAWRIGHT_ONE_PROCESSOR >/dev/null
  cmake --build build/release --target terrawright terrawright_shared
  cmake --build build/narrow --target terrawright_shared
  exec /usr/bin/python3 bench/browser.py --narrow build/narrow/lib/libterrawright.so "$@"
fi
scripts/install.sh libopencv-dev

cmake -S . -B build/bench -G Ninja -DCMAKE_BUILD_TYPE=Release -DTERRAWRIGHT_TESTS=OFF -DTERRAWRIGHT_BENCH=ON \
  -DCMAKE_UNITY_BUILD=ON >/dev/null
cmake --build build/bench --target terrawright_bench
build/bench/bench/terrawright_bench "$@"
