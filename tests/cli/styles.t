A sheet is drawn in the style of a file, as docs/styles.md tells it. Blocks of the page are its world and its style.

  $ block() { sed -n "/^    $1/,/^\$/{/^\$/q; s/^    //; p}" "$TERRAWRIGHT_ROOT/docs/styles.md"; }
  $ block '{"like"' > night.json && cp night.json style
  $ (cat <<'END'; block sheet: | sed 's/^/  /'; echo 'outputs: [{file: "{name}.svg", sheet: sheet}]') > own.yaml
  > terrawright: 1
  > name: own
  > world: {size: [65, 65], cell: 1 km, seed: 42, latitude: 40 deg}
  > stages:
  >   terrain: {use: heights.diamond_square@1, with: {seeding: island}}
  >   sea: {use: sea.level@1, in: {height: terrain}}
  >   metres: {use: shape.metres@1, in: {height: terrain, level: sea.level}}
  >   land: {use: sea.islets@1, in: {height: terrain, level: sea.level}}
  > END
  $ build() { terrawright build --quiet own.yaml --out out --cache cache; }
  $ build && grep -oE "#20242c|#6fa3c4|#2f6a94|>Stureland<|\"Stureland\"" out/own.svg | sort -u | paste -sd ' '
  "Stureland" #20242c #6fa3c4 >Stureland<

A changed style draws the sheet anew, and nothing else. The same bytes are the same style, which is remembered.

  $ doing() { terrawright plan --json own.yaml --out out --cache cache | jq -c '.nodes | group_by(.doing)[] | [.[0].doing, .[].name]'; }
  $ doing
  ["cached","terrain","sea","metres","land","sheet"]
  $ sed -i 's/#20242c/#102030/' night.json && doing
  ["cached","sea","land"]
  ["painted again","terrain","metres"]
  ["runs","sheet"]
  $ build && grep -c "#102030" out/own.svg
  2
  $ cp style night.json && doing
  ["cached","terrain","sea","metres","land","sheet"]

What is wrong with a style stands beside its line in the config, all at once.

  $ sed -i 's/"#8b7a50"/"#85744c"/' night.json && terrawright validate own.yaml 2>&1 | grep error
  own.yaml:9:116: error: map.sheet@1: 'night.json': tints.heights[3]: #85744c after #5f6c44 of tints.heights[2]: they are 4.9 apart for sight without red cones (protan), and 5.0 is the least; make one of them lighter or darker, or draw contours ("contours": true) in a colour that is far from both
  [2]
  $ echo '{"like": "atlas", "colours": {"rivers": "#123456", "coast": "navy"}, "widths": {"coast": 50}}' > night.json
  $ terrawright validate own.yaml 2>&1 | grep error
  own.yaml:9:116: error: map.sheet@1: 'night.json': colours.rivers: there is no such key; did you mean 'river'? There are paper, ink, frame, graticule, water_ink, coast, contour, index_contour, contour_figure, isobath, river, lake, lake_edge, forest_filter, mark, scale_bar, panel, globe, ice, desert
  own.yaml:9:116: error: map.sheet@1: 'night.json': colours.coast: "navy" is no colour, #rrggbb or #rrggbbaa
  own.yaml:9:116: error: map.sheet@1: 'night.json': widths.coast: 50 is no number from 0.02 to 5, mm
  [2]
  $ sed -i 's/night.json/light.json/' own.yaml && terrawright validate own.yaml 2>&1 | grep error
  own.yaml:9:116: error: cannot read 'light.json': there is no such file beside the config; correct the name, or copy the file there
  [2]
