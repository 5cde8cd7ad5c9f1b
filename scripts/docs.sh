#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes what the program says of its stages: docs/stages/ with a thumbnail of each and schema/, below the project or another
# folder; then what the tutorial and the glossary take from tested files (scripts/tutorial.sh). Pictures of stages whose
# recipe has not changed stay as they are. With --pictures the pages of a release, below another folder: with all pictures
# and what values of parameters do. With --plugins the same of the stages of a plugin; DIR holds what their pages show, as
# stages/ does (scripts/pictures.py).
#   scripts/docs.sh [program] [folder]
#   scripts/docs.sh program folder --pictures
#   scripts/docs.sh program folder --plugins LIBRARY --sources DIR
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-build/release/terrawright}
folder=${2:-.}
unset TERRAWRIGHT_PLUGIN_PATH  # the program's own stages only

refuse() {
  echo "docs.sh: $1: docs.sh [program] [folder], docs.sh program folder --pictures, docs.sh program folder --plugins" \
    "LIBRARY --sources DIR" >&2
  exit 2
}
# Before anything is removed.
[ "$("$program" --version 2>/dev/null)" ] || refuse "$program is no terrawright"
case "${3:-}:${5:-}:${6:+DIR}" in ::|--pictures::|--plugins:--sources:DIR) ;; *) refuse "unknown arguments" ;; esac
if [ -n "${3:-}" ] && [ "$folder" -ef . ]; then
  echo "docs.sh: pages of a plugin, or with all pictures, go to another folder: those of the program are here" >&2
  exit 2
fi
mkdir -p "$folder/docs/stages" "$folder/schema"
rm -f "$folder"/docs/stages/*.md
if [ "${3:-}" = --plugins ]; then
  "$program" stages --format json "$3" "$4" | sed -n 's/^{"event":"stage","stage":"\([^@"]*\)@.*"file":.*/\1/p' |
    while read -r stage; do "$program" describe "$stage" --markdown "$3" "$4" >"$folder/docs/stages/$stage.md"; done
  "$program" stages --markdown "$3" "$4" >"$folder/docs/stages/README.md"
  exec /usr/bin/python3 scripts/pictures.py "$program" "$folder" "${@:3}"
fi
[ -e "$folder/docs/stages/pictures" ] || [ -n "${3:-}" ] || cp -r docs/stages/pictures "$folder/docs/stages"
"$program" stages --format json | sed -n 's/^{"event":"stage","stage":"\([^@"]*\)@.*/\1/p' | while read -r stage; do
  "$program" describe "$stage" --markdown >"$folder/docs/stages/$stage.md"
done
"$program" stages --markdown >"$folder/docs/stages/README.md"
"$program" schema >"$folder/schema/terrawright.schema.json"
/usr/bin/python3 scripts/pictures.py "$program" "$folder" "${@:3}"  # the python3 of Debian, which has its python3-yaml
scripts/tutorial.sh "$program" "$folder" --pictures
