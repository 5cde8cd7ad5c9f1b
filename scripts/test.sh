#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing (root or sudo), builds a release and runs all tests but the ensembles (scripts/metrics.sh).
# Whatever follows is handed to ctest: scripts/test.sh -R sea.level
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh
scripts/install.sh abigail-tools chromium python3-websocket qemu-user patchelf binutils python3-venv mono-mcs mono-runtime \
  emscripten node-acorn esbuild libdeflate-tools g++-mingw-w64-x86-64-posix
scripts/wasm.sh  # the tests compare it with the program
if command -v ccache >/dev/null; then  # tests compile plugins, most of them in new folders below /tmp
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache CMAKE_C_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=/tmp
fi
# One more than processors: some wait for a process or a browser.
ctest --preset release --label-exclude ensemble --parallel "$(($(nproc) + 1))" "$@"
