Every seed of a call is built, in order, and as by itself.

  $ world() {
  >   config t "size: [65, 65], seed: 1" > $1 <<END
  > stages:
  >   terrain: {use: heights.diamond_square@1}
  > outputs:
  >   - {file: "$2", layers: {height: terrain}}
  > END
  > }
  $ world each.yaml "{name}-{seed}.tif" && world one.yaml "{name}.tif"
  $ terrawright build each.yaml --out all --seed 9 --seed "a word" --seed word 2> err > out
  $ ls all | paste -sd ' '
  t-9.manifest.json t-9.tif t-9079818593847186412.manifest.json t-9079818593847186412.tif t-word.manifest.json t-word.tif
  $ grep -oE "t-[a-z0-9]*[.]tif" out | uniq
  t-9.tif
  t-9079818593847186412.tif
  t-word.tif
  $ for seed in 9 "a word" word; do terrawright build each.yaml --out each --quiet --seed "$seed"; done
  $ diff -r all each

Several seeds are refused before anything runs.

  $ for verb in build validate plan graph; do
  >   terrawright $verb one.yaml --out out1 --seed 1 --seed 2 2>&1; echo $?
  >   terrawright $verb each.yaml --out out1 --seed 1 --seed '' --seed 1.7 2>&1; echo $?
  > done | sort | uniq -c
        4       = a seed is a whole number or a text, as --seed 42
        4       |            ^~~~~~~~~~~~ write '{name}-{seed}.tif'
        4     7 |   - {file: "{name}.tif", layers: {height: terrain}}
        8 2
        4 error: --seed is empty
        4 one.yaml:7:12: error: every seed would write '{name}.tif', each in place of the one before
  $ ! test -e out1
  $ terrawright build each.yaml --out out1 --seed 1 2 2> err
  out1/t-1.tif  17.8 kB
  out1/t-1.manifest.json  1.8 kB
  [2]

A seed from the command line and a file of no seed: a warning; a config by itself: none.

  $ for words in "--seed 2" "--set world.seed=2"; do terrawright build one.yaml --out o --quiet $words; done 2>&1 | sort | uniq -c
        2       |            ^~~~~~~~~~~~ write '{name}-{seed}.tif'
        2     7 |   - {file: "{name}.tif", layers: {height: terrain}}
        2 one.yaml:7:12: warning: '{name}.tif' has no {seed} in it: this world replaces that of another seed
  $ terrawright build one.yaml --out o --quiet
  warning: o/t-2.manifest.json was removed: this build replaces a file that it lists
        = write {seed} or {name} into the name of every file, or choose another folder with --out
  $ terrawright build one.yaml --out o --quiet

A seed that fails ends the call, and the others are named.

  $ mkdir -p failed/t-2.tif
  $ terrawright build each.yaml --out failed --seed 1 --seed 2 --seed 3 --seed 4 > out 2> err
  [1]
  $ grep -o "not begun: .*" err
  not begun: seed 3, 4
  $ ls failed | paste -sd ' '
  t-1.manifest.json t-1.tif t-2.tif

A warning of one of several seeds names it.

  $ (cat each.yaml; echo 'expect: [{name: never, that: "max(terrain) > 2", warn: true}]') > never.yaml
  $ terrawright build never.yaml --quiet --out w --seed 1 --seed 2 2>&1 | grep warning
  never.yaml:8:30: warning: the expectation 'never' is not met: max(terrain) is 1.0328243970870972; expected max(terrain) > 2 (seed 1)
  never.yaml:8:30: warning: the expectation 'never' is not met: max(terrain) is 1.135725736618042; expected max(terrain) > 2 (seed 2)
  $ terrawright build never.yaml --quiet --out w --seed 1 --seed 2 --format json | jq -c 'select(.severity) | .seed'
  "1"
  "2"
  $ terrawright build never.yaml --quiet --out w --seed 1 2>&1 | grep warning
  never.yaml:8:30: warning: the expectation 'never' is not met: max(terrain) is 1.0328243970870972; expected max(terrain) > 2
