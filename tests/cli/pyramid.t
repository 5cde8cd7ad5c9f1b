Tiles for maps on the web lie where GDAL warps a GeoTIFF of the same layer to.

  $ world() { # facts, formula of the heights, size; outputs come in
  >   config web "size: ${3:-[300, 260]}, cell: 1 km, seed: 42, ${1:-latitude: 52 deg, longitude: 11 deg}" > w.yaml <<END
  > stages:
  >   noise: {use: heights.noise@1, with: {kind: gradient, wavelength: 60 km}}
  >   metres: {use: shape.formula@1, in: {a: noise}, with: {unit: m, formula: "height = ${2:-3000 * a - 1200}; mask = a > 0.5"}}
  >   relief: {use: view.relief@1, in: {height: metres.height}}
  > outputs:
  > END
  >   cat >> w.yaml
  > }
  $ build() { rm -rf out; again "$@"; }
  $ again() { terrawright build w.yaml --quiet --out out "$@" 2>&1 | sed '/no output needs/,+2d'; }
  $ tiles() { echo "  - {pyramid: {file: \"${3:-t/{z\}/{x\}/{y\}.png}\"$2}, layers: {l: $1}}"; }
  $ lie() { python "$TESTDIR/pyramid.py" "$@" && echo "$1 hold"; }
  $ while IFS='|' read -r facts code more outside window; do
  >   (echo "  - {file: h.tif, layers: {height: metres.height}}"; tiles metres.height ", encoding: $code$more") | world "$facts"
  >   build $window && lie values out/h.tif out/t $code ${outside:-0}
  > done <<'END' | grep hold | uniq -c
  > |terrarium
  > |terrarium|||--window 40,22,194x202
  > |mapbox|, zoom: [3, 9], outside: -50 m|-50
  > latitude: -33.3 deg, longitude: -170.25 deg|terrarium|, side: 512, zoom: [2, 8]
  > latitude: 0 deg|terrarium|, zoom: [0, 8]
  > latitude: 85 deg|terrarium|, zoom: [0, 7]
  > END
        6 values hold

Pictures are transparent beyond the world; masks and classes are those of the nearest cell.

  $ (echo "  - {file: p.tif, layers: {relief: relief}}"; tiles relief) | world && build && lie picture out/p.tif out/t
  picture hold
  $ (echo "  - {file: m.tif, layers: {m: metres.mask}}"; tiles metres.mask) | world && build && lie codes out/m.tif out/t
  codes hold

A pyramid that ends early has the upper tiles of one that does not.

  $ (tiles relief "" "all/{z}/{x}/{y}.png"; tiles relief ", zoom: [4, 5]" "upper/{z}/{x}/{y}.png") | world && build
  $ ls out/upper | xargs; ls out/all | xargs; for zoom in 4 5; do diff -r out/all/$zoom out/upper/$zoom; done
  4 5 tile.json
  4 5 6 7 tile.json

A .pmtiles file has the tiles of the folder.

  $ for of in "relief|" "metres.height|, encoding: mapbox, side: 512"; do
  >   (tiles "${of%|*}" "${of#*|}"; tiles "${of%|*}" "${of#*|}" "{name}-{layer}.pmtiles") | world
  >   build && lie same out/t out/web-l.pmtiles
  > done
  same hold
  same hold

A pyramid is whole, in the manifest, and not written twice. Tiles of other zooms do not stay.

  $ two() { (tiles relief ", zoom: $1"; tiles relief "" t.pmtiles) | world; }
  $ two "[5, 8]" && build --cache cache && jq -c '.files[] | [.path, .list]' out/web-42.manifest.json
  ["t",".terrawright-files"]
  ["t.pmtiles",null]
  $ jq -c .config.outputs[0].pyramid out/web-42.manifest.json
  {"file":"t/{z}/{x}/{y}.png","side":256,"zoom":[5,8]}
  $ (cd out && jq -r '.files[] | "\(.sha256)  \(.path)\(if .list then "/" + .list else "" end)"' web-42.manifest.json | sha256sum --check)
  t/.terrawright-files: OK
  t.pmtiles: OK
  $ (cd out/t && sha256sum --check --quiet .terrawright-files)
  $ again --cache cache --sums out/sums.txt && (cd out && sha256sum --check --strict sums.txt | grep t/tile.json)
  t/tile.json: OK
  $ written() { stat -c %y out/t/tile.json; }
  $ before=$(written) && cp out/web-42.manifest.json before && again --cache cache && [ "$before" = "$(written)" ]
  $ cmp before out/web-42.manifest.json
  $ ls out/t | xargs && two "[6, 8]" && again --cache cache && ls out/t | xargs
  5 6 7 8 tile.json
  6 7 8 tile.json

What an encoding cannot tell is counted.

  $ heights() { (tiles metres.height ", encoding: $1" "{layer}.pmtiles"; echo "  - {file: p.png, layers: {r: relief}}") | world "latitude: 0 deg" "100000 * a"; }
  $ heights terrarium && build
  warning: 50307 cells of out/l.pmtiles lie outside its range and were clipped
        = terrarium tells -32768 to 32767.99, mapbox -10000 to 1667721.5
  $ build --strict
  error: 50307 cells of out/l.pmtiles lie outside its range and were clipped, which --strict refuses; terrarium tells -32768 to 32767.99, mapbox -10000 to 1667721.5
  [1]
  $ heights mapbox && build --strict

The plan says which tiles there are, and counts their memory.

  $ tiles relief | world && build && find out/t -name "*.png" | wc -l
  11
  $ terrawright plan w.yaml --out out | grep -A1 "out/t$"
    out/t
        11 tiles of 256 x 256 pixels, zoom 4 to 7
  $ terrawright plan w.yaml --out out --json > plan.json && jq -c '[.outputs[0] | .pyramid.tiles, .files]' plan.json
  [11,["out/t"]]
  $ jq -n --slurpfile p plan.json --slurpfile t out/t/tile.json '$p[0].outputs[0].pyramid.bounds == $t[0].bounds'
  true
  $ tiles relief ", side: 512" | world && terrawright plan w.yaml --json | jq --slurpfile p plan.json '.memory.peak - $p[0].memory.peak > 5e6'
  true

A pyramid of coarser cells around all of the globe, whose last coarse cell reaches beyond it, says what its cells are.

  $ for coarsen in 7 8; do
  >   tiles relief | sed "s/}}$/}, coarsen: $coarsen}/" | world "latitude: 0 deg" "" "[200, 80]"
  >   sed -i 's/cell: 1 km/cell: 200 km/; s/: 60 km/: 6000 km/' w.yaml && build
  >   jq -c '[.terrawright.metres_per_cell, .terrawright.coarsen, .bounds[2] <= 180]' out/t/tile.json
  > done
  [1400000,7,true]
  [1600000,8,true]

A world has the same tiles whatever its own are.

  $ tiles metres.height ", encoding: terrarium" t.pmtiles | world && build --tile 64 --threads 3 && mv out one
  $ build --tile 300 --threads 1 && cmp one/t.pmtiles out/t.pmtiles
