#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The long form of a promise's test; its last lines are the figures: scripts/proofs.sh LABEL
#   mutants [COUNT [SEED]]  broken configs end soon, within their memory, with a place
set -euo pipefail
cd "$(dirname "$0")/.."

program=build/release/terrawright
label=${1:-}
shift || true
case $label in
  mutants)
    scripts/setup.sh terrawright
    python3 tests/hostile/mutants.py "$program" . "${1:-3000}" "${2:-1}"
    ;;
  *)
    sed -n '3,/^set/{/^#/s/^# \{0,1\}//p}' "$0" >&2
    exit 2
    ;;
esac
