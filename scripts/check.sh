#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks the sources without running them: clang-format over all of ours, clang-tidy over packs/, pipeline/, stages/ and writers/.
#   scripts/check.sh [format|tidy]
# clang-format 14 is the one that the files hold under; others lay some lines out differently.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install.sh clang-format-14 clang-tidy-14

if [ "${1:-format}" = format ]; then
  find bench examples packs pipeline stages tests writers -regex '.*\.\(cpp\|hpp\|h\|c\)' -print0 | xargs -0 clang-format-14 --dry-run --Werror
  echo "format: every file holds"
fi
if [ "${1:-tidy}" = tidy ]; then
  scripts/setup.sh packages
  # Files of a room as one unit, as the release compiles them: headers are read once. Each file is a header then, and is checked as one.
  cmake --preset release >/dev/null
  log=build/release/tidy.txt
  run-clang-tidy-14 -quiet -checks=-bugprone-suspicious-include -p build/release "$PWD/(build/release/)?(packs|pipeline|stages|writers)/.*" \
    >$log 2>/dev/null || { grep -v '^clang-tidy' $log; exit 1; }
  echo "tidy: nothing to say about $(grep -c '^clang-tidy' $log) units"
fi
