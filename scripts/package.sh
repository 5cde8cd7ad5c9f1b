#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes all packages of one build: scripts/package.sh
# build/package has the .deb, with man pages and completions; build/portable the wheel, the archive and the image of a
# container. What is missing is installed, as root or by sudo.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh packages
scripts/install.sh help2man dpkg-dev file patchelf binutils
export CMAKE_CXX_COMPILER_LAUNCHER=ccache CMAKE_C_COMPILER_LAUNCHER=ccache
# The time of the last commit, so that one tree gives one package.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
export SOURCE_DATE_EPOCH
cmake --preset release -B build/package -DTERRAWRIGHT_TESTS=OFF -DTERRAWRIGHT_PACKAGE=ON \
  -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_LIBDIR="lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)" >/dev/null
cmake --build build/package
# What the program and its parts bind is needed; what a part binds that it can do without is recommended.
mkdir -p build/package/debian
printf 'Source: terrawright\n\nPackage: terrawright\nArchitecture: any\n' >build/package/debian/control
(
  cd build/package
  parts=lib/terrawright
  dpkg-shlibdeps -O --warnings=0 -dDepends terrawright lib/libterrawright.so $parts/terrawright_{tiff,cairo} $parts/terrawright_http.so \
    -dRecommends $parts/terrawright_openimageio $parts/terrawright_mpi.so >packages
  of() { sed -n "s/^shlibs:$1=//p" packages; }
  cpack -B . -D CPACK_DEBIAN_PACKAGE_DEPENDS="$(of Depends)" -D CPACK_DEBIAN_PACKAGE_RECOMMENDS="python3-numpy, $(of Recommends)" >/dev/null
)
# The others lie in folders of their own, not in Debian's.
cmake -B build/package -DCMAKE_INSTALL_LIBDIR=lib >/dev/null
scripts/portable.py build/package build/portable
scripts/image.sh build/portable
ls build/package/*.deb build/portable/*
