#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the engine for WebAssembly, and build/playground.html: the page of `watch` without a server, in one file.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install.sh esbuild libdeflate-tools
scripts/wasm.sh
python3 scripts/playground.py build/wasm build/playground.html
