#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing (root or sudo), builds a release and measures heights, coasts and random numbers over
# ensembles of seeds, against theory and nature. Fails if one is out of its range.
# Whatever follows is handed on: scripts/metrics.sh --rows 1,2,8 --seeds 48
#   --lands     the table of rows and shipped lands alone, with what is marked
#   --faults    the table of rows and worlds with faults alone
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh metrics
build/release/tests/metrics "$@"
