A plan says why each node runs and what it waits for.

  $ ln -s "$TERRAWRIGHT_ROOT/configs" configs
  $ terrawright plan configs/island.yaml > plan
  $ for words in "for shaped.level, shores.level, land.level, slopes.level, metres.level" \
  >   "waits for all of even (the rounds survey all of it)" "sea.level (its number)" "wind.flow (its grid)" \
  >   "slopes (its exact minimum and maximum)" "metres (exact minimum and maximum)" "stored from pass to pass: rough, " \
  >   "memory at most" "height: height in m, from drainage/filled" "  1  terrain                     tiles       heights.diamond"
  > do grep -m1 -qF "$words" plan || echo "$words"; done
  $ ! grep "not run" plan

As JSON it holds order, shapes, memory, reasons and files. Each node comes after what it reads, and something needs it.

  $ terrawright plan configs/island.yaml --json > plan.json
  $ jq -c '[.nodes[].name] as $names | .nodes | to_entries[] | .key as $at | .value.inputs[] |
  >   select(has("value") | not) | (.from | split(".")[0]) as $from | select(($names | index($from)) >= $at)' plan.json
  $ jq -c '[.nodes[] | select(.needed_by == []) | .name], [.nodes[] | select(.files == []) | .name]' plan.json
  []
  ["steep"]

Each is painted in one pass; what crosses a barrier is stored.

  $ jq -c '[([.passes[].paints[]] | (length == (unique | length)), index("terrain") != null),
  >   .memory.peak == ([.passes[].memory] | max), .bytes.stored < .bytes.made]' plan.json
  [true,true,true,true]
  $ jq -c '[.nodes[] | {(.name): .}] | add | .terrain.stored, .floor.stored, .sea.shape, (.sea.waits_for | length),
  >   .terrain.waits_for, .temperature.waits_for, .relief.files, .wind.outputs.flow.kind,
  >   any(."drainage/filled".needed_by[]; .layer == "height")' plan.json
  []
  ["height"]
  "rounds"
  1
  []
  []
  ["island-42.png","island-42.html"]
  "grid"
  true
  $ jq -c '(.outputs | length), .outputs[2].files' plan.json
  7
  ["out/island/island-42-biomes.png","out/island/island-42-biomes.legend.json","out/island/island-42-biomes.legend.png","out/island/island-42-biomes.png.aux.xml"]

It names the nodes that do not run.

  $ config t "size: [65, 65], seed: 1" > idle.yaml <<< 'stages: {a: {use: heights.noise@1}, idle: {use: heights.noise@1}}
  > outputs: [{file: a.exr, layers: {h: a}}]'
  $ terrawright plan idle.yaml 2>/dev/null | grep "not run"
  not run, as no output needs it: idle
  $ terrawright plan idle.yaml --json 2>/dev/null | jq -c .unneeded
  ["idle"]

It says the latitudes of the top and bottom rows. Here 1000 rows of 1.11195 km are ten degrees.

  $ world="configs/island.yaml --set world.size=[1001,1001] --set world.cell=1111.95 --set world.latitude=45"
  $ terrawright plan $world 2>/dev/null | grep -o "latitude .*"
  latitude 50.00 in the top row, 40.00 in the bottom row
  $ terrawright plan $world --json 2>/dev/null | jq -c '.world.latitude_degrees | map_values(. * 1000 + 0.5 | floor)'
  {"centre":45000,"top":50000,"bottom":40000}
  $ terrawright plan idle.yaml --set "world={size: [65, 1001], cell: 1111.95 m, seed: 1, latitude: 88 deg}" 2> err | grep -o "latitude .*"
  latitude 93.00 (beyond the pole) in the top row, 83.00 in the bottom row

It lists the files that a world is made of.

  $ cd "$TERRAWRIGHT_ROOT"
  $ terrawright plan configs/hand_drawn.yaml --json | jq -c .input_files
  ["configs/hand_drawn.png","configs/hand_drawn.yaml","configs/parts/massif.yaml"]
  $ terrawright plan examples/200-biome-table/world.yaml --set "world.cell=2 km" --json | jq -c .input_files
  ["examples/200-biome-table/biomes.yaml","examples/200-biome-table/world.yaml"]
