The YAML of docs/config.md is of worlds that are taken, and what is whole builds.

  $ docs=$TERRAWRIGHT_ROOT/docs snippets=$TERRAWRIGHT_ROOT/tests/docs/snippets.py
  $ build() { terrawright build "$@" --quiet --set world.size=[65,65]; }
  $ python $snippets $docs/config.md . > cut; cut -d' ' -f1 cut | sort | uniq -c | awk '{ print $2, ($1 >= ($2 == "whole" ? 1 : 8)) }'
  part 1
  whole 1
  $ while read -r kind name; do
  >   terrawright validate --quiet $name 2>&1 | grep "has no unit"; build $name --out out > said 2>&1 || cat $name said
  > done < cut

Its commands do what they say.

  $ mkdir commands && cd commands && cp ../*.yaml . && mv 1.yaml shore.yaml
  $ sed -n 's/^    \(terrawright build .*\)/\1/p' $docs/config.md > list; wc -l < list
  5
  $ while read -r command; do eval "$command --quiet --strict" || echo "$command"; done < list
  $ ls out/shore/look.png out/shore/shore-7.png; cd ..
  out/shore/look.png
  out/shore/shore-7.png

The worlds of docs/questions.md build.

  $ python $snippets $docs/questions.md .
  whole 1.yaml
  $ config dem "size: [65, 65], cell: 30 m, seed: 1" > dem.yaml <<'END'
  > stages:
  >   terrain: {use: heights.noise@1, with: {wavelength: 1 km}}
  >   metres: {use: shape.metres@1, in: {height: terrain, level: 0.5}}
  > outputs: [{file: dem.tif, layers: {height: metres}}]
  > END
  $ build dem.yaml --out . && build 1.yaml --out out && ls out/upstream.tif
  out/upstream.tif

docs/config.md has every key that a config can have. Those inside an output may be in docs/outputs.md.

  $ cat > keys.jq <<'END'
  > def keys_of: [.. | objects | .properties? | objects | keys[]];
  > (.allOf[0].else.properties + {outputs: .definitions.outputs, expect: .definitions.expect}) as $whole |
  > (.definitions.outputs.items | until(has("else") | not; .else) | .properties | keys) as $usual |
  > {page: ((.properties | keys) + ($whole | keys) + ($whole | del(.stages, .outputs) | keys_of) + (.definitions.node.properties | keys) + $usual),
  >  outputs: ($whole.outputs | keys_of)} | map_values(unique)
  > END
  $ terrawright schema | jq -c -f keys.jq > keys.json && jq -c 'map_values(length > 20)' keys.json
  {"page":true,"outputs":true}
  $ for key in $(jq -r '.page[]' keys.json); do grep -qF "\`$key\`" $docs/config.md || echo "no $key"; done
  $ for key in $(jq -r '.outputs[]' keys.json); do grep -qE "\`$key\`|$key: " $docs/{config,outputs}.md || echo "no $key"; done
