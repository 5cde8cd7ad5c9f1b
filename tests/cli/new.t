A new world is a file that builds, and says what to do next.

  $ terrawright new world coast
  coast.yaml
  Try:  terrawright build coast.yaml
  $ head -1 coast.yaml | sed "s,$TERRAWRIGHT_ROOT,ROOT,"
  # yaml-language-server: $schema=file://ROOT/schema/terrawright.schema.json
  $ grep -E "NAME|^name:" coast.yaml
  name: coast
  $ [ $(grep -o "#" coast.yaml | wc -l) -ge 12 ]

The commands at its top work, too.

  $ sed -n 's/^#   terrawright \(.*\)/\1/p' coast.yaml | sed 's/    .*//' > commands
  $ cat commands
  build coast.yaml
  build coast.yaml --seed 7 --set knobs.sea=45%
  stages erosion
  describe sea.level
  $ while read -r command; do eval terrawright $command > said 2>&1 || cat said; done < commands
  $ ls out/coast/coast-42.png out/coast/coast-42.exr out/coast/coast-7.png | paste -sd ' '
  out/coast/coast-42.exr out/coast/coast-42.png out/coast/coast-7.png
  $ terrawright validate --strict --quiet coast.yaml
  $ schema="$TERRAWRIGHT_ROOT/schema/terrawright.schema.json"
  $ $PYTHON "$TERRAWRIGHT_ROOT/tests/schema/validate.py" "$schema" coast.yaml
  taken coast.yaml

Nothing is overwritten, and nothing half made is left.

  $ mkdir own && cd own && echo mine > coast.yaml && terrawright new world coast
  error: 'coast.yaml' is there already, and is not overwritten
        = choose another name, or move it away first
  [2]
  $ terrawright new world coast --like hand_drawn 2> err
  [2]
  $ ls | xargs && echo "mine too" > hand_drawn.png && ln -s nowhere.yaml link.yaml && terrawright new world other --like hand_drawn 2> err
  coast.yaml err
  [2]
  $ terrawright new world link 2> err # which points nowhere
  [2]
  $ ls | xargs && cat coast.yaml hand_drawn.png
  coast.yaml err hand_drawn.png link.yaml
  mine
  mine too

The same image twice is one.

  $ rm hand_drawn.png && terrawright new world one --like hand_drawn && terrawright new world two --like hand_drawn
  hand_drawn.png
  one.yaml
  Try:  terrawright build one.yaml
  hand_drawn.png
  two.yaml
  Try:  terrawright build two.yaml

A new world can be like every world that there is, the same in all but the name.

  $ cd "$CRAMTMP" && mkdir like && cd like
  $ models=$(cd "$TERRAWRIGHT_ROOT/configs" && ls *.yaml | grep -v "[.].*[.]yaml" | cut -d. -f1)
  $ [ $(echo "$models" | wc -l) -ge 15 ]
  $ terrawright new --help > help
  $ terrawright new world x --like zzzzzz 2> unknown
  [2]
  $ for model in $models; do
  >   grep -q $model help && grep -q $model unknown || echo "$model is not named"
  >   terrawright new world my-$model --like $model > said 2>&1 || cat said
  >   grep -E "configs/|^include:" my-$model.yaml
  >   grep -qx "name: my-$model" my-$model.yaml && grep -qx "extends: $model" my-$model.yaml || echo "$model is not extended"
  >   terrawright validate --resolve my-$model.yaml | grep -v "^name:" > ours
  >   terrawright validate --resolve "$TERRAWRIGHT_ROOT/configs/$model.yaml" | grep -v "^name:" | diff ours -
  >   [ $(wc -c < ours) -gt 300 ] || echo "$model is short"
  >   terrawright validate --strict --quiet my-$model.yaml || echo "$model is not valid"
  > done
  $ ! $PYTHON "$TERRAWRIGHT_ROOT/tests/schema/validate.py" "$schema" my-*.yaml | grep -v "^taken "

A world like another has its pixels; the files are called otherwise.

  $ small() { terrawright build "$1" --quiet --sha256 --set world.size=[65,65] --out "$2" | cut -d' ' -f2; }
  $ for model in realistic hand_drawn volcano; do
  >   rm -f mine.yaml; terrawright new world mine --like $model > said || cat said
  >   small mine.yaml a > ours; small "$TERRAWRIGHT_ROOT/configs/$model.yaml" b | diff ours -
  >   [ $(wc -l < ours) -gt 1 ] || echo "no hashes"
  > done 2>/dev/null

A moved installation, also in a folder with spaces, gives its own schema. Another's rules read its address.

  $ cd "$CRAMTMP" && there="$PWD/a place (mine), 50%" && mkdir -p "$there/bin" "$there/share/terrawright" "away from it"
  $ cp "$(command -v terrawright)" "$there/bin" && cp -r "$TERRAWRIGHT_ROOT"/{configs,schema} "$there/share/terrawright"
  $ cd "away from it" && "$there/bin/terrawright" new world coast --like realistic
  coast.yaml
  Try:  terrawright build coast.yaml
  $ address=$(head -1 coast.yaml | sed 's/^# yaml-language-server: $schema=//') && echo "$address"
  file:///*/a%20place%20%28mine%29%2C%2050%25/share/terrawright/schema/terrawright.schema.json (glob)
  $ $PYTHON -c 'import sys, urllib.request as r; sys.stdout.buffer.write(r.urlopen(sys.argv[1]).read())' "$address" | cmp - "$schema"

A program that lies alone begins a world all the same.

  $ mkdir ../bin && cp "$there/bin/terrawright" ../bin && mkdir ../alone && cd ../alone
  $ ../bin/terrawright new world coast
  warning: the schema for editors is not where the program lies
        = write one beside the world: terrawright schema > terrawright.schema.json
  coast.yaml
  Try:  terrawright build coast.yaml
  $ head -1 coast.yaml
  # yaml-language-server: $schema=terrawright.schema.json
  $ ../bin/terrawright new world other --like realistic
  error: there is no world 'realistic' to begin with
        = the configs that come with the program are not where it lies; leave --like out
  [2]
  $ ! test -e other.yaml

What cannot be written is said. It speaks JSON.

  $ (cd /proc && terrawright new world coast)
  error: cannot write 'coast.yaml': * (glob)
        = is there room, and may you write into this folder?
  [1]
  $ terrawright new world drawn --like hand_drawn --format json 2>&1
  {"event":"new","config":"drawn.yaml","files":["hand_drawn.png","drawn.yaml"]}
  $ cd ../like && rm hand_drawn.png && terrawright new world drawn --like hand_drawn --format json
  {"event":"new","config":"drawn.yaml","files":["hand_drawn.png","drawn.yaml"]}
