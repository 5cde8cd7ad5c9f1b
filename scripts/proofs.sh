#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing (root or sudo), builds a release and proves at length what the tests show in short:
# scripts/proofs.sh LABEL
#   kills    200 builds killed at random times into one folder, and at every step on files: no manifest lies
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in
  kills)
    scripts/setup.sh test_cli
    TERRAWRIGHT_KILLS=200 build/release/tests/test_cli "[kills]"
    ;;
  *)
    sed -n '3,/^set/{/^#/p}' "$0" >&2
    exit 2
    ;;
esac
