#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes into the pages that teach what is cut from tested files: docs/tutorial/ and docs/glossary.md, below the project
# or another folder. Every step of the tutorial is built; with --pictures its picture is made anew, by oiiotool.
#   scripts/tutorial.sh [program] [folder] [--pictures]
set -euo pipefail
cd "$(dirname "$0")/.."
unset TERRAWRIGHT_PLUGIN_PATH  # the program's own stages only
export TERRAWRIGHT_CACHE=off
/usr/bin/python3 scripts/tutorial.py "$(realpath "${1:-build/release/terrawright}")" "${2:-.}" "${@:3}"
