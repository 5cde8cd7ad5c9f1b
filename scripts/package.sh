#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes a Debian package, with man pages and completions, in build/package: scripts/package.sh
# What is missing is installed, as root or by sudo.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh packages
scripts/install.sh help2man dpkg-dev file
export CMAKE_CXX_COMPILER_LAUNCHER=ccache CMAKE_C_COMPILER_LAUNCHER=ccache
# The time of the last commit, so that one tree gives one package.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
export SOURCE_DATE_EPOCH
cmake --preset release -B build/package -DTERRAWRIGHT_TESTS=OFF -DTERRAWRIGHT_PACKAGE=ON \
  -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_LIBDIR="lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)" >/dev/null
cmake --build build/package
(cd build/package && cpack -B . >/dev/null)
ls build/package/*.deb
