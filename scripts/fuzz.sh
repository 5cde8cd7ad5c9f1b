#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Feeds mutated configs, drawings and images to what reads them, so many seconds each: scripts/fuzz.sh [seconds]. Fails at the
# first crash, leak, undefined behaviour or input that takes more than five seconds, and names the file that holds it.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh packages
scripts/install.sh libclang-rt-14-dev

export CMAKE_CXX_COMPILER_LAUNCHER=ccache CMAKE_C_COMPILER_LAUNCHER=ccache
cmake --preset fuzz >/dev/null
cmake --build --preset fuzz --target fuzz_config fuzz_geojson fuzz_images
build=build/fuzz

# fuzz PROGRAM SECONDS [OPTION ...], with the seeds and words in its folder.
# Not entropic: counting how rare each feature of an input is took nine tenths of the time.
fuzz() {
  local program=$1 seconds=$2 folder=$build/$(basename "$1")
  mkdir -p "$folder/corpus"
  ASAN_OPTIONS=allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 \
    "$program" -entropic=0 -max_total_time="$seconds" -timeout=5 -artifact_prefix="$folder/" -print_final_stats=1 -verbosity=1 \
    "${@:3}" "$folder/corpus" "$folder/seeds" 2>"$folder/log" ||
    { grep -av '^#' "$folder/log" | tail -n 60; exit 1; }
  grep -aE '^stat::|^Done' "$folder/log"
}
fresh() { rm -rf "$1" && mkdir -p "$1"; }

# Seeds: one small picture in every way to store it. A fuzzer takes one processor: this one runs beside the other two.
pictures() {
  images=$build/fuzz_images
  fresh $images/seeds
  for type in uint8 uint16 float; do
    for compression in none zip lzw packbits; do
      for tile in 0 16; do
        oiiotool stages/source/image/drawn.png --resize 21x17 -d $type --compression $compression --tile $tile $tile \
          -o "$images/seeds/$type-$compression-$tile.tif"
      done
    done
  done
  for type in half float uint32; do
    for compression in none rle zip zips piz pxr24 b44 dwaa; do
      oiiotool stages/source/image/drawn.png --resize 21x17 -d $type --compression $compression \
        -o "$images/seeds/$type-$compression.exr"
    done
  done
  for type in uint8 uint16; do
    oiiotool stages/source/image/drawn.png --resize 21x17 -d $type -o "$images/seeds/$type.png"
  done
  fuzz $build/tests/fuzz_images "$1" -max_len=16384 -rss_limit_mb=1500
}
pictures "${1:-60}" &
of_pictures=$!
trap 'kill $of_pictures 2>/dev/null || true' EXIT

# Seeds: every config there is. Words: what they are written with.
configs=$build/fuzz_config
fresh $configs/seeds
find configs examples stages tests -name '*.yaml' ! -path 'configs/*.lock.yaml' -print0 |
  while IFS= read -r -d '' file; do cp "$file" "$configs/seeds/${file//\//-}"; done
cat $configs/seeds/* | LC_ALL=C grep -aoE '[a-z][a-z0-9_.@]{2,30}' | sort -u | sed 's/.*/"&"/' >$configs/words
fuzz $build/tests/fuzz/fuzz_config "${1:-60}" -max_len=8192 -dict=$configs/words

# Seeds: every drawing there is, and one of all geometries. Words: those of GeoJSON.
drawings=$build/fuzz_geojson
fresh $drawings/seeds
find configs examples stages tests docs -name '*.geojson' -size -32k -print0 |
  while IFS= read -r -d '' file; do cp "$file" "$drawings/seeds/${file//\//-}"; done
cat >"$drawings/seeds/all" <<'EOF'
{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"name": "a", "n": 1.5}, "geometry":
{"type": "GeometryCollection", "geometries": [{"type": "Point", "coordinates": [7, 50, 3]},
{"type": "MultiPoint", "coordinates": [[7.01, 50], [6.99, 49.99]]},
{"type": "MultiLineString", "coordinates": [[[179, 50, 1], [-179, 50, 2]], [[6.9, 50], [7.1, 50.02]]]},
{"type": "MultiPolygon", "coordinates": [[[[6.9, 49.9], [7.1, 49.9], [7, 50.1], [6.9, 49.9]],
[[6.99, 50], [7.01, 50], [7, 50.01], [6.99, 50]]]]}]}}, {"type": "Feature", "properties": null, "geometry": null}]}
EOF
printf '"%s"\n' type features geometry geometries coordinates properties Feature FeatureCollection Point LineString \
  Polygon MultiPoint MultiLineString MultiPolygon GeometryCollection 1e308 -180 180 540 null crs '\\xff' >$drawings/words
fuzz $build/tests/fuzz/fuzz_geojson "${1:-60}" -max_len=8192 -dict=$drawings/words

wait $of_pictures
trap - EXIT
