#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes static pages of all that is written in the repository: scripts/site.sh [folder]; build/site unless said. They need
# no server and no network.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-build/site}
if [ -n "$(ls -A "$folder" 2>/dev/null)" ] && [ ! -e "$folder/objects.inv" ]; then
  echo "$folder holds other things than a site. Name a folder that is empty or not there." >&2
  exit 2
fi
scripts/install.sh python3-sphinx python3-myst-parser furo

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
/usr/bin/python3 scripts/site.py "$work/pages"
# Whatever leads nowhere is an error: -W.
/usr/bin/python3 -m sphinx -q -W --keep-going -b html "$work/pages" "$work/site"
/usr/bin/python3 tests/pages/site.py "$work/site"
mkdir -p "$folder"
find "$folder" -mindepth 1 -delete  # pages that are no more
cp -r "$work/site/." "$folder"
echo "$(find "$folder" -name '*.html' | wc -l) pages: $folder/index.html"
