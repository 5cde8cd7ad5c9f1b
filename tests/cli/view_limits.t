A view is as fine as its budget allows, and never stops a build. The page itself has its bytes always.

  $ world() { # size; outputs come in
  >   config odd "size: $1, cell: 250 m, seed: 42" > w.yaml <<END
  > stages:
  >   rough: {use: heights.midpoint_displacement@1}
  >   noise: {use: heights.diamond_square@1, with: {reduction: 1}}
  >   other: {use: heights.diamond_square@1, with: {reduction: 1}}
  >   more: {use: heights.diamond_square@1, with: {reduction: 1}}
  >   height: {use: shape.formula@1, in: {a: more}, with: {unit: m, formula: "1000 * a"}}
  >   metres: {use: shape.formula@1, in: {a: rough}, with: {unit: m, formula: "let all = 1500 * a - 700; height = all; mask = all > 0"}}
  > outputs:
  > END
  >   cat >> w.yaml
  > }
  $ build() { terrawright build w.yaml --quiet --out out 2> err || cat err; }
  $ scene() { sed -n 's,.*id="scene">\(.*\),\1,p' $1 | sed 's,</script>.*,,' | jq -c "$2"; }
  $ world "[1, 1]" <<< "  - {file: p.html, scene: {height: metres.height}}" && build && page=$(wc -c < out/p.html)
  $ for kilobytes in 6000 3300 2900 2500 2200 1900 1600 1300 1000; do
  >   most=$((page + kilobytes * 1000))
  >   world "[800, 600]" <<< "  - {file: v.html, scene: {height: height.height, drape: [noise, other, metres.mask],
  >     budget: $((most / 1000000)).$(printf %06d $((most % 1000000))) MB}}"
  >   build && scene out/v.html "[.grid.every, .layers[1].blocks[0].step, .layers[0].blocks[0].step, $(wc -c < out/v.html) <= $most]"
  > done > rungs

From the finest down each rung has less of something, until there are too few cells to leave out.

  $ jq -sc '[.[0][0, 2], (.[1:] | all(.[3])), ([range(1; length) as $i | .[$i - 1:$i + 1] | .[1][0] > .[0][0] or
  >   (.[1][0] == .[0][0] and .[1][1] >= .[0][1] and .[1][2] >= .[0][2])] | all),
  >   (.[1:] | map(.[:2]) | unique | length >= 4), .[-1][0] >= 2]' rungs
  [1,0.1,true,true,true,true]

Names that would end a script or a title do not.

  $ config odd 'size: [9, 9], seed: "</title><script>alert(1)</script>&"' > names.yaml <<'END'
  > stages:
  >   h: {use: heights.midpoint_displacement@1}
  > outputs:
  >   - {file: v.html, scene: {height: h, drape: {"<!-- <script> </script>": h}}}
  > END
  $ terrawright build names.yaml --quiet --out out 2> err || cat err; grep -o "<title>.*</title>" out/v.html
  <title>odd \xc2\xb7 seed &lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;</title> (esc)
  $ scene out/v.html '.layers[0].title, .seed'
  "<!-- <script> </script>"
  "</title><script>alert(1)</script>&"
  $ ! grep -o 'id="scene">.*' out/v.html | sed 's/^id="scene">//; s,</script>.*,,' | grep -q "<"

The plan says how large a view may be, what it shows and what reads it.

  $ world "[16385, 9000]" <<< "  - {file: v.html, scene: {height: metres.height, drape: rough}}"
  $ terrawright plan w.yaml > plan 2> err; grep -A1 "/v.html$" plan; grep "rough: height, from rough" plan
    out/odd/v.html
        a view of 4097 x 2250 cells, one of 4 x 4, at most 40.0 MB
        rough: height, from rough
  $ terrawright plan w.yaml --json > plan.json 2> err; jq -c .outputs[0].scene plan.json
  {"width":4097,"height":2250,"every":4,"budget":40000000}
  $ world "[16385, 9000]" <<< "  - {file: v.exr, layers: {h: metres.height, r: rough}}"
  $ terrawright plan w.yaml --json 2> err | jq --slurpfile p plan.json '$p[0].memory.peak > .memory.peak + 40e6'
  true
