Help names every verb and what to try; a verb's help its options.

  $ ln -s "$TERRAWRIGHT_ROOT/configs" configs
  $ terrawright --help | grep -oE "^  (build|plan|validate|stages|describe|cache) |terrawright build configs/island.yaml" | sort -u | xargs
  build cache describe plan stages validate terrawright build configs/island.yaml
  $ terrawright build --help | grep -oE -- "--(set|seed|out|threads|tile|plugins|sha256|quiet|cache|cache-size)\b" | sort -u | paste -sd ' '
  --cache --cache-size --out --plugins --quiet --seed --set --sha256 --threads --tile
  $ terrawright --version
  terrawright 0.* (glob)

The program alone shows its help, and stays a mistake.

  $ terrawright --help > help
  $ terrawright 2> err | diff - help
  [2]
  $ cat err

Wrong usage is answered like a mistake in a config.

  $ terrawright buidl configs/island.yaml --seed 4
  error: there is no verb 'buidl'
        = did you mean 'build'?
  [2]
  $ terrawright build --sead=4 --threads 0 --tyle 3 > out
  error: build has no option '--sead'
        = did you mean '--seed'?
  error: build has no option '--tyle'
        = did you mean '--tile'?
  error: --threads: '0' is not a whole number from 1 to 1024
        = terrawright build --help shows what it takes
  [2]
  $ cat out
  $ terrawright plan configs/island.yaml --sha256
  error: plan has no option '--sha256'
        = it belongs to: build
  [2]
  $ terrawright --seed 4 build configs/island.yaml
  error: '--seed' stands before the verb
        = options stand behind it: terrawright VERB --seed; it belongs to: build, verify, diff, plan, watch, validate, graph
  [2]
  $ terrawright build
  error: build needs a CONFIG
        = terrawright build configs/island.yaml
  [2]
  $ terrawright plan a.yaml b.yaml
  error: plan takes no further 'b.yaml'
        = terrawright plan --help shows what it takes
  [2]
  $ terrawright validate --format jsno x
  error: --format: 'jsno' is not one of its values; did you mean 'json'? it takes: text, json, github
        = terrawright validate --help shows what it takes
  [2]
  $ terrawright buidl --format github
  ::error::there is no verb 'buidl'%0Adid you mean 'build'?
  [2]
  $ terrawright validate configs/no-such-world.yaml
  error: there is no file 'configs/no-such-world.yaml'
  [2]

A good world is said to be good.

  $ terrawright validate configs/island.yaml 2> err
  configs/island.yaml is a valid world: 71 nodes, 7 files
  $ cat err

The widths that a world is made for are warned of by validate, not by build.

  $ of_cell() { terrawright validate --quiet configs/realistic.yaml --set world.size=[65,65] --set world.cell="$@"; }
  $ of_cell 4km
  $ of_cell 16km 2>&1 | grep -oE "warning: .*|take .*"
  warning: the world is 1040 km wide, and realistic is made for 64 km to 1024 km
  take the world 'continent', or give it fewer or narrower cells
  $ of_cell 100m 2>&1 | grep -oE "warning: .*|take .*"
  warning: the world is 6500 m wide, and realistic is made for 64 km to 1024 km
  take the world 'valley', or give it more or wider cells
  $ for widths in "{from: 1 km}" "{from: 2 km, to: 1 km}"; do of_cell 4km --set "world.widths=$widths" 2>&1 | grep -oE "error: .*|(add|write) .*"; done
  error: 'widths' lacks the key 'to'
  add widths: {from: 64 km, to: 1024 km}
  error: 'to' is 1 km
  write 2000 m to 1000000000 km
  [2]

A stage is listed with its sentence, and described with or without its version.

  $ terrawright stages | grep sea.level@1
  sea.level@1                       The sea level, so that a given share of the cells is water: water is at or below it.
  $ terrawright describe sea.level > level && terrawright describe sea.level@1 | diff - level
  $ terrawright describe sea.levle
  error: there is no stage 'sea.levle'
        = did you mean 'sea.level'?
  [2]
