Drawings go out and come in by the same numbers: rivers of a GeoJSON are read back onto their cells.

  $ world() { # name, facts, outputs; stages come in
  >   printf 'terrawright: 1\nname: %s\nworld: {size: [300, 260], cell: 1 km, seed: 42, %s}\n' "$1" "$2" > $1.yaml
  >   (cat; printf 'outputs: [%s]\n' "$3") >> $1.yaml
  > }
  $ drawn() { printf 'stages: {drawn: {use: source.vector@1, with: {%s}}}\n' "$1"; }
  $ build() { terrawright build $1.yaml --quiet --out . "${@:2}"; }
  $ far="{file: d.exr, layers: {far: drawn}}"
  $ for facts in "latitude: 52 deg, longitude: 11 deg" "latitude: -33.3 deg, longitude: 177 deg"; do
  >   stages_of stages/water/rivers/rivers.yaml | world out "$facts" \
  >     "{file: r.geojson, layers: {rivers: rivers.table}}, {file: r.tif, layers: {river: rivers}}"
  >   drawn "file: r.geojson, width: 0.01, missing: 0" | world in "$facts" "{file: d.tif, layers: {drawn: drawn.mask}}, $far"
  >   build out && build in && python -c 'from osgeo import gdal
  > r, d = (gdal.Open(file).ReadAsArray() > 0 for file in ("r.tif", "d.tif"))
  > print(r.sum() > 300, (r & ~d).sum(), d.sum() < 2 * r.sum())  # lines go on into the sea, and through lakes'
  > done
  True 0 True
  True 0 True

What a drawing keeps in memory counts in the plan: 100 to 400 bytes for a position. A build without it is refused.

  $ drawn "file: l.geojson, coordinates: cells, missing: 0" | world w "latitude: 0 deg" "$far"
  $ peak() {
  >   jq -nc "{type: \"Polygon\", coordinates: [[range($1) | [. % 600, . % 521]] + [[0, 0]]]}" > l.geojson
  >   terrawright plan w.yaml --json | jq .memory.peak
  > }
  $ little=$(peak 4) much=$(peak 400000)
  $ echo $(((much - little) / 400000 >= 100)) $(((much - little) / 400000 < 400))
  1 1
  $ terrawright build w.yaml --memory $((little / 1000000 + 10))MB --out out 2>&1 | grep -o "error: this world needs"
  error: this world needs
  [2]

A drawing stays where it is when the world moves, and when the file changes.

  $ drawn "file: l.geojson, reach: 900 km" > stages.yaml
  $ hashes() { # longitude of the world, of the line
  >   echo "{\"type\": \"LineString\", \"coordinates\": [[$2, 51], [$2, 53]]}" > l.geojson
  >   world w "latitude: 52 deg, longitude: $1 deg" "$far" < stages.yaml; build w --cache cache --sha256 | grep sha256
  > }
  $ hashes 11 11.5 > first 2> err && hashes 11 11.5 | cmp - first
  $ ! hashes 11.25 11.5 | cmp - first > said
  $ ! hashes 11 11.25 | cmp - first > said

Files are looked for beside the config when its name comes from elsewhere.

  $ mkdir beside && echo '{"type": "Point", "coordinates": [5, 5]}' > beside/p.geojson
  $ drawn "file: p.geojson, coordinates: cells" | world w "latitude: 0 deg" "{file: d.exr, layers: {far: drawn.mask}}"
  $ mv w.yaml beside && terrawright validate beside/w.yaml --set name=other
  beside/w.yaml is a valid world: 1 node, 1 file
