#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Debian's Blender imports a mesh and an EXR, and finds the heights: tests/blender/run.sh PROGRAM FOLDER
set -euo pipefail

program=$1 folder=$2
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$folder"
mkdir -p "$folder"
sed '/^outputs:/,$d' "$here/../../configs/island.yaml" > "$folder/world.yaml"
cp -r "$here/../../configs/parts" "$folder"
cat >> "$folder/world.yaml" <<'EOT'
outputs:
  - {file: h.tif, layers: {height: drainage.filled}}
  - {file: h.exr, layers: {height: drainage.filled}, for: blender}
  - {file: m.glb, layers: {height: drainage.filled}, texture: picture, error: 10 m}
  - {file: m.obj, layers: {height: drainage.filled}, texture: picture, error: 25 m}
  - {file: levels.glb, layers: {height: drainage.filled}, error: [20 m, 100 m]}
EOT
sed -i 's/^name: island/name: mesh/' "$folder/world.yaml"
"$program" build "$folder/world.yaml" --out "$folder" --cache off --quiet --set "world.size=[513,400]"
said=$(blender --background --factory-startup --python-exit-code 1 --python "$here/heights.py" -- "$folder" 2>&1) ||
  { echo "$said" >&2; exit 1; }
grep -E '^(EXR|levels|m\.|rendered)' <<< "$said"
