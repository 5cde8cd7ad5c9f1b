#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing (root or sudo), builds a release and makes the island world.
# Whatever follows is handed on: scripts/run.sh --seed 7 --set knobs.sea=55%
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh terrawright
build/release/terrawright build configs/island.yaml "$@"
echo "from the beginning to the picture: $SECONDS s"
