A build takes no more memory than it was given, nor than plan says: all of the process, libraries and writers included.

  $ long=$TERRAWRIGHT_AT_LENGTH program=$(realpath "$(command -v terrawright)") earlier=$TERRAWRIGHT_ROOT/tests/worlds/earlier/island.yaml
  $ island() { echo "$earlier --set world.size=[$1,$1]"; }
  $ planned() { terrawright plan "$@" --json 2> err | jq '.memory.peak / 1e6'; }
  $ build() { # seconds after which it is asked to stop, or 0; words: hashes, and in `cost` the MB
  >   rm -rf out; python "$TESTDIR/resident.py" cost $1 "$program" build "${@:2}" --sha256 --out out 2> err
  > }
  $ at_most() { # what is compared, by jq
  >   jq -ne "$1" > said || echo "${@:2}: $1 does not hold"
  > }
  $ within() { build 0 "$@" > hashes || cat err; at_most "$(cat cost) <= $(planned "$@")" "$@"; }

Files of each kind are within it.

  $ within $(island 1025) --threads 2 --set outputs.0.file={name}.zarr \
  >   --set 'outputs.1={tiles: {side: 1024, overlap: 1, file: "{x}_{y}.exr"}, layers: {height: metres, land: sea.land}}' \
  >   --set 'outputs.2={file: t.tif, layers: {height: metres}, overviews: true}'
  $ within $(island 1025) --threads 2 \
  >   --set 'outputs.0={file: m.glb, layers: {height: metres}, texture: picture, error: [0 m, 20 m]}' \
  >   --set 'outputs.1={file: m.obj, layers: {height: metres}, error: 100 m}' \
  >   --set 'outputs.2={file: c.glb, layers: {height: metres}, error: 100 m, coarsen: 2}'
  $ for budget in "" ", budget: 4 MB"; do
  >   within $(island 2049) --threads 2 --set "outputs=[{file: v.html, scene: {height: metres, drape: [picture, sea, wind.wind]$budget}}]"
  > done
  $ within "$TERRAWRIGHT_ROOT/examples/360-packs/world.yaml" --threads 2 --set world.size=[1100,900] \
  >   --set outputs.0.fit=resample --set outputs.3.fit=resample

So are worlds of all sizes, on many threads, and of many sectors of a wind.

  $ for side in 257 1025 ${long:+4097} $([ -n "$long" ] || echo 2049); do for threads in 1 2; do
  >   [ $side$threads$long = 20491 ] || within $(island $side) --threads $threads
  > done; done; cp hashes free
  $ for world in continent fjords volcano; do for threads in ${long:+4} 8; do
  >   within "$TERRAWRIGHT_ROOT/configs/$world.yaml" --threads $threads
  > done; done

With less than the largest of these sizes would take, it makes the same.

  $ for megabytes in $([ -n "$long" ] && echo 350 600 || echo 250); do
  >   within $(island $side) --threads 2 --memory ${megabytes}MB; cmp hashes free
  >   at_most "$(cat cost) <= $megabytes and $(planned $(island $side) --threads 2) > $megabytes" $megabytes
  > done

plan asks for little more than a build takes. Chunks of one value share their cells, which nobody knows before: a large sea
takes less than is asked for.

  $ for of in island_map:1.3 ${long:+archipelago:1.6 atoll:1.85 fractal_island:1.6} continent:1.6 \
  >   ${long:+hand_drawn:1.6 two_massifs:1.6 realistic:1.6}; do
  >   world=$TERRAWRIGHT_ROOT/configs/${of%:*}.yaml; within $world --threads 2
  >   at_most "$(planned $world --threads 2) as \$planned | \$planned <= 100 or \$planned <= ${of#*:} * $(cat cost)" $of
  > done

A file counts from the pass that ends its last layer; with a cache from the first.

  $ first() { terrawright plan $(island 1025) --threads 2 --memory 64GB --json --cache $1 | jq '.passes[0].memory'; }
  $ at_most "$(first off) + 8e6 < $(first cache)"

Tiles and chunks beyond number take no more than is given. One layer outlives a pass, and it has no file: what grows is
control data.

  $ much() { # side; outputs come in
  >   config much "size: [$1, $1], cell: 1 m, seed: 1" <<< $'stages:\n  n0: {use: heights.noise@1}'
  >   for i in {1..8}; do echo "  n$i: {use: shape.blend@1, in: {a: n$((i - 1)), b: n$((i - 1))}, with: {mode: max}}"; done
  >   cat <<'END'; cat
  >   metres: {use: shape.formula@1, in: {a: n8}, with: {formula: a, unit: m}}
  >   classes: {use: biome.table@1, in: {height: metres}, with: {rules: [{code: 108, height_from: 0 m}, {code: 110}]}}
  >   text: {use: view.ascii@1, in: {classes: classes}, with: {columns: 40}}
  > END
  > }
  $ while read -r side tile; do
  >   much $side > w.yaml <<< 'outputs: [{print: true, layers: {t: text}}]'
  >   least=$(terrawright plan w.yaml --threads 2 $tile --json 2> err | jq '.memory.least / 1e6 + 1 | floor')
  >   build $([ -n "$long" ] && echo 15 || echo 3) w.yaml --threads 2 $tile --memory ${least}MB > hashes; echo $?
  >   at_most "$(cat cost) <= $least" $side
  > done <<< "$([ -n "$long" ] && echo 30000 || echo 12000) --tile 8
  > 200000" | uniq -c
        2 130

Disk is counted by what each format compresses.

  $ world() { # side, output
  >   config d "size: [$1, $1], cell: 10 m, seed: 1" > d.yaml <<END
  > stages: {n: {use: heights.noise@1}, m: {use: shape.formula@1, in: {a: n}, with: {formula: a * 9, unit: m}}}
  > outputs: [{$2}]
  > END
  > }
  $ disk() { terrawright plan d.yaml --memory 200GB --out out --json 2> err | jq ".disk.$1"; }
  $ while IFS='|' read -r output expected; do
  >   world 1025 "$output" && at_most "(1025 * 1025) as \$cells | $(disk files) | . $expected" "$output"
  > done <<'END'
  > file: a.tif, layers: {m: m}|== 4 * $cells
  > tiles: {side: 512, file: "t/{x}_{y}.tif"}, layers: {m: m}|== 4 * 9 * 512 * 512
  > tiles: {side: 512, file: "t/{x}_{y}.tif", edge: cut}, layers: {m: m}|== 4 * $cells
  > file: a.zarr, layers: {m: m}|== $cells
  > pack: unity, folder: p, heights: m, range: [-9 m, 9 m]|== 2 * $cells
  > pack: generic, folder: p, heights: m, range: [-9 m, 9 m]|> 3 * $cells
  > END

There is room for what is expected here, and none for twice as much, which is a warning. Three of them have none: nothing begins.

  $ zarr='file: "{seed}.zarr", layers: {m: m}' && world 1025 "$zarr" && world $(jq -n "$(disk free) / 2 | sqrt | floor") "$zarr"
  $ terrawright validate d.yaml --memory 200GB --out out 2>&1 | grep -o "warning: this world may need up to "
  warning: this world may need up to 
  $ for call in "validate --seed 1 --seed 2 --seed 3" "build --seed 1 --seed 2 --seed 3" "sweep --seeds 1..3"; do
  >   timeout 60 terrawright $call d.yaml --memory 200GB --out out 2>&1 | grep -o "these 3 worlds need about "; echo ${PIPESTATUS[0]}
  > done | sort | uniq -c
        3 2
        3 these 3 worlds need about 

A world that needs more disk than is free is refused before it starts.

  $ much 1000000 > t.yaml <<< 'outputs: [{file: a.zarr, layers: {a: n1, b: n2, c: n3, d: n4, e: n5, f: n6, g: n7, h: n8}}]'
  $ terrawright plan t.yaml --memory 200GB --out out --json 2> err | jq -c '[.disk | .files > 1e12, .waiting > 1e12, .free < .files]'
  [true,true,true]
  [2]
  $ for verb in validate plan build; do
  >   timeout 60 terrawright $verb t.yaml --memory 200GB --out out > said.$verb 2>&1; echo $?
  >   grep -oE "t.yaml:3:| of disk in out|of files|are free there|--out" said.$verb | sort -u
  > done | sort | uniq -c | xargs; grep -o "so build will not begin" said.plan
  3 of disk in out 3 --out 3 2 3 are free there 3 of files 3 t.yaml:3:
  so build will not begin
  $ ls -A out
