The schema in the project is what the program writes. If not, scripts/docs.sh writes it anew.

  $ cd "$TERRAWRIGHT_ROOT" && schema=schema/terrawright.schema.json at=$CRAMTMP
  $ terrawright schema | diff - $schema
  $ verdicts() { $PYTHON tests/schema/validate.py "$@"; }

Each choice and each stage explains itself in an editor's list, with a text of its own.

  $ explained() { jq -r 'del(.properties.terrawright.enum) | [.. | objects | . as $at | (select(has("enum")) | "an enum: \($at)"),
  >   (.anyOf? // [] | .[] | objects | select(has("const")) |
  >     (if (.title, .description, .markdownDescription) | length > 1 then "choice" else "not explained: \(.)" end),
  >     (.description as $text | select((.const | type == "string") and ($at | has("description"))) |
  >       select($text == null or ($at.description | startswith($text))) | "no text of its own: \(.const)"))] |
  >   (map(select(. != "choice")) | unique[]), ([.[] | select(. == "choice")] | length)' "$@"; }
  $ explained $schema > $at/choices
  $ ! grep -v "^[0-9]*$" $at/choices
  $ [ $(tail -1 $at/choices) -gt 180 ]
  $ jq -c '[[.definitions.stage.anyOf[].title] | length == (unique | length), index("sea.level") != null,
  >   index("water.drainage, a composite") != null]' $schema
  [true,true,true]
  $ jq '.definitions."heights.diamond_square@1".properties.with.properties.edge.anyOf[2].description' $schema
  "From the mean of the two neighbours along the border."

It teaches: documentation, defaults, ranges and choices, of every stage that there is.

  $ jq -c '.definitions."sea.level@1".properties | .in.required, (.with.properties | .percentile.default,
  >   .percentile.minimum, .percentile.maximum, .percentile.description, (.border.anyOf[1] | .const, .title, .description))' $schema
  ["height"]
  "60 %"
  0
  100
  "The share of the cells that is under the sea.\n\npercentage in %, 0 to 100"
  "raise"
  "border: raise"
  "The sea level is raised above it."
  $ stages=$({ find stages packs/atlas/stages -name "*.composite.yaml"
  >   find stages packs/atlas/stages -name "*.cpp" | grep -E "stages/[^/]+/([^/]+/)?[^/]+[.]cpp$" |
  >     grep -E "stages/[^/]+/[^/]+[.]cpp$|/([^/]+)/\1[.]cpp$"; } | wc -l)
  $ jq -c --argjson stages $stages '[(.definitions | length) - $stages, (.definitions.stage.anyOf | length) - $stages,
  >   .then.properties.stages.additionalProperties.properties.use, .definitions.node.properties.use.anyOf[0]]' $schema
  [4,0,{"$ref":"#/definitions/stage"},{"$ref":"#/definitions/stage"}]

A schema made for a world offers its knobs and nodes, each with its text.

  $ terrawright schema configs/island.yaml > $at/island.json
  $ explained $at/island.json | awk '/^[0-9]+$/ { if ($1 <= 250) print; next } !/no text of its own/'
  $ jq -c '.definitions | .knob.anyOf[0].const, .knob.anyOf[0].title, .knob.anyOf[0].description,
  >   (."sea.level@1".properties | (.with.anyOf[1].properties.percentile | .anyOf[0]."$ref", .anyOf[1].maximum, .default,
  >     .description), .in.properties.height.anyOf[0]."$ref"),
  >   ([.named.anyOf[].const] | ["terrain", "sea", "sea.level", "lakes.depth", "rivers.table"] - .)' $at/island.json
  "$sea"
  "knob sea: 60 %"
  "Share of the map under the sea, before islets are removed.\n\n60 %; range 0 % to 100 %"
  "#/definitions/knob"
  100
  "60 %"
  "The share of the cells that is under the sea.\n\npercentage in %, 0 to 100"
  "#/definitions/named"
  []

A world without knobs has none to offer. An unfinished config has knobs; a text that is not YAML has none.

  $ echo '{terrawright: 1, name: t, world: {size: [65, 65], seed: 1}, stages: {}, outputs: []}' > $at/bare.yaml
  $ terrawright schema $at/bare.yaml > $at/bare.json
  $ jq '.definitions.knob' $at/bare.json
  null
  $ diff <(jq '.definitions."sea.level@1"' $at/bare.json) <(jq '.definitions."sea.level@1"' $schema)
  $ echo '{terrawright: 1, knobs: {sea: 60 %}, stages: {a: {use: no.stage@1}}}' > $at/bare.yaml
  $ terrawright schema $at/bare.yaml | jq -c '.definitions.knob.anyOf[0].const'
  "$sea"
  $ cd $at && echo 'knobs: [' > world.yaml && terrawright schema world.yaml > out
  world.yaml:1:8: error: this '[' is never closed
      1 | knobs: [
        |        ^ add the ']'
  [2]
  $ wc -c < out
  0

Configs name the schema, so that editors find it.

  $ cd "$TERRAWRIGHT_ROOT"
  $ configs() { find "$@" -name "*.yaml" ! -name "*.*.yaml" ! -path "*/parts/*" | sort; }
  $ for file in $(configs configs); do
  >   line=$(head -1 $file); target=$(dirname $file)/${line#"# yaml-language-server: \$schema="}
  >   [ "$(realpath $target)" = "$(realpath $schema)" ] || echo $file
  > done

Every config of the project validates against it; those of plugins do with the plugin, and not without.

  $ for file in $(configs configs stages packs/atlas/stages examples); do
  >   grep -q "^world:" $file || [ $(dirname $file) = configs ] && echo $file
  > done | grep -vE "100-plugin/world|550-python/fog|worlds/arena|700-writer/world" > $at/worlds
  $ verdicts $schema $(cat $at/worlds) | cut -d' ' -f1 | sort -u
  taken
  $ [ $(wc -l < $at/worlds) -gt 40 ]
  $ of_plugin() { # library, world
  >   terrawright schema --plugins $1 > $at/plugin.json
  >   verdicts $at/plugin.json $2 | cut -c1-60; verdicts $schema $2 | cut -d: -f1
  > }
  $ compile $at/shapes.so examples/100-plugin/*.cpp && of_plugin $at/shapes.so examples/100-plugin/world.yaml
  taken examples/100-plugin/world.yaml
  refused examples/100-plugin/world.yaml
  $ compile $at/arena.so examples/500-ci/plugin/*.cpp && of_plugin $at/arena.so examples/500-ci/worlds/arena.yaml
  taken examples/500-ci/worlds/arena.yaml
  refused examples/500-ci/worlds/arena.yaml
  $ gcc -std=c11 -fPIC -shared -Ipipeline/sdk examples/700-writer/esri_ascii.c -o $at/writer.so
  $ of_plugin $at/writer.so examples/700-writer/world.yaml
  taken examples/700-writer/world.yaml
  refused examples/700-writer/world.yaml
  $ sed 's/digits: 4/digits: 12/' examples/700-writer/world.yaml > $at/wrong.yaml
  $ verdicts $at/plugin.json $at/wrong.yaml | cut -d' ' -f1
  refused

It refuses every bad config that a schema can refuse; tests/schema/beyond.txt lists the others, with the reason. A schema
made for a world takes and refuses the same.

  $ cases=$(ls tests/errors/*.yaml | grep -v "[.].*[.]yaml")
  $ sed -n 's,^\([^#:]*\): .*,tests/errors/\1.yaml,p' tests/schema/beyond.txt | sort > $at/beyond
  $ uniq -d $at/beyond; comm -23 $at/beyond <(echo "$cases")
  $ verdicts $schema $cases $(configs configs) | sed 's/:.*//' > $at/verdicts
  $ succeeds() { # as errors.t holds, where a case is validated as it stands
  >   if grep -qE "^# (verb|arguments|command): " $1; then terrawright validate $1 > $at/said 2>&1; else grep -qx "exit 0" ${1%yaml}txt; fi
  > }
  $ for file in $cases; do
  >   grep -qxF "$file" $at/beyond || succeeds $file && taken=taken || taken="refused|unreadable"
  >   grep -qE "^($taken) $file$" $at/verdicts || echo "$file: not $taken"
  > done
  $ some=$(printf '%s\n' $cases $(configs configs) | sed -n "1~${TERRAWRIGHT_AT_LENGTH:-5}p")  # of five one
  $ verdicts $at/island.json $some | sed 's/:.*//' | diff <(awk 'NR == FNR { some[$1]; next } $2 in some' <(echo "$some") $at/verdicts) -
