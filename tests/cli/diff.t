Builds, configs and commits are compared side by side.

  $ world() { # sea, octaves, outputs
  >   config w "size: [130, 97], cell: 1 km, seed: 42" <<END
  > knobs:
  >   sea: {value: $1, doc: The share of the sea}
  > stages:
  >   h: {use: heights.noise@1, with: {kind: gradient, octaves: ${2:-5}}}
  >   steps: {use: shape.steps@1, in: {field: h}, with: {count: 4}}
  >   level: {use: sea.level@1, in: {height: h}, with: {percentile: \$sea}}
  >   land: {use: sea.islets@1, in: {height: h, level: level.level}}
  > outputs:
  > ${3:-$rest}
  > END
  > }
  $ rest='  - {file: "h.exr", layers: {h: h}}
  >   - {file: "rest.exr", layers: {land: land.land, steps: steps}}'
  $ built() { rm -rf "$2"; terrawright build "$1" --quiet --out "$2" "${@:3}" 2> err || cat err; }
  $ differences() { terrawright diff "$@" --format json 2> err | jq -c 'select(.event == "diff")'; }
  $ layer() { jq -c ".layers[] | select(.name == \"$1\")"; }

It says of layers what idiff says: its errors, its largest one, and which cells fail.

  $ world "60 %" 5 > a.yaml; world "60 %" 4 > b.yaml; built a.yaml A; built b.yaml B
  $ for fail in 0.01 0.05 0.2; do
  >   idiff -fail $fail A/h.exr B/h.exr > theirs; [ $? = 2 ] && verdict=differs || verdict=same
  >   differences A B --fail $fail | layer h > ours
  >   $PYTHON -c 'import json, re, sys
  > ours, theirs, verdict, fail = json.load(open("ours")), open("theirs").read(), *sys.argv[1:]
  > number = lambda name: float(re.search(name + r"\s*=\s*([-+.0-9e]+)", theirs)[1])
  > near = lambda key, name: abs(ours[key] / number(name) - 1) < 1e-5
  > print((ours["verdict"] == "differs") == (verdict == "differs"), *([] if "Mean error" not in theirs else [
  >   near("mean", "Mean error"), near("rms", "RMS error"), near("largest", "Max error"),
  >   "({x}, {y}".format(**ours["largest_at"]) in theirs,
  >   int(re.search(r"(\d+) pixels \([^)]*\) over " + fail, theirs)[1]) == ours["over_fail"]]))' $verdict $fail
  > done
  True True True True True True
  True
  True

The exit of idiff is 2 where one fails, ours 4: by --failpercent and --hardfail too.

  $ one='  - {file: h.exr, layers: {h: h}}'
  $ world "60 %" 5 "$one" > one.yaml; world "60 %" 4 "$one" > two.yaml
  $ for words in "-fail 0.01 -failpercent 90" "-fail 0.01 -failpercent 10" "-fail 1 -failpercent 0" \
  >   "-fail 0.01 -failpercent 100 -hardfail 0.015" "-fail 0.01 -failpercent 100 -hardfail 0.5"; do
  >   idiff $words A/h.exr B/h.exr > said; theirs=$?
  >   terrawright diff --quiet one.yaml two.yaml ${words//-/--} > said 2>&1; echo $theirs $?
  > done
  1 0
  1 0
  0 0
  2 4
  1 0

Builds that are read from files are those of their configs.

  $ for kind in 'file: "NAME.exr"' 'file: "NAME.tif"' 'file: "NAME.zarr"' \
  >   'tiles: {side: 50, overlap: 1, file: "NAME_x{x}_y{y}.exr"}' 'tiles: {side: 64, edge: cut, file: "{x}/{y}/NAME.tif"}'; do
  >   outputs=$(for part in "h: h" "l: land.land" "s: steps"; do echo "  - {${kind/NAME/${part:0:1}}, layers: {$part}}"; done)
  >   world "60 %" 5 "$outputs" > a.yaml; world "50 %" 4 "$outputs" > b.yaml; built a.yaml A
  >   differences a.yaml b.yaml > configs; differences A b.yaml > files
  >   cmp <(jq 'del(.a)' configs) <(jq 'del(.a)' files)
  >   jq -c '(.layers | length), (.layers[] | [.name, .changed > 0, (.confusion | length)])' configs | paste -sd ' '
  >   differences A a.yaml | jq -r .verdict
  > done | sort | uniq -c
        5 3 ["h",true,0] ["land.land",true,3] ["steps",true,11]
        5 same

Grey values are rounded; what they are rounded to is no difference to what they were.

  $ grey='  - {file: h.png, range: [-2, 2], layers: {h: h}}
  >   - {file: s.png, layers: {s: steps}}'
  $ world "60 %" 5 "$grey" > a.yaml; world "60 %" 4 "$grey" > b.yaml; built a.yaml A
  $ differences A b.yaml > rounded; differences a.yaml b.yaml > exact
  [4]
  $ jq -n --slurpfile a <(layer h < rounded) --slurpfile b <(layer h < exact) '($a[0].largest - $b[0].largest | fabs) < 4 / 65535'
  true
  $ layer h < rounded | grep -o "h.png"
  h.png
  $ diff <(layer steps < rounded) <(layer steps < exact)

Reports: a text, a page of Markdown, a page that stands alone, and pictures.

  $ world "60 %" > a.yaml; world "50 %" > b.yaml
  $ terrawright diff a.yaml b.yaml --html d.html --markdown d.md --pictures p 2>&1 | grep -vE "^land[.](land_|comp|rem|fil)"
  error: a.yaml and b.yaml differ, first at land.land
  A a.yaml
  B b.yaml
  
  h  same
  land.land  differs: 2371 of 12610 cells changed (18.8 %)
      no -> yes: 2371
  steps  same
  level.level  differs: 0.520431 -> 0.495799 (-0.024632)
  level.land_share  differs: 0.4 -> 0.5 (0.1)
  land.inland_left  differs: 0 -> 603 (603)
  1 number is the same
  cells moved first at land.land
  
  differs
  [4]
  $ grep -vE "^.$|^ *$|^\| land[.](land..share|comp|rem|fil)" d.md
  ### Terrawright: a.yaml \xe2\x86\x92 b.yaml: differs (esc)
  | layer | | cells changed | largest | mean | RMS |
  |---|---|---:|---:|---:|---:|
  | h | same | 0 | | | |
  | land.land | **differs** | 2371 (18.8 %) | | | |
  | steps | same | 0 | | | |
  | number | | A | B |
  |---|---|---:|---:|
  | level.level | **differs** | 0.520431 | 0.495799 |
  | level.land\_share | **differs** | 0.4 | 0.5 |
  | land.inland\_left | **differs** | 0 | 603 |
  Cells moved first at land.land.
  <details><summary>Classes of land.land</summary>
  | A | B | cells |
  |---|---|---:|
  | no | yes | 2371 |
  </details>
  $ ! grep -qE "http|<script" d.html
  $ grep -oE 'src="[^,]*,' d.html
  src="data:image/png;base64,
  $ $PYTHON -c 'import html.parser, base64, re
  > text, opened = open("d.html").read(), []
  > class Parser(html.parser.HTMLParser):
  >   def handle_starttag(self, tag, attributes): opened.extend([tag] if tag not in ("img", "meta") else [])
  >   def handle_endtag(self, tag): assert opened.pop() == tag, tag
  > Parser().feed(text)
  > assert not opened
  > open("of_page.png", "wb").write(base64.b64decode(re.search("base64,([^\"]*)", text)[1], validate=True))'
  $ cmp of_page.png p/land.land.png
  $ oiiotool --info p/land.land.png
  p/land.land.png      :  130 x   97, 3 channel, uint8 png
  $ ls p
  land.land.png

Names that are markup stay names in every report.

  $ world "60 %" > "<b>&|\`_.yaml"
  $ terrawright diff "<b>&|\`_.yaml" "<b>&|\`_.yaml" --quiet --html d.html --markdown d.md > said
  $ grep -c "<b>" d.html; grep -o -m1 "&lt;b&gt;&amp;" d.html | head -1; grep -oF -m1 '&lt;b>&amp;\|\`\_' d.md | head -1
  0
  &lt;b&gt;&amp;
  &lt;b>&amp;\|\`\_

Other sizes, layers and tables are told. For a layer in a coarser file alone only the hash is known.

  $ world "60 %" 5 '  - {file: "h.exr", layers: {h: h, level_of: land.land}}' > b.yaml
  $ differences a.yaml b.yaml | jq -c '.layers[] | [.name, .verdict, .problem]'
  ["h","same",null]
  ["land.land","same",null]
  ["steps","differs","only in A"]
  [4]
  $ built a.yaml A && differences A a.yaml --set world.size=[65,65] | layer h | jq .problem
  "size 130 x 97 -> 65 x 65 cells"
  [4]
  $ world "60 %" 5 '  - {file: h.png, range: [-2, 2], coarsen: 2, layers: {h: h}}' > c.yaml
  $ built c.yaml C && differences C c.yaml --seed 7 | layer h | jq .problem
  "other cells, and no file of A that can be read holds them"
  [4]

Cells of several chunks are read back from .zarr; what is not whole is refused by its file.

  $ zarr='  - {file: a.zarr, layers: {h: h, land: land.land, steps: steps}}' size="--set world.size=[700,530]"
  $ world "60 %" 2 "$zarr" > a.yaml; world "50 %" 3 "$zarr" > b.yaml; built a.yaml A $size
  $ cmp <(differences A b.yaml $size | jq .layers) <(differences a.yaml b.yaml $size | jq .layers)
  $ truncate -s 100 A/a.zarr/h/1/1 && terrawright diff A b.yaml $size
  error: A/a.zarr/h/1/1 is changed
        = build the world again, or restore the file that its manifest lists
  [4]
  $ echo "{}" > A/a.zarr/h/.zarray && terrawright diff A b.yaml $size 2>&1 | grep -o "[.]zarray is changed"
  .zarray is changed
  [4]

Rows are read back from .geojson files.

  $ config=$TERRAWRIGHT_ROOT/examples/500-ci/worlds/overland.yaml
  $ built "$config" A && built "$config" B --set 'knobs.peak=2300 m'
  $ differences A "$config" --set 'knobs.peak=2300 m' | jq .tables > made; differences A B | jq .tables | cmp - made
  [4]
  $ jq -c '.[] | [.name, .key, .changed > 10]' made
  ["lines","reach",true]
  $ differences A "$config" | jq -r .tables[0].verdict
  same

What is no build or config is refused.

  $ world "60 %" > a.yaml; built a.yaml A
  $ refused() { terrawright diff "$@" 2>&1 | grep error; }
  $ refused a.yaml
  error: diff needs two builds, configs or REF:CONFIG
  [2]
  $ refused a.yaml none
  error: there is no 'none'
  [2]
  $ mkdir empty && refused a.yaml empty
  error: there is no build in 'empty': it has no .manifest.json
  [2]
  $ echo "{}" > A/z.manifest.json; refused A a.yaml
  error: there are 2 builds in 'A'
  [2]
  $ refused A/z.manifest.json a.yaml
  error: A/z.manifest.json is unreadable: it is not a manifest of a build, or damaged
  [4]
  $ echo '{"files": []}' > A/z.manifest.json; refused A/z.manifest.json a.yaml
  error: A/z.manifest.json is damaged, or no manifest of a build
  [2]
  $ for x in "--fail -1" "--fail nan" "--failpercent inf"; do refused A/w-42.manifest.json a.yaml $x; done
  error: --fail: '-1' is not a number from 0 on
  error: --fail: 'nan' is not a number from 0 on
  error: --failpercent: 'inf' is not a number from 0 on
  [2]
  $ echo nothing > A/h.exr; refused A/w-42.manifest.json a.yaml --seed 3
  error: A/h.exr is cut: 8 bytes, listed with 52813
  [4]
