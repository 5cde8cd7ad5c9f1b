#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks the sources without running them: clang-format over all of ours, clang-tidy over packs/, pipeline/, stages/ and writers/.
# `alone` compiles each file by itself that changed since COMMIT (default: HEAD), or that includes a header that did.
#   scripts/check.sh [format|tidy|alone [COMMIT]]
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
  # Files of a room as one unit, as the release compiles them: headers are read once. Each file is a header then, and is
  # checked as one. Units of the tests are left out, and sources that the build generates.
  cmake --preset release >/dev/null
  log=build/release/tidy.txt
  run-clang-tidy-14 -quiet -checks=-bugprone-suspicious-include -p build/release \
    "$PWD/(build/release/(packs|pipeline|stages|writers)/.*/Unity/|packs/|pipeline/|stages/|writers/).*" \
    >$log 2>/dev/null || { grep -v '^clang-tidy' $log; exit 1; }
  echo "tidy: nothing to say about $(grep -c '^clang-tidy' $log) units"
fi
if [ "${1:-}" = alone ]; then
  scripts/setup.sh packages
  # A file that misses an include compiles in a unit whose other files have it. Preset dev has no units.
  cmake --preset dev -B build/alone >/dev/null
  list=build/alone/alone.txt
  { git diff --name-only --diff-filter=d "${2:-HEAD}" && git ls-files --others --exclude-standard; } | python3 -c '
import json, os, re, shlex, sys
changed = ["/" + name for name in sys.stdin.read().split()]
done = set()
for one in json.load(open("build/alone/compile_commands.json")):
    name = "/" + os.path.relpath(one["file"])
    if name in done or name.startswith("/build/"):
        continue
    text = open(one["file"], encoding="utf-8").read()
    included = re.findall(r"^#include [\"<](.+)[\">]", text, re.M)
    if name in changed or any(header.endswith("/" + target) for target in included for header in changed):
        done.add(name)
        command = re.sub(r" -o \S+ -c ", " -fsyntax-only ", one["command"])
        print("cd", shlex.quote(one["directory"]), "&&", command)
' >$list
  xargs -r -d '\n' -n 1 -P "$(nproc)" bash -c <$list
  echo "alone: $(wc -l <$list) files compile by themselves"
fi
