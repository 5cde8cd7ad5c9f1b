#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes what the program says of its stages: docs/stages/ with its pictures and schema/, below the project or another
# folder; then what the tutorial and the glossary take from tested files (scripts/tutorial.sh). Pictures of stages whose
# recipe has not changed stay as they are.
#   scripts/docs.sh [program] [folder]
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-build/release/terrawright}
folder=${2:-.}
unset TERRAWRIGHT_PLUGIN_PATH  # the program's own stages only

mkdir -p "$folder/docs/stages" "$folder/schema"
rm -f "$folder"/docs/stages/*.md
[ docs/stages/pictures -ef "$folder/docs/stages/pictures" ] || cp -r docs/stages/pictures "$folder/docs/stages"
"$program" stages --format json | sed -n 's/^{"event":"stage","stage":"\([^@"]*\)@.*/\1/p' | while read -r stage; do
  "$program" describe "$stage" --markdown >"$folder/docs/stages/$stage.md"
done
"$program" stages --markdown >"$folder/docs/stages/README.md"
"$program" schema >"$folder/schema/terrawright.schema.json"
/usr/bin/python3 scripts/pictures.py "$program" "$folder"  # the python3 of Debian, which has its python3-yaml
scripts/tutorial.sh "$program" "$folder" --pictures
