A table is written, printed, or both, and the manifest knows it.

  $ compile corners.so "$TESTDIR/made/corners.cpp"
  $ world() { # outputs, world
  >   cat > t.yaml <<END
  > terrawright: 1
  > name: t
  > world: {${2:-size: [17, 9], cell: 1 km, seed: 42}}
  > stages:
  >   height: {use: heights.diamond_square@1}
  >   corners: {use: test.corners@1, in: {height: height}}
  > outputs:
  > $1
  > END
  > }
  $ of() { terrawright "$@" t.yaml --plugins corners.so --out o; }
  $ world '  - {file: "{name}.csv", print: true, layers: {corners: corners}}
  >   - {file: "{name}.geojson", layers: {diagonals: corners.diagonals}}
  >   - {print: true, layers: {sizes: corners.sizes}}'
  $ of build --quiet --sha256 > shown
  $ sed 's/ [0-9a-f]\{64\} / /' shown
  corner,x (cells),y (cells)\r (esc)
  north west,0,0\r (esc)
  south east,16,8\r (esc)
  side (cells)\r (esc)
  17\r (esc)
  9\r (esc)
  sha256 corners
  sha256 corners.diagonals
  sha256 corners.sizes
  $ grep -c "sha256 $(sha256sum < o/t.csv | cut -d' ' -f1) corners" shown
  1
  $ head -3 shown | cmp - o/t.csv
  $ jq -c '.name, .terrawright.world, .features[0].geometry.coordinates[0][1]' o/t.geojson
  "diagonals"
  "t"
  40.035972841
  $ jq -c '.tables.corners.rows, (.tables."corners.sizes".xxh3_128 | length)' o/t-42.manifest.json
  2
  32
  $ [ $(jq .nodes.corners.recipes.diagonals o/t-42.manifest.json) = $(jq .terrawright.recipe o/t.geojson) ]
  $ jq .tables o/t-42.manifest.json > tables
  $ for tiles in "--tile 3 --threads 3" "--tile whole --threads 1"; do
  >   of build --quiet $tiles | diff - <(head -6 shown); jq .tables o/t-42.manifest.json | diff tables -
  > done

The verbs plan, graph, describe and validate know tables.

  $ world '  - {file: "{name}.csv", layers: {corners: corners}}' && of validate --quiet
  $ of plan | grep -o "corners: table, from corners"
  corners: table, from corners
  $ of graph | grep -o 'label="corners (table)"'
  label="corners (table)"
  $ of plan --json | jq .outputs[0].layers.corners.kind
  "table"
  $ terrawright describe test.corners --plugins corners.so | grep table
    corners: table of points
    diagonals: table of lines, read as NODE.diagonals
    sizes: table, read as NODE.sizes
  $ terrawright describe test.corners --plugins corners.so --json | jq -c '.outputs[] | [.places, .kinds]'
  ["points",["table"]]
  ["lines",["table"]]
  [null,["table"]]

It goes where tables go, and is refused elsewhere before anything runs.

  $ while read -r output; do world "  - $output"; of validate 2>&1 | grep -oE "t.yaml.*error.*|[.]csv or .*file.*"; done <<'END'
  > {file: a.geojson, layers: {sizes: corners.sizes}}
  > {file: a.png, layers: {sizes: corners.sizes}}
  > {file: a.exr, layers: {h: height, c: corners}}
  > {file: a.csv, layers: {h: height}}
  > {file: a.csv, layers: {c: corners, d: corners.diagonals}}
  > {file: a.csv, layers: {c: corners}, range: [0, 1]}
  > {file: a.csv, layers: {c: corners}, legend: height}
  > END
  t.yaml:8:39: error: 'table' of a .geojson file takes rows that have places on the map, and these have no place on the map
  t.yaml:8:35: error: 'sizes' is a table, which no writer of .png files takes
  t.yaml:8:42: error: 'c' is a table, but an .exr file needs a height or scalar or weight or mask or class or count or vector or colour
  .csv or .geojson file, or add print: true
  t.yaml:8:31: error: 'h' is a height, but a .csv file needs a table
  t.yaml:8:43: error: 'd' is one too many for a .csv file
  t.yaml:8:48: error: `range` belongs to .png files
  t.yaml:8:49: error: `legend` belongs to .png files
  [2]

A world that no degrees fit is refused before anything runs.

  $ output='  - {file: a.geojson, layers: {c: corners}}'
  $ world "$output" "size: [17, 9], cell: 500 km, seed: 1, latitude: 80 deg" && of validate 2>&1 | grep error
  t.yaml:8:12: error: a .geojson file holds degrees on the globe, and this world's latitude would go from 62.0 to 98.0
  [2]
  $ world "$output" "size: [1700, 9], cell: 50 km, seed: 1" && of validate 2>&1 | grep error
  t.yaml:8:12: error: a .geojson file holds degrees on the globe, and this world's longitude would go from -498.6 to 498.6
  [2]
  $ world "$output" && of validate --quiet
