A table is written, printed, or both, and the manifest knows it.

  $ compile corners.so "$TESTDIR/made/corners.cpp"
  $ world() { # outputs
  >   config t "size: [17, 9], cell: 1 km, seed: 42" > t.yaml <<END
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
  $ jq -c '[.name, .terrawright.world, .features[0].geometry.coordinates[0][1]]' o/t.geojson
  ["diagonals","t",40.035972841]
  $ jq -c '[.tables.corners.rows, (.tables."corners.sizes".xxh3_128 | length)]' o/t-42.manifest.json
  [2,32]
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

A file of places takes no table without them; tests/errors holds the other refusals.

  $ world '  - {file: a.geojson, layers: {sizes: corners.sizes}}'; of validate 2>&1 | grep -oE "t.yaml.*error.*"
  t.yaml:8:39: error: 'table' of a .geojson file takes rows that have places on the map, and these have no place on the map
  [2]
