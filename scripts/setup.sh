#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the Debian packages that a target needs and that are missing, configures and builds: scripts/setup.sh [target].
# The target `terrawright` needs the program's packages; any other one, or none, those of the tests too. The target
# `packages` installs those and builds nothing. Without Open MPI (libopenmpi-dev) the program works, but not under mpirun.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${1:-all}

packages=(g++ cmake ninja-build pkg-config
  libyaml-cpp-dev libspdlog-dev libopenimageio-dev libopenexr-dev libtiff-dev libgeotiff-dev libtbb-dev libcli11-dev
  libcpp-httplib-dev nlohmann-json3-dev libxxhash-dev libssl-dev libdeflate-dev zlib1g-dev libpng-dev libwebp-dev libblosc-dev tao-pegtl-dev
  libharfbuzz-dev libfreetype-dev libcairo2-dev)
if [ "$target" != terrawright ]; then
  packages+=(ccache catch2 clang libkissfft-dev python3 python3-jsonschema python3-yaml python3-zarr python3-pil python3-gdal
    python3-xarray python3-geopandas
    gdal-bin poppler-utils librsvg2-bin assimp-utils openimageio-tools openexr pngcheck
    libopenmpi-dev openmpi-bin openssh-client iproute2 snakemake zsh fish python3-cram jq)
fi
scripts/install.sh "${packages[@]}"
[ "$target" != packages ] || exit 0

if command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache CMAKE_C_COMPILER_LAUNCHER=ccache
  export CCACHE_SLOPPINESS=pch_defines,time_macros  # it takes no file else that begins with precompiled headers
fi
cmake --preset release >/dev/null
TIMEFORMAT="built in %0R s, which took %0U s and %0S s in the system of all processors"
time cmake --build --preset release --target "$target"
