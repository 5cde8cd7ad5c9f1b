All layers and tables of a view are those of the world, read back from its description alone.

  $ island() { # verb, keys of the scene
  >   terrawright $1 "$TERRAWRIGHT_ROOT/configs/island.yaml" --quiet --set world.size=[150,131] --set world.longitude=11deg \
  >     --set world.cell=500m --set "outputs=[{file: v.html, scene: {height: drainage.filled, drape: {Picture: picture,
  >       Biomes: biomes, \"Rain & </script>\": rain.annual, Wind: wind.wind, Runoff: runoff, Land: land.land, Discharge:
  >       rivers.discharge, Reaches: rivers}, lines: rivers.table, points: lakes.table, temperature: temperature, lake:
  >       lakes.depth$2}}, {file: truth.zarr, layers: {height: drainage.filled, biomes: biomes, rain_script: rain.annual, wind:
  >       wind.wind, runoff: runoff, land: land.land, discharge: rivers.discharge, reaches: rivers, temperature: temperature,
  >       lake: lakes.depth}}, {file: points.csv, layers: {t: lakes.table}}, {file: lines.geojson, layers: {t: rivers.table}},
  >       {file: picture.png, layers: {p: picture}, sidecar: false}]" "${@:3}"
  > }
  $ holds() { python "$TESTDIR/views.py" out v.html "$@" && echo "${size:-all} holds"; }
  $ scene() { # file, filter
  >   python -c 'import sys; sys.path.insert(0, sys.argv[1]); import scene; print(scene.Scene(sys.argv[2]).scripts["scene"])' \
  >     "$TESTDIR" $1 | jq -c "$2"
  > }
  $ for picture in "" ", picture: png"; do island build "$picture" --out out && holds picture.png; done
  all holds
  all holds
  $ grep -c 'type="application/json" id="scene"' out/v.html
  1
  $ scene out/v.html '.drape, .roles, .height, .budget, .world.longitude, [.layers[].title], .layers[0].blocks[0].step'
  ["Picture","Biomes","Rain & </script>","Wind","Runoff","Land","Discharge","Reaches"]
  {"height":"height","temperature":"temperature","lake":"lake"}
  {"metres":1,"sea":true}
  10000000
  11
  ["height","Picture","Biomes","Rain & </script>","Wind","Runoff","Land","Discharge","Reaches","temperature","lake"]
  0.1

A view of a window has the window's cells, and its lines where the world has them.

  $ for window in 40,30,61x50 0,0,1x1 149,3,1x100; do rm -rf out; island build "" --out out --window $window && holds picture.png; done
  all holds
  all holds
  all holds

Views have the same bytes whatever the tiles and threads. No folder is named in them.

  $ island build "" --out one --threads 1 && island build "" --out two --tile 37 --threads 3 && cmp one/v.html two/v.html
  $ ! grep -q "$PWD" one/v.html

A view stands in the manifest with what it was asked for, and is not written twice.

  $ asked() { island build ", budget: 3000 kB, picture: png" --cache cache --out out; }
  $ rm -r out; asked && jq -c '[.config.outputs[0].scene | .height, .drape[0], .lines, .budget, .picture]' out/island-42.manifest.json
  ["drainage/filled",{"Picture":"picture"},["rivers.table"],"3 MB","png"]
  $ jq '.files[0].sha256_decoded | length' out/island-42.manifest.json
  13
  $ before=$(stat -c %y out/v.html) && cp out/island-42.manifest.json . && asked && [ "$before" = "$(stat -c %y out/v.html)" ]
  $ cmp island-42.manifest.json out/island-42.manifest.json

Layers are called by their titles, and as the config does where two would be the same.

  $ world() { # size, cell, formula; outputs come in
  >   config odd "size: $1, cell: ${2:-250 m}, seed: 42" > w.yaml <<END
  > stages:
  >   rough: {use: heights.midpoint_displacement@1}
  >   metres: {use: shape.formula@1, in: {a: rough}, with: {unit: m, formula: "let all = ${3:-1500 * a - 700}; height = all; mask = all > 0"}}
  >   picture: {use: view.grey@1, in: {field: rough}}
  > outputs:
  > END
  >   cat >> w.yaml
  > }
  $ build() { rm -rf out; terrawright build w.yaml --quiet --out out "$@" 2> err || cat err; }
  $ while read -r layers; do
  >   world "[30, 20]" <<< "  - {file: v.html, scene: {height: metres.height, drape: $layers}}" && build && scene out/v.html '[.layers[].name]'
  > done <<'END'
  > {Land: metres.mask}
  > [metres.height, metres.mask]
  > {Land: metres.height, Low: picture.grey}
  > {rough: metres.mask, Low: rough}
  > {height: metres.mask}
  > END
  ["height","Land"]
  ["height","metres.mask"]
  ["height","Low"]
  ["height","metres.mask","Low"]
  ["metres.height","metres.mask"]

Worlds of odd sizes, cells and heights have views. More than 4097 cells a side are shown at every second, fourth ... cell.

  $ both() { world "$@" <<'END'
  >   - {file: v.html, scene: {height: metres.height, drape: [picture, metres.mask, picture.grey, rough]}}
  >   - {file: truth.zarr, layers: {height: metres.height, metres_mask: metres.mask, picture_grey: picture.grey, rough: rough}}
  > END
  >   build
  > }
  $ while IFS='|' read -r size cell formula; do
  >   both "$size" "$cell" "$formula" && size="$size $cell $formula" holds > held && scene out/v.html .grid.every || echo "$size $cell $formula"
  > done <<'END' | xargs
  > [1, 1]
  > [2, 2]
  > [1, 1000]|1 km
  > [1000, 3]|0.001 m
  > [70, 50]|1 m|20 * a
  > [70, 50]||0 * a
  > [70, 50]||0 * a - 12.3
  > [64, 64]||50 * a + 4000
  > [65, 33]|1000 km|1e20 * a
  > [65, 33]|30 m|1e-20 * a
  > [4097, 3]
  > [4098, 5]
  > [7, 8195]
  > [65537, 9]
  > END
  1 1 1 1 1 1 1 1 1 1 1 2 4 16

Small cells have fine heights, and a height without unit is drawn high enough: 20 to 40 km.

  $ both "[70, 50]" "1 m" "20 * a" && scene out/v.html '.layers[0].blocks[0].step <= 1 / 2500'
  true
  $ world "[513, 400]" "1 km" <<< "  - {file: u.html, scene: {height: rough}}" && build
  $ scene out/u.html '.height.sea, .layers[0].unit, (.height.metres as $m | .layers[0] | (.maximum - .minimum) * $m | . > 20000 and . <= 40000)'
  false
  ""
  true
