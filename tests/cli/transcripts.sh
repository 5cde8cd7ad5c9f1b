#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs transcripts of the command line with cram: transcripts.sh [--of PROGRAM PYTHON] FILE.t... Each begins in an empty
# folder, without a cache. They use $TERRAWRIGHT_ROOT, $PYTHON, `python` without warnings, `stages_of EXAMPLE.yaml`,
# `config NAME WORLD`, which prints a config whose other lines come in, and `compile LIBRARY SOURCE...` for libraries of stages,
# by $COMPILER or by g++.
# TERRAWRIGHT_APPROVE=1 rewrites what a transcript expects, except lines with (glob) or (re) that still match. The run
# after it fails where an output varies.
set -euo pipefail
TERRAWRIGHT_ROOT=$(realpath "$(dirname "$0")/../..")
program=$TERRAWRIGHT_ROOT/build/release/terrawright PYTHON=/usr/bin/python3
if [ "$1" = --of ]; then program=$2 PYTHON=$3 && shift 3; fi
folder=$(mktemp -d)
trap 'rm -rf "$folder" && rm -f "${@/%/.err}"' EXIT  # cram writes what differs beside a transcript, too
ln -s "$(realpath "${TERRAWRIGHT_TESTED_PROGRAM:-$program}")" "$folder/terrawright"
compile() { # each source by itself, which ccache keeps where there is one
  local library=$1 flags=() parts=() word && shift
  for word; do [[ $word != -* ]] || flags+=("$word"); done
  for word; do
    case $word in
      *.cpp) parts+=("$library.${#parts[@]}.o") && $CCACHE ${COMPILER:-g++} -std=c++17 -ffp-contract=off -fvisibility=hidden -fPIC \
        "-I$TERRAWRIGHT_ROOT/pipeline/sdk" "${flags[@]}" -c "$word" -o "${parts[-1]}" || return ;;
      -*) ;;
      *) parts+=("$word") ;;
    esac
  done
  ${COMPILER:-g++} -shared "${parts[@]}" -o "$library" && rm -f "$library".*.o
}
CCACHE=$(command -v ccache || true)
python() { "$PYTHON" -B -W ignore "$@"; }
stages_of() { sed -n '/^stages:/,/^outputs:/{/^outputs:/!p}' "$TERRAWRIGHT_ROOT/$1"; }
config() { printf 'terrawright: 1\nname: %s\nworld: {%s}\n' "$1" "$2" && cat; }
export -f compile config python stages_of
export PATH=$folder:$PATH TERRAWRIGHT_ROOT PYTHON CCACHE TERRAWRIGHT_CACHE=off
cram() { env --default-signal=INT,HUP /usr/bin/python3 -m cram --shell=/bin/bash --shell-opts="-o pipefail" "$@"; }
if [ -n "${TERRAWRIGHT_APPROVE:-}" ]; then
  for transcript in "$@"; do (cd "$(dirname "$transcript")" && cram -iy "$(basename "$transcript")") || true; done
fi
cram "$@"
