Stages are found by the words that people have for them: in ids, docs and synonyms.

  $ ids() { grep -oE "^[a-z_]+[.][a-z_]+@[0-9]+ " | cut -d@ -f1; }
  $ finds() { terrawright stages "$1" | ids | grep -x "$2" > found || echo "no $2 for $1"; }
  $ for pair in level:sea.level sea.level:sea.level watershed:water.drainage watersheds:water.accumulation \
  >   "flow direction:water.receivers" D8:water.receivers seamless:heights.diamond_square tileable:heights.diamond_square \
  >   splat:biome.table pit:water.fill precipitation:climate.rain smoothing:shape.blur isolines:view.contours \
  >   "hypsometric tint:view.palette" quantise:shape.steps dem:source.image strahler:water.rivers breaching:water.breaching \
  >   "Lapse Rate:climate.temperature"; do finds "${pair%:*}" ${pair#*:}; done
  $ finds nonsense sea.level
  error: no stage is about 'nonsense'
        = terrawright stages lists them all
  no sea.level for nonsense
  $ terrawright stages Flow Direction | ids | grep water.receivers
  water.receivers

They are fewer than all, and without a word all.

  $ [ $(terrawright stages watershed | ids | wc -l) -lt 8 ] && [ $(terrawright stages | ids | wc -l) -gt 40 ]

What there is no stage for is said, with what comes nearest.

  $ for words in voronoi:erosion.stream_power mesh:shape.metres scatter:biome.table; do
  >   terrawright stages ${words%:*} | head -1 && finds ${words%:*} ${words#*:}
  > done
  there is no stage for plates or Voronoi cells; uplift shaped by rivers comes nearest:
  there is no stage for meshes; an output writes heights as one: {file: "{name}.glb", layers: {height: metres}, error: 5 m}:
  there is no stage for scattering of objects; biomes and slopes, written as layers, say where things may stand:
  $ terrawright stages watershd
  error: no stage is about 'watershd'
        = did you mean 'watershed'?
  [1]
  $ terrawright stages xqzzy
  error: no stage is about 'xqzzy'
        = terrawright stages lists them all
  [1]

Synonyms are of stages that there are, and each has some.

  $ terrawright stages | sed '/Writers of files/,$d' | ids | sort > all
  $ table="$TERRAWRIGHT_ROOT/pipeline/cli/describe/synonyms.cpp"
  $ grep -oE '"[a-z_]+[.][a-z_]+"' "$table" | tr -d '"' | sort -u | comm -23 - all
  $ for id in $(cat all); do grep -qF "{\"$id\"," "$table" || echo $id; done

What a stage makes is not said to be missing, and the table of what is missing has no word of a stage.

  $ for words in volcano perlin simplex "domain warp" "splat map" road beach; do
  >   terrawright stages "$words" > out || echo "$words"; grep "there is no stage for" out
  > done
  [1]
  $ terrawright stages --words --markdown > tables
  $ sed -n '/No stage makes these/,$ s/^| \([^|]*\) | .*/\1/p' tables | sed 's/, */\n/g' > missing
  $ [ $(wc -l < missing) -gt 5 ]
  $ ! sed '/No stage makes these/,$d' tables | grep -E "^\| [^|]* \| \[" | cut -d'|' -f2 | sed 's/^ //; s/ $//' | grep -xFf missing

The index of words finds what it says.

  $ terrawright stages --words > words
  $ [ $(wc -l < words) -gt 300 ]
  $ grep "^catchment:" words
  catchment: water.accumulation, water.drainage
  $ awk 'NR % 40 == 1' words | sed 's/:.* /:/' | while IFS=: read words id; do finds "$words" $id; done
  $ terrawright stages --words --format json | head -1 | cut -c1-25
  {"event":"word","word":"2
