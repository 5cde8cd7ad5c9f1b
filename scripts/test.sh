#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing (root or sudo), builds a release and runs all tests.
# Whatever follows is handed to ctest: scripts/test.sh -R sea.level
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh
ctest --preset release --parallel "$(nproc)" "$@"
