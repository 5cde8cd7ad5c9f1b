A build writes the files that it names, and a manifest.

  $ ln -s "$TERRAWRIGHT_ROOT/configs" configs
  $ terrawright build configs/island.yaml --set world.size=[129,129] --out a > out 2> err
  $ grep -o "time per node" err
  time per node
  $ for file in $(find a -type f | sort); do grep -q "$file" out && echo ${file#a/island-42}; done | paste -sd ' ' | fold -sw 120
  -biomes.legend.json -biomes.legend.png -biomes.png -biomes.png.aux.xml -height.png -height.png.aux.xml -lakes.csv 
  -rivers.geojson .exr .exr.aux.xml .html .manifest.json .png .png.aux.xml
  $ cd a && jq -c '[.layers | ."drainage/filled".unit, ."drainage/filled".shape, .rain.unit, .rain.cell_type, .biomes.cell_type]' island-42.manifest.json
  ["m",[129,129],"mm/yr","f32","u16"]
  $ jq '.layers."drainage/filled".xxh3_128 | length' island-42.manifest.json
  32
  $ jq -c '[.numbers | map_values(.value) | (."sea.land_share" - 0.4 | fabs <= 0.01),
  >   ."land.land_share" <= ."sea.land_share" + 0.02, (."rain.balance" | fabs <= 1e-12)]' island-42.manifest.json
  [true,true,true]
  $ jq -c '[.config.world.seed, .nodes.terrain.revision]' island-42.manifest.json
  [42,2]
  $ cd ..

Two builds give identical files, whatever the tiles and threads.

  $ small() { terrawright build configs/island.yaml --set world.size=[129,129] --set world.cell=2km --quiet "$@"; }
  $ small --out one
  $ small --out two && diff -r one two
  $ small --out three --tile 64 --threads 1 && diff -r one three
  $ small --out four --tile 300 --threads 7 && diff -r one four
  $ small --out five --tile whole --threads 2 && diff -r one five

Odd sizes work.

  $ for size in [1009,1009] [300,170] [97,640]; do
  >   terrawright build configs/island.yaml --quiet --set world.size=$size --out odd 2> err || echo $size
  > done

Option --digest prints one hash of everything that the outputs hold. It depends on the seed, and on no tile.

  $ digest() { small --out hashed --cache off --digest --quiet "$@" 2> /dev/null | sed -E 's/^digest [0-9a-f]{64} island$/& as expected/'; }
  $ digest > first && digest --tile 100 > tiled && digest --seed 7 > other
  $ cmp first tiled && cut -d' ' -f3- first
  island as expected
  $ ! cmp first other > said
  $ small --digest --window 0,0,10x10 --out hashed
  error: --digest is of whole worlds, and --window writes a part of one
        = leave out one of them
  [2]

Option --sha256 prints a hash for each layer and table, --quiet nothing else. Warnings are told even so.

  $ small --out sums --sha256 --set knobs.sea=45% > out 2> err
  $ grep -o "'land as asked' is not met" err
  'land as asked' is not met
  $ ! grep -q "time per node" err
  $ sed -E 's/^sha256 [0-9a-f]{64} //' out | xargs
  biomes drainage/filled lakes.depth lakes.table land.land lines picture rain rivers.discharge rivers.width temperature wind
  $ grep -c "$(jq -r '.layers."drainage/filled".sha256' sums/island-42.manifest.json) drainage/filled" out
  1
  $ small --out quiet

Options --seed and --set make another world.

  $ small --out seeds --seed 7 && ls seeds/island-7.png
  seeds/island-7.png
  $ small --out seeds --seed "Treasure Island"
  $ small --out set --set knobs.sea=90%
  $ jq '.numbers."sea.land_share".value - 0.1 | fabs <= 0.01' set/island-42.manifest.json
  true

What cannot be written is said, and old files stay. A limit of 20 kB a file stands for a full file system.

  $ echo "no folder" > file
  $ small --out file
  error: the output folder 'file' cannot be written to: Not a directory
        = name another one with --out
  [2]
  $ (ulimit -f 20; small --out one --seed 42 --set knobs.sea=55%) 2>&1 | grep -o "File too large" | sort -u
  File too large
  [1]
  $ diff -r one two

Warnings show with --quiet, and --strict makes them errors.

  $ terrawright validate configs/island.yaml --set knobs.sea=0.6 --quiet 2>&1 | grep -o ".* is taken as 0.6 %"
  --set:1:11: warning: 0.6 is taken as 0.6 %
  $ for verb in validate plan graph "build --out strict"; do
  >   terrawright $verb configs/island.yaml --set knobs.sea=0.6 --quiet --strict 2>&1 | grep -o "error: 0.6 is taken as 0.6 %"
  >   echo ${PIPESTATUS[0]}
  > done | sort | uniq -c
        4 2
        4 error: 0.6 is taken as 0.6 %
  $ ! test -e strict
  $ terrawright validate configs/island.yaml --strict --quiet
  $ config clipped "size: [33, 33], seed: 1" > clipped.yaml <<< "stages: {a: {use: heights.noise@1}}
  > outputs: [{file: a.png, layers: {h: a}, range: [0.4, 0.6]}]"
  $ terrawright build clipped.yaml --quiet --out c
  warning: 869 cells of c/a.png lie outside its range and were clipped
        = widen `range`
  $ terrawright build clipped.yaml --quiet --strict --out d
  error: 869 cells of d/a.png lie outside its range and were clipped, which --strict refuses; widen `range`
  [1]
  $ ls d

Ctrl-C stops soon and leaves nothing half-done. The signal comes when the build is under way.

  $ env --default-signal=INT terrawright build configs/island.yaml --set world.size=[6000,6000] --threads 1 \
  >   --out stopped 2> err & until [ -d stopped ]; do sleep 0.01; done; sleep 0.2; kill -INT $!; wait $!
  [130]
  $ grep -o stopped err | head -1
  stopped
  $ find stopped -name "*.part*"

While one build gives its files their names, another one waits. Killed then, it has changed nothing.

  $ cp -r one held && flock held sh -c 'terrawright build configs/island.yaml --set world.size=[129,129] --set world.cell=2km --quiet \
  >   --set knobs.peak=900m --out held & for i in $(seq 600); do [ $(find held -name "*.part" | wc -l) = 14 ] && break; sleep 0.1; done
  > sleep 0.3; kill -KILL $!; wait $!; echo $?; find held -name "*.part" | wc -l; find held -name "*.part" -delete; diff -r one held' 2> err
  137
  14
  $ small --out held --set knobs.peak=900m && ! diff -rq one held > said

A world that is too large is refused before anything runs.

  $ terrawright build configs/island.yaml --set world.size=[50000,50000] --memory 4GB --out large 2>&1 | grep error:
  configs/island.yaml:154:12: error: a .geojson file holds degrees on the globe, and this world's latitude would go from -16.2 to 96.2
  --set:1:12: error: this world needs 7.21 GB of memory (while 'slid/slid/1/transport' runs), and there are 4.00 GB
  [2]
  $ ! test -e large
