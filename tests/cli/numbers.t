Islands, lakes, rivers and classes of the shipped worlds are counted in the manifest, read or not.

  $ built() {
  >   terrawright build "$TERRAWRIGHT_ROOT/configs/$1.yaml" --set world.size=[257,257] --set world.cell=1km --quiet \
  >     --set stages.lakes.with.min_area=9 --set stages.lakes.with.min_depth=1m --out . 2> err || cat err
  >   jq -n --arg lands "$2" --slurpfile m $1-42.manifest.json --slurpfile r $1-42-rivers.geojson \
  >     --slurpfile beside $1-42-biomes.legend.json '
  >     $m[0].numbers as $of | $m[0].layers as $layers | $layers.biomes.legend as $legend |
  >     def is($name; $unit): $of[$name] | if .unit == $unit then .value else error($name) end;
  >     [$r[0].features[].properties] as $reaches | ($reaches | map(.length)) as $lengths |
  >     ("islands", is("land.islands"; "1"), is($lands; "1")),
  >     ("rivers", is("rivers.rivers"; "1") > 0, is("rivers.rivers"; "1") <= ([$reaches[] | select(.next_reach == 0)] | length)),
  >     ("longest", is("rivers.longest"; "km") >= ($lengths | max), is("rivers.longest"; "km") < ($lengths | add)),
  >     ("lakes", is("lakes.lakes"; "1") >= 0, is("lakes.share"; "%") >= 0),
  >     ("legend", ($legend | map({code, name, cells, share})) == ($beside[0].classes | map({code, name, cells, share}))),
  >     ("cells", ($legend | map(.cells) | add), ($legend | map(.share) | add - 1 | fabs < 1e-12)),
  >     ("in no file", ($layers."drainage/receivers".legend | map(.cells) | add))' | paste -sd ' '
  > }
  $ built island shores.islands
  "islands" 1 1 "rivers" true true "longest" true true "lakes" true true "legend" true "cells" 66049 true "in no file" 66049
  $ built realistic outline/land.islands
  "islands" 1 1 "rivers" true true "longest" true true "lakes" true true "legend" true "cells" 66049 true "in no file" 66049

The lakes of a table are counted, and their share is of the land, here in cells of a square kilometre.

  $ jq -c --argjson rows $(($(wc -l < island-42-lakes.csv) - 1)) '[.numbers | map_values(.value) | ."lakes.lakes" == $rows,
  >   $rows > 0, (."lakes.share" / (100 * ."lakes.area" / (."land.land_share" * 257 * 257)) - 1 | fabs < 1e-12)]' island-42.manifest.json
  [true,true,true]

Numbers of a composite's parts stand under the parts' names, read by nobody.

  $ config t "size: [65, 65], seed: 42" > t.yaml <<'END'
  > composites:
  >   my.shore@1:
  >     doc: The sea, and land without islets.
  >     in: {height: Heights.}
  >     stages:
  >       level: {use: sea.level@1, in: {height: $height}}
  >       land: {use: sea.islets@1, in: {height: $height, level: level.level}, with: {keep: all}}
  >     out: {height: land.height, islands: land.islands}
  >     main: height
  > stages:
  >   terrain: {use: heights.diamond_square@1}
  >   shore: {use: my.shore@1, in: {height: terrain}}
  > outputs: [{file: t.exr, layers: {height: shore}}]
  > END
  $ terrawright build t.yaml --quiet --out out
  $ jq '.numbers | ."shore/land.islands".value | . >= 1' out/t-42.manifest.json
  true
  $ jq '.numbers | ."shore/land.islands".value <= ."shore/land.components".value' out/t-42.manifest.json
  true

A class that the legend of a plugin does not know has its share too.

  $ compile stripes.so "$TESTDIR/made/stripes.cpp" -DBLUE=3
  $ echo '{terrawright: 1, name: s, world: {size: [12, 4], seed: 42}, outputs: [{file: t.exr, layers: {s: stripes}}],
  > stages: {terrain: {use: heights.noise@1}, stripes: {use: test.stripes@1, in: {height: terrain}}}}' > s.yaml
  $ terrawright build s.yaml --plugins stripes.so --quiet --out striped
  $ jq -c '.layers.stripes.legend[]' striped/s-42.manifest.json
  {"code":1,"name":"first","colour":[1,2,3],"cells":12,"share":0.25}
  {"code":9,"name":"never","colour":[4,5,6],"cells":0,"share":0}
  {"code":700,"cells":36,"share":0.75}
