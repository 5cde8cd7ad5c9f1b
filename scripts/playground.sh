#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the engine for WebAssembly, and build/playground.html: the page of `watch` without a server, in one file.
# `playground.sh host` also builds the folder build/host for a web server, with a second module that has threads.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install.sh esbuild libdeflate-tools
scripts/wasm.sh
python3 scripts/playground.py build/wasm build/playground.html
if [ "${1:-}" = host ]; then
  scripts/wasm.sh -B build/wasm-threads -DTERRAWRIGHT_THREADS=ON
  mkdir -p build/host
  python3 scripts/playground.py build/wasm build/host/index.html build/wasm-threads
fi
