A search finds what builds of all seeds find. Worlds have sizes of 2^n + 1 alone; nothing is asked of the picture.

  $ config w "size: [129, 129], cell: 1 km, seed: 1" > w.yaml <<'END'
  > knobs:
  >   most: {value: 60 %}
  > stages:
  >   h: {use: heights.diamond_square@1}
  >   n: {use: shape.normalise@1, in: {field: h}}
  >   land: {use: sea.islets@1, in: {height: n, level: 0.5}}
  >   picture: {use: view.grey@1, in: {field: n}}
  > expect:
  >   - {name: some land, that: "share(land.land) in 45 % .. $most"}
  >   - {name: high in the mean, that: "mean(n) >= 0.4"}
  >   - {name: a wish, that: "share(land.land) > 90 %", warn: true}
  > outputs:
  >   - {file: "{name}-{seed}.png", layers: {picture: picture}}
  > END
  $ terrawright build w.yaml --quiet --out brute $(printf ' --seed %s' {1..40}) 2> err
  [4]
  $ for seed in {1..40}; do jq -c "[$seed, (.expectations | .[0].holds and .[1].holds,
  >   .[0].measured.\"share(land.land)\".value)]" brute/w-$seed.manifest.json; done | grep true > good
  $ wc -l < good
  10
  $ search() { terrawright search w.yaml --json --tries 40 "$@" 2> err; }
  $ found() { jq -c '.found[] | [(.seed | tonumber), true, .numbers."share(land.land)".value]'; }
  $ for how in "--coarse 1" "" "--coarse 2 --threads 1" "--threads 3"; do search --want 3 $how | found | diff - <(head -3 good); done
  $ search --want 3 --threads 1 > one; search --want 3 --threads 3 | cmp - one

More than there are: all that there are, and which expectation it was.

  $ search --want 40 > all
  [4]
  $ found < all | sort -n -t [ -k 2 | diff - good; grep -oE "only .* were found among 40|'some land' refused most" err
  only 10 of 40 worlds were found among 40
  'some land' refused most

It finds the best that builds of all seeds find.

  $ seeds() { jq -c '[.found[].seed | tonumber]'; }
  $ sorted() { jq -sc "[sort_by($1)[] | .[0]][:3]" good; }
  $ for how in "--coarse 1" ""; do
  >   search --want 3 $how --best 'share(land.land)' | seeds | diff - <(sorted "-.[2]")
  >   search --want 3 $how --best '-share(land.land)' | seeds | diff - <(sorted ".[2]")
  >   search --want 3 $how --best 'mean(n) - 2 * share(land.land)' | jq -c '[.found[].best.value] | [length, . == (sort | reverse)]'
  > done
  [3,true]
  [3,true]

max and min of a number are the largest and the least of all worlds.

  $ config w "size: [33, 33], seed: 1" > sea.yaml <<'END'
  > stages:
  >   h: {use: heights.noise@1}
  >   n: {use: shape.normalise@1, in: {field: h}}
  >   sea: {use: sea.level@1, in: {height: n}}
  > outputs:
  >   - {file: "{seed}.exr", layers: {h: h}}
  > END
  $ best() { terrawright search sea.yaml --json --tries 12 --coarse 1 --want 12 --best "$1" 2> err; }
  $ best sea.level > plain; best 'max(sea.level)' > most; best 'min(sea.level)' > least
  $ jq -nc '[[inputs.found] | map([.[].seed]) as [$plain, $most, $least] | $most == $plain, ($least | reverse) == $plain,
  >   ($plain | length), .[1][0].best.value > .[1][11].best.value]' plain most least
  [true,true,12,true]

It prints a table, writes one, and builds what it has found.

  $ search() { terrawright search w.yaml --cache cache --want 2 --tries 30 --csv deep/t.csv "$@"; }
  $ search --out o 2> err
  seed  share(land.land)  mean(n)  share(land.land, frame)
  3     46.746 %          0.50205  40.82 %
  7     54.071 %          0.50086  44.141 %
  o/worlds.csv
  o/worlds.png
  $ grep -oE "2 of 2 found|'some land' refused" err
  2 of 2 found
  'some land' refused
  $ head -1 deep/t.csv | cut -c1-16; grep -cE ",found,129 x 129," deep/t.csv
  seed,state,size,
  2
  $ ls -F o | xargs; [ $(wc -c < o/worlds.png) -gt 1000 ]
  3/ 7/ worlds.csv worlds.png
  $ search --json 2> err > one; search --json --tile 32 2> err | cmp - one
  $ search --json --set knobs.most=60%,50% 2> err | jq -c .found[0].set
  ["knobs.most=60%"]
  $ search --format json 2> err | grep -o '"event":"found"'
  "event":"found"
  "event":"found"

It says what is wrong before it makes anything.

  $ refused() { terrawright search w.yaml --tries 3 "$@" 2>&1 | grep -oE "^[^ ].*|did you mean.*"; }
  $ while read -r words; do eval refused $words; echo ${PIPESTATUS[0]}; done <<'END'
  > --best 'share(land.land) > 3'
  > --best 'share(lnd.land)'
  > --best 3
  > --best 'share(land.land) + max(h.x)'
  > --want 0
  > --coarse 0
  > --seeds 1..4
  > --csv .
  > --set knobs.most=much
  > END
  --best:1:18: error: expected the end, found '>'
  2
  --best:1:7: error: there is no node 'lnd'
  did you mean 'land'? nodes are: h, n, land, picture
  2
  --best:1:1: error: this compares nothing of the world
  2
  --best:1:24: error: 'h' makes no output 'x'
  2
  error: --want: '0' is not a whole number from 1 to 10000
  2
  error: --coarse: '0' is not a whole number from 1 to 64
  2
  error: --seeds excludes --tries
  2
  error: the table '.' is a folder
  2
  w.yaml:12:58: error: the knob 'most' is not a number, and cannot be compared
  --set:1:12: note: its value
  2
  $ cp w.yaml all.yaml && sed -i '/^knobs/,/most/d; /^expect/,/wish/d' w.yaml && refused
  w.yaml:7:3: warning: no output needs 'land', so it does not run
  error: nothing is looked for: the config expects nothing, and --best names no number
  [2]
  $ terrawright search w.yaml --tries 3 --coarse 1 --best 'mean(n)' --quiet > said 2> err

One that is stopped tells what was found until then.

  $ for seconds in 1 10 60; do  # a busy machine finds the first one later
  >   timeout --signal=INT $seconds terrawright search all.yaml --coarse 1 --want 9000 --tries 100000 --set world.size=[257,257] \
  >     --threads 1 > said 2> err; [ $? = 130 -o $? = 124 ] || echo "exit code $?"; [ -s said ] && break
  > done
  $ cut -c1-5 said | head -1; grep -o stopped err
  seed 
  stopped
