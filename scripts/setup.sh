#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the Debian packages that are missing, configures and builds: scripts/setup.sh [target]. The target `packages`
# builds nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(g++ clang cmake ninja-build ccache pkg-config
  libyaml-cpp-dev libspdlog-dev libopenimageio-dev libopenexr-dev libtiff-dev libgeotiff-dev catch2 libtbb-dev libcli11-dev
  libcpp-httplib-dev
  nlohmann-json3-dev libxxhash-dev libssl-dev libdeflate-dev libpng-dev libwebp-dev libblosc-dev zlib1g-dev tao-pegtl-dev
  libkissfft-dev libharfbuzz-dev libfreetype-dev libcairo2-dev poppler-utils librsvg2-bin python3 python3-jsonschema python3-yaml python3-zarr python3-gdal gdal-bin assimp-utils
  openimageio-tools openexr pngcheck
  libopenmpi-dev openmpi-bin openssh-client iproute2 snakemake zsh fish)
scripts/install.sh "${packages[@]}"
[ "${1:-}" != packages ] || exit 0

export CMAKE_CXX_COMPILER_LAUNCHER=ccache CMAKE_C_COMPILER_LAUNCHER=ccache
cmake --preset release >/dev/null
cmake --build --preset release --target "${1:-all}"
