Bare numbers where numbers have a unit are warned of. The worlds of the project say their units.

  $ cd "$TERRAWRIGHT_ROOT"
  $ grep -lE "^world:" -r configs examples stages packs/atlas/stages --include=*.yaml | grep -v "/[^/]*[.][^/]*[.]yaml" > "$CRAMTMP/worlds"
  $ [ $(wc -l < "$CRAMTMP/worlds") -gt 40 ]
  $ for world in $(cat "$CRAMTMP/worlds"); do terrawright validate $world; done 2>&1 | grep "has no unit"
  [1]
  $ cd "$CRAMTMP"

A range counts by its values, not by how they are written.

  $ hash() {
  >   echo "{terrawright: 1, name: t, world: {size: [17, 17], seed: 1}, stages: {h: {use: heights.diamond_square@1},
  >     m: {use: shape.metres@1, in: {height: h, level: 0.5}}}, outputs: [{file: a.png, layers: {m: m}, range: $1}]}" > w.yaml
  >   terrawright build w.yaml --quiet --out out 2>/dev/null && jq -r .config_hash out/t-1.manifest.json
  > }
  $ [ $(hash "[-1000, 2000]") = $(hash "[-1 km, 2000 m]") ]
  $ [ $(hash "[-1000, 2000]") = $(hash "[-1001 m, 2 km]") ]
  [1]
  $ grep -o '"level": "0.5"' out/t-1.manifest.json
  "level": "0.5"
