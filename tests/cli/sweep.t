A sweep makes the worlds that builds make.

  $ config w "size: [33, 33], seed: 1" > w.yaml <<'END'
  > knobs:
  >   octaves: {value: 3}
  > stages:
  >   h: {use: heights.noise@1, with: {octaves: $octaves}}
  >   n: {use: shape.normalise@1, in: {field: h}}
  >   sea: {use: sea.level@1, in: {height: n}, with: {percentile: 60 %}}
  >   picture: {use: view.grey@1, in: {field: n}}
  > expect: [{name: much, that: "sea.level >= 0.2"}]
  > outputs:
  >   - {file: "{name}-{seed}.exr", layers: {h: h}}
  >   - {file: "{name}-{seed}.png", layers: {picture: picture}}
  > END
  $ sweep() { terrawright sweep w.yaml --cache cache "$@" > said 2> err; }
  $ sweep --seeds 1..5 --set knobs.octaves=2,3 --out s
  $ head -3 s/worlds.csv; cut -d, -f1-4 s/worlds.csv | sed 1,3d | xargs
  seed,knobs.octaves,folder,state,sea.level,sea.land_share,expect much\r (esc)
  1,2,1_octaves-2,built,0.5926942825317383,0.39944903581267216,true\r (esc)
  1,3,1_octaves-3,built,0.5926942825317383,0.39944903581267216,true\r (esc)
  2,2,2_octaves-2,built 2,3,2_octaves-3,built 3,2,3_octaves-2,built 3,3,3_octaves-3,built 4,2,4_octaves-2,built 4,3,4_octaves-3,built 5,2,5_octaves-2,built 5,3,5_octaves-3,built
  $ for seed in 1 5; do for octaves in 2 3; do
  >   terrawright build w.yaml --quiet --seed $seed --set knobs.octaves=$octaves --out alone$seed$octaves 2> err
  >   for file in alone$seed$octaves/*.{exr,png,manifest.json}; do cmp $file s/${seed}_octaves-$octaves/$(basename $file); done
  > done; done
  $ [ $(wc -c < s/worlds.png) -gt 1000 ]

Again nothing has changed, and the table is the same.

  $ cp s/worlds.csv s/worlds.png . && sweep --seeds 1..5 --set knobs.octaves=2,3 --out s --threads 1
  $ cmp worlds.csv s/worlds.csv && cmp worlds.png s/worlds.png

A world that fails is listed at the end, and stops no other. Here a folder stands in the picture's place.

  $ mkdir -p f/3/w-3.png/x && sweep --seeds 1..4 --out f
  [1]
  $ grep -oE "failed: .*|w-3.png" err | sort -u
  failed: 3
  w-3.png
  $ ls -d f/*/*.png/x f/*/*.png && cut -d, -f1-3 f/worlds.csv | xargs
  f/1/w-1.png
  f/2/w-2.png
  f/3/w-3.png
  f/3/w-3.png/x
  f/4/w-4.png
  seed,folder,state 1,1,built 2,2,built 3,3,failed 4,4,built

Shares of a sweep make all of it together.

  $ for share in 1/2 2/2; do sweep --quiet --seeds 1..5 --shard $share --out p || cat err; done
  $ ls p/*/*.manifest.json | xargs; cat p/worlds-1-of-2.csv | wc -l; cat p/worlds-2-of-2.csv | wc -l
  p/1/w-1.manifest.json p/2/w-2.manifest.json p/3/w-3.manifest.json p/4/w-4.manifest.json p/5/w-5.manifest.json
  4
  3
  $ for wrong in 0/2 3/2 1 a/b 1/ /2 1/2x; do sweep --shard $wrong; echo $?; done | sort | uniq -c
        7 2

A sweep that is killed goes on where it was; a file with its final name is what its manifest says.

  $ many="--seeds 1..24 --set world.size=[257,257]" && mkdir k
  $ for seconds in 0.15 0.4 0.8; do
  >   timeout --signal=KILL $seconds terrawright sweep w.yaml --cache killed $many --out k > said
  >   for manifest in $(find k -name "*.manifest.json"); do
  >     jq -r '.files[] | "\(.path) \(.bytes)"' $manifest | while read -r file bytes; do
  >       [ $(stat -c %s $(dirname $manifest)/$file) = $bytes ] || echo $file
  >     done
  >   done
  > done 2> err
  $ terrawright sweep w.yaml --cache killed $many --out k > said 2> err; wc -l < k/worlds.csv
  25
  $ terrawright sweep w.yaml --cache off $many --quiet --out t 2> err
  $ diff -r k t

All mistakes are told before anything is made.

  $ sweep --seeds 1..3 --set knobs.octaves=2,many --set stages.q.use=3 --out m
  [2]
  $ grep error err; test -e m
  --set:1:8: error: 'stages' has no 'q'
  --set:1:15: error: 'octaves': 'many' is not a number
  [1]
  $ sweep --seeds 3..1
  [2]

Worlds in folders of their own are not warned of as replaced; in one folder they are.

  $ echo '{terrawright: 1, name: w, world: {size: [33, 33], cell: 1 km, seed: 1}, stages: {h: {use: heights.noise@1}},
  > expect: [{name: any, that: "max(h) >= 0"}], outputs: [{file: "{name}.exr", layers: {h: h}}]}' > r.yaml
  $ terrawright build r.yaml --seed 3 --lock --quiet --out b 2>&1 | grep warning
  r.yaml:2:62: warning: '{name}.exr' has no {seed} in it: this world replaces that of another seed
  $ terrawright sweep r.yaml --seeds 1..3 --out rs --strict --quiet
  $ terrawright search r.yaml --seeds 2..4 --coarse 1 --out rf --strict --quiet > said
  $ terrawright verify r.yaml --strict --quiet
  $ terrawright diff r.yaml r.yaml --seed 7 --strict --quiet
  $ terrawright build r.yaml --seed 3 --strict --out b 2>&1 | grep error
  r.yaml:2:62: error: '{name}.exr' has no {seed} in it: this world replaces that of another seed
  [2]

One value in two spellings, and two sources of the seed, are refused.

  $ sweep --set "stages.sea.with.percentile=50%,50 %" --out m
  [2]
  $ grep error err
  error: --set 'stages.sea.with.percentile=50%,50 %' has a value twice
  $ sweep --seeds 1,2 --set world.seed=3,4 --out m
  [2]
  $ grep error err; test -e m
  --set:1:12: error: the seed is given twice: here and with --seed
  [1]
