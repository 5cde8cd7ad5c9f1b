#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures stages, whole builds and peers on this machine. Installs what is missing (root or sudo), OpenCV included.
#   bench/run.sh                              everything at 1025, 4097 and 8193 cells
#   bench/run.sh --only sea.level --size 4097
#   bench/run.sh --only png --repeat 9
# --only takes stages, against.<stage>, png, build, or the beginning of one of these; --help says the rest.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "$(dpkg-query -W -f '${db:Status-Status}' libopencv-dev 2>/dev/null)" != installed ]; then
  as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  echo "Installing: libopencv-dev"
  "${as_root[@]}" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends libopencv-dev >/dev/null
fi
scripts/setup.sh terrawright

export CMAKE_CXX_COMPILER_LAUNCHER=ccache CMAKE_C_COMPILER_LAUNCHER=ccache
cmake -S . -B build/bench -G Ninja -DCMAKE_BUILD_TYPE=Release -DTERRAWRIGHT_TESTS=OFF -DTERRAWRIGHT_BENCH=ON >/dev/null
cmake --build build/bench --target terrawright_bench
build/bench/bench/terrawright_bench "$@"
