A composite is listed and described with ports that its parts have.

  $ terrawright stages | grep -o "^water.drainage@1 .*composite]" | tr -s ' '
  water.drainage@1 Fills depressions, finds the neighbour that each cell drains to, and adds up the runoff upstream of each cell. [composite]
  $ terrawright describe water.drainage@1 > text && grep -EA1 "^water|^Parts|^  (height|ocean|accumulation|distance): |^Example" text | grep -v "^--"
  water.drainage@1 (composite, from terrawright 0.1.0)
    Fills depressions, finds the neighbour that each cell drains to, and adds up the runoff upstream of each cell.
  Parts
    filled: water.fill@1
    accumulation: water.accumulation@1
  
    height: height, in m
        Heights above the sea.
    ocean: mask, optional
        Mask of the ocean, where water ends; without it, cells at 0 m and below.
    accumulation: count
        Exact sum of the runoff over the cell and all cells upstream of it.
    distance: count, without unit, read as NODE.distance
        What the way across the flat costs, to the nearest cell that has a lower neighbour; 0 at that cell. A step costs its length (5, along diagonals 7) times what both of its cells cost. straight: the number of steps.
  Example
    # Where water runs, and of how much land: the four parts of drainage at once.
  $ terrawright describe water.drainage --json | jq -c '[.shape.name, .revision, (.parts | length), .parts[1],
  >   .inputs[0].optional, .inputs[2].kinds, .outputs[0].main]'
  ["composite",null,4,{"node":"flats","stage":"water.flats@1"},false,["count"],true]
  $ terrawright describe water.drainage --markdown | grep -o '| made of | `filled`: \[water.fill\]'
  | made of | `filled`: [water.fill]

The plan, the graph and the manifest show the parts.

  $ world=$TERRAWRIGHT_ROOT/stages/water/drainage/drainage.yaml
  $ terrawright plan $world | grep -oE "drainage/flats|for drainage/accumulation.receivers, drainage.exr" | sort -u
  drainage/flats
  for drainage/accumulation.receivers, drainage.exr
  $ terrawright graph $world | grep -oF 'label="drainage/filled\nwater.fill@1"'
  label="drainage/filled\nwater.fill@1"
  $ terrawright build $world --quiet --out o
  $ jq -c '[.config.stages."drainage/flats".in.filled, .nodes."drainage/accumulation".stage,
  >   (.layers | has("drainage/receivers"))]' o/drainage-42.manifest.json
  ["drainage/filled","water.accumulation@1",true]

The schema knows a composite's ports and closes them, and leaves room for one's own.

  $ verdicts() {
  >   local key node files=""; while read -r key node; do
  >     n=$((n + 1)); echo "{terrawright: 1, name: t, world: {size: [5, 5], seed: 1}, $(echo "$key" | tr '~' ' ')
  >     stages: {a: $node}, outputs: [{file: a.exr, layers: {h: a}}]}" > $n.yaml; files+=" $n.yaml"
  >   done
  >   $PYTHON "$TERRAWRIGHT_ROOT/tests/schema/validate.py" "$TERRAWRIGHT_ROOT/schema/terrawright.schema.json" $files | cut -d' ' -f1 | uniq -c
  > }
  $ verdicts <<'END'
  > ~ {use: water.drainage@1, in: {height: b, ocean: c.d}}
  > composites:~{my.s@1:~{in:~{h:~A.},~stages:~{s:~{use:~sea.level@1,~in:~{height:~$h}}},~out:~{land:~s.land}}}, {use: my.s@1, in: {h: b}}
  > include:~[shore.yaml], {use: my.shore@1, in: {h: b}}
  > ~ {use: water.drainage@1, in: {heights: b}}
  > ~ {use: water.drainage@1, in: {ocean: b}}
  > ~ {use: water.drainage@1, in: {height: b}, with: {depth: 1}}
  > ~ {use: my.shore@1}
  > composites:~{my.s@1:~{stages:~{s:~{use:~sea.level@1}},~out:~{land:~s.land}}}, {use: my.s@1}
  > composites:~{shore:~{stages:~{},~out:~{}}}, {use: sea.level@1, in: {height: b}}
  > END
        3 taken
        6 refused

It knows repetitions.

  $ while IFS='|' read -r repeat with; do
  >   echo "composites:~{my.s@1:~{revision:~2,~in:~{h:~A.},~stages:~{s:~{use:~shape.terraces@1,~in:~{height:~\$h},~$repeat}},~with:~{$with},~out:~{h:~s}}}, {use: my.s@1, in: {h: b}}"
  > done <<'END' > repeated; echo "~ {use: heights.noise@1, repeat: 3, then: {h: a}}" >> repeated; verdicts < repeated
  > repeat:~3,~then:~{height:~s}
  > repeat:~$n,~then:~{height:~s}|n:~{value:~3,~range:~[1,~9],~doc:~Times.}
  > repeat:~3
  > then:~{height:~s}
  > repeat:~1001,~then:~{height:~s}
  > repeat:~0,~then:~{height:~s}
  > repeat:~$n,~then:~{height:~s}|n:~{range:~[1,~9]}
  > repeat:~$n,~then:~{height:~s}|n:~{value:~1001}
  > END
        2 taken
        7 refused

What is repeated is described once, with how often.

  $ terrawright describe erosion.stream_power > text
  $ grep -E "^erosion|step: erosion.step|^  steps:|default: 25$|^  uplift:" text
  erosion.stream_power@1 (composite, revision 3, from terrawright 0.1.0)
    step: erosion.step@1, `steps` times
    uplift: height or scalar or weight or a number as it stands, in mm/yr, optional
    uplift: number in mm/yr, 0 to 1000
    steps: whole number, 1 to 1000
        default: 25
  $ terrawright describe erosion.stream_power --json | jq -c '[.revision, .parts[5]]'
  [3,{"node":"step","stage":"erosion.step@1","repeat":"$steps"}]
  $ terrawright describe erosion.stream_power --markdown | grep -o '(erosion.step.md), `steps` times'
  (erosion.step.md), `steps` times

Plan and graph show the times of a node as one; each of them is a node of its own all the same.

  $ of() { terrawright "$1" "$TERRAWRIGHT_ROOT/stages/erosion/stream_power/stream_power.yaml" --set stages.eroded.with.steps=$2 $3; }
  $ of plan 12 > plan
  $ grep -oE "eroded/step/1..12/incise | more like these|eroded/step/1..12/celerity.receivers|eroded/step/7/" plan | sort -u
   more like these
  eroded/step/1..12/celerity.receivers
  eroded/step/1..12/incise 
  $ [ $(wc -l < plan) -lt 70 ] && [ $(wc -l < plan) = $(of plan 40 | wc -l) ]
  $ for language in "" --mermaid; do
  >   of graph 12 $language > graph; grep -oE "eroded/step/1..12/route|step/2/" graph | sort -u
  >   [ $(wc -l < graph) = $(of graph 40 $language | wc -l) ] || echo longer
  > done
  eroded/step/1..12/route
  eroded/step/1..12/route
  $ of plan 12 --json | jq '[.nodes[] | select(.stage == "erosion.incise@1")] | length'
  12

Erosion is the same in little memory and again from what is kept, and goes by tiles however large the world.

  $ small() { terrawright $1 "$TERRAWRIGHT_ROOT/stages/erosion/stream_power/stream_power.yaml" --set world.size=[1100,700] \
  >   --set stages.eroded.with.steps=2 "${@:2}"; }
  $ hashes() { small build --sha256 --quiet --out e "$@"; }
  $ hashes --threads 1 --tile whole > plenty
  $ cut -d' ' -f3 plenty
  eroded/seabed
  $ least=$(small plan --json --tile 100 --threads 2 | jq '.memory | select(.least < .peak) | .least / 1000000 + 2 | floor')
  $ hashes --threads 2 --tile 100 --memory ${least}MB | diff plenty -
  $ hashes --threads 3 --tile 256 | diff plenty -
  $ hashes --cache cache | diff plenty - && hashes --cache cache | diff plenty -
  $ terrawright plan "$TERRAWRIGHT_ROOT/stages/erosion/stream_power/stream_power.yaml" --set world.size=[70000,70000] --memory 100GB --tile 512 > plan 2> no_room ||
  >   grep -q "needs about .* of disk" no_room
  $ ! grep " whole " plan
