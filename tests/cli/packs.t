Packs are read back by what the documentation of each program says (packs/importers.py).

  $ examples=examples/360-packs
  $ world() { # size; outputs come in
  >   printf 'terrawright: 1\nname: w\nworld: {size: %s, cell: 32 m, seed: 11, latitude: 46 deg}\n' "$1" > w.yaml
  >   (stages_of $examples/world.yaml; echo outputs:; cat) >> w.yaml
  > }
  $ weights="weights: {grass: rest, sand: {layer: biomes, classes: [coast, shelf, deep ocean]}, rock: rock, snow: snow.mask}"
  $ tables="tables: {rivers: lines, lakes: lakes.table}"
  $ pack() { # program, more keys
  >   [ $1 = godot ] || range=", range: [-310 m, 905 m]"
  >   echo "  - {pack: $1, folder: $1, heights: land, $weights$range$2}"; range=""
  > }
  $ truth="  - {file: truth.zarr, layers: {height: land, rock: rock, snow: snow.mask, biome: biomes}, sidecar: false}"
  $ build() { rm -rf out; again "$@"; }
  $ again() { terrawright build w.yaml --quiet --out out "$@" 2>&1 | sed '/no output needs/,+2d'; }
  $ hold() {
  >   (cd out && python "$TESTDIR/packs/compare.py" truth.zarr '{"grass": "rest", "sand": {"layer": "biome", "classes":
  >     ["coast", "shelf", "deep ocean"]}, "rock": "rock", "snow": "snow"}' "$@") && echo "$@: as in the world"
  > }
  $ (cat "$TERRAWRIGHT_ROOT/$examples/world.yaml"; echo "$truth") > w.yaml
  $ build && hold coast-unreal coast-unity coast-godot coast-generic
  coast-unreal coast-unity coast-godot coast-generic: as in the world
  $ python "$TESTDIR/packs/unreal_script.py" out/coast-unreal
  one is at [0.0, 0.0, 30000.915541313807], with the scale [3200.0, 3200.0, 234.37857633325706]
  other is at [0.0, 0.0, 30000.915541313807], with the scale [3200.0, 3200.0, 234.37857633325706]
  $ wc -l out/coast-{unreal,unity,godot}/tables/{rivers,lakes}.csv | awk '$1 <= 20'

Worlds need not be square, with and without another size.

  $ for size in "[253, 127]" "[300, 261]" "[65, 129]"; do
  >   (for program in unreal unity godot; do pack $program ", fit: resample, $tables"; done; pack generic ", $tables"; echo "$truth") |
  >     world "$size"
  >   build && hold unreal unity godot generic
  > done | uniq -c
        3 unreal unity godot generic: as in the world

Tiles share borders where the program wants it, and have its names. The northern ones of Unity have the larger Z.

  $ (pack unreal ", tiles: {side: 126}"; pack unity ", tiles: {side: 64}, fit: resample"; echo "$truth"
  >   pack godot ", tiles: {side: 64}, fit: resample"; pack generic ", tiles: {side: 63, overlap: 1}") | world "[253, 127]"
  $ build && hold unreal unity godot generic && for program in unreal unity godot; do ls out/$program/heights | paste -sd ' '; done && jq .files[0].heights[0] out/unity/sheet.json
  unreal unity godot generic: as in the world
  heights_x0_y0.png heights_x1_y0.png
  heights_0_0.raw heights_0_1.raw heights_1_0.raw heights_1_1.raw heights_2_0.raw heights_2_1.raw heights_3_0.raw heights_3_1.raw
  heights_0_0.exr heights_0_1.exr heights_1_0.exr heights_1_1.exr heights_2_0.exr heights_2_1.exr heights_3_0.exr heights_3_1.exr
  "heights/heights_0_1.raw"

A pack without a range has that of the world. It may have more textures than a file has channels.

  $ for program in unreal unity godot generic; do
  >   echo "  - {pack: $program, folder: $program, heights: land, fit: resample, ${weights%\}}, ice: {layer: biomes, classes: [5]}, a_sea: shore.ocean}}"
  > done | world "[65, 65]"
  $ build && jq -c --slurpfile m out/w-11.manifest.json '[.heights.minimum == $m[0].layers.land.minimum,
  >   .heights.maximum == $m[0].layers.land.maximum, .files[0].weights]' out/unity/sheet.json
  [true,true,["weights/weights0.png","weights/weights1.png"]]

A pack is the same by the name of its writer.

  $ world "[513, 513]" <<'END'
  >   - {pack: unity, folder: a, heights: land, range: [-300 m, 900 m], weights: {rock: rock, grass: rest, sand: {layer: biomes, classes: [coast]}}, tables: {lakes: lakes.table}, tiles: {side: 256}}
  >   - write: game.pack@1
  >     file: b
  >     in: {heights: land, weights: {sand: {layer: biomes, classes: [coast]}, rock: rock}, tables: {lakes: lakes.table}}
  >     with: {program: unity, range: [-300 m, 900 m], textures: [rock, grass, sand], side: 256}
  > END
  $ build && diff -r out/a out/b

A pack appears as a whole, is in the manifest, and is not written again.

  $ two() { (pack generic; pack godot ", fit: resample") | world "[65, 65]"; }
  $ kept() { again --cache cache --sums out/sums.txt; }
  $ written() { stat -c %y out/generic/heights.png; }
  $ rm -r out; two && kept && jq -c '[.files[0].path, .files[0].list, .config.outputs[0].weights.sand.classes[0]]' out/w-11.manifest.json
  ["generic",".terrawright-files","coast"]
  $ (cd out/generic && sha256sum --check --quiet .terrawright-files)
  $ (cd out && sha256sum --check --strict sums.txt | grep weights/grass && sha256sum generic/.terrawright-files | cut -d' ' -f1 |
  >   diff - <(jq -r .files[0].sha256 w-11.manifest.json))
  generic/weights/grass.png: OK
  $ before=$(written) && kept && [ "$before" = "$(written)" ]

Another order of textures is another pack.

  $ sed -i '0,/grass: rest, /s///' w.yaml && kept && [ "$before" != "$(written)" ] && ls out/generic/weights | paste -sd ' '
  rock.png sand.png snow.png

A pack of a window is the window's, with the range of the world, which it needs.

  $ (pack unreal ", fit: resample, $tables"; pack generic ", $tables"; echo "$truth") | world "[300, 261]"
  $ build --window 40,22,200x190 && hold unreal generic && jq -c '.world.window, .heights.minimum' out/generic/sheet.json
  unreal generic: as in the world
  "40,22,200x190"
  -310
  $ world "[300, 261]" <<< "  - {pack: generic, folder: g, heights: land}" && terrawright validate w.yaml --quiet 2> err
  $ build --window 40,22,200x190 2>&1 | grep error
  w.yaml:42:29: error: without a range the lowest and highest cell of the world give it, which --window does not see
  [2]

Cells beyond the range of a pack are told, and refused where warnings are.

  $ world "[65, 65]" <<< "  - {pack: generic, folder: g, heights: land, range: [0 m, 100 m], $weights, $tables}"
  $ build
  warning: 3559 cells of out/g lie outside its range and were clipped
        = widen `range`
  $ build --strict 2> err
  error: 3559 cells of out/g lie outside its range and were clipped, which --strict refuses; widen `range`
  [1]
  $ ! test -e out/g

Packs have the same bytes whatever the tiles and threads of the build are.

  $ (pack unity ", fit: resample"; pack generic ", $tables") | world "[600, 530]"
  $ build --threads 1 && mv out one && build --threads 2 --tile 128 && diff -r one out

A level from edge to edge is packed for three engines.

  $ terrawright build "$TERRAWRIGHT_ROOT/$examples/level.yaml" --quiet --out out
  $ for program in unreal unity godot; do [ $(find out/level-$program -type f | wc -l) -ge 3 ] || echo $program; done
