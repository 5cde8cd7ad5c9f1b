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
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/setup.sh packages
scripts/install.sh libopencv-dev

export CMAKE_CXX_COMPILER_LAUNCHER=ccache CMAKE_C_COMPILER_LAUNCHER=ccache
cmake -S . -B build/bench -G Ninja -DCMAKE_BUILD_TYPE=Release -DTERRAWRIGHT_TESTS=OFF -DTERRAWRIGHT_BENCH=ON \
  -DCMAKE_UNITY_BUILD=ON >/dev/null
cmake --build build/bench --target terrawright_bench
build/bench/bench/terrawright_bench "$@"
