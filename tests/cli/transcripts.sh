#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs transcripts of the command line with cram: transcripts.sh [--of PROGRAM PYTHON] FILE.t... Each begins in an empty
# folder, without a cache. They use $TERRAWRIGHT_ROOT, $PYTHON, `python` without warnings, `stages_of EXAMPLE.yaml`, and
# `compile LIBRARY SOURCE...` for libraries of stages.
# TERRAWRIGHT_APPROVE=1 rewrites what a transcript expects, except lines with (glob) or (re) that still match. The run
# after it fails where an output varies.
set -euo pipefail
TERRAWRIGHT_ROOT=$(realpath "$(dirname "$0")/../..")
program=$TERRAWRIGHT_ROOT/build/release/terrawright PYTHON=/usr/bin/python3
if [ "$1" = --of ]; then program=$2 PYTHON=$3 && shift 3; fi
folder=$(mktemp -d)
trap 'rm -rf "$folder" && rm -f "${@/%/.err}"' EXIT  # cram writes what differs beside a transcript, too
ln -s "$(realpath "${TERRAWRIGHT_TESTED_PROGRAM:-$program}")" "$folder/terrawright"
compile() {
  g++ -std=c++17 -ffp-contract=off -fvisibility=hidden -fPIC -shared "-I$TERRAWRIGHT_ROOT/pipeline/sdk" "${@:2}" -o "$1"
}
python() { "$PYTHON" -B -W ignore "$@"; }
stages_of() { sed -n '/^stages:/,/^outputs:/{/^outputs:/!p}' "$TERRAWRIGHT_ROOT/$1"; }
export -f compile python stages_of
export PATH=$folder:$PATH TERRAWRIGHT_ROOT PYTHON TERRAWRIGHT_CACHE=off
cram() { /usr/bin/python3 -m cram --shell=/bin/bash --shell-opts="-o pipefail" "$@"; }
if [ -n "${TERRAWRIGHT_APPROVE:-}" ]; then
  for transcript in "$@"; do (cd "$(dirname "$transcript")" && cram -iy "$(basename "$transcript")") || true; done
fi
cram "$@"
