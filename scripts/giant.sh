#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes a world of tests/worlds/earlier larger than memory, and says what it took: scripts/giant.sh [WORLD [SIDE]], island and
# 65537 without them. Layers go out as Zarr, heights as tiles too.
#
# It may be stopped at any moment, by Ctrl-C, kill or power: what was finished lies in FOLDER/cache, and the same command
# goes on from there, over as many sittings as it takes. Each sitting adds its table to FOLDER/WORLD-SIDE.txt.
#
#   FOLDER=giant   where all of it goes; MEMORY=7GB, CACHE=60GB   as --memory and --cache-size
#   PROGRAM        the program; without it build/release/terrawright
#   RANKS=N        under mpirun, as N processes
#   LAYERS=few     heights and rivers alone, where the disk holds no more
set -euo pipefail
cd "$(dirname "$0")/.."

world=${1:-island}
side=${2:-65537}
program=${PROGRAM:-build/release/terrawright}
folder=${FOLDER:-giant}
[ -x "$program" ] || scripts/setup.sh >/dev/null

case $world in
  island) own=', lake: lakes.depth'; ;;
  realistic) own=', discharge: rivers.discharge'; ;;
  *) own='' ;;
esac
height=$([ "$world" = realistic ] && echo eroded || echo metres)
layers="{height: $height, land: land.land, rain: rain.annual, temperature: temperature, biome: biomes$own, river: rivers.width, picture: picture}"
[ "${LAYERS:-all}" = all ] || layers="{height: $height, river: rivers.width}"
outputs="[{file: \"{name}.zarr\", layers: $layers},
  {tiles: {side: 2048, overlap: 1, file: \"heights/{name}_x{x}_y{y}.png\"}, layers: {height: $height}, range: [-5000 m, 3000 m]},
  {file: \"{name}-rivers.csv\", layers: {rivers: rivers.table}}]"
ranks=()
[ -z "${RANKS:-}" ] || ranks=(mpirun --oversubscribe -np "$RANKS")

mkdir -p "$folder"
exec python3 scripts/sitting.py --table "$folder/$world-$side.txt" --cache "$folder/cache" -- \
  "${ranks[@]}" "$program" build "tests/worlds/earlier/$world.yaml" --set "world.size=[$side,$side]" --set "outputs=$outputs" \
  --memory "${MEMORY:-7GB}" --cache "$folder/cache" --cache-size "${CACHE:-60GB}" --out "$folder/$world-$side"
