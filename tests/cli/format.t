Problems for machines: --format json gives each with its place.

  $ ln -s "$TERRAWRIGHT_ROOT/configs" configs
  $ config bad "size: [65, 65], cell: 1 km, seed: 1" > bad.yaml <<'END'
  > stages:
  >   a: {use: heights.diamond_square@1, with: {stencill: cubic}}
  > outputs: [{file: "a.exr", layers: {h: a, g: b}}]
  > END
  $ terrawright validate --format json bad.yaml 2> err > out
  [2]
  $ cat err
  $ jq -c '[.event, .severity, .file, .line, .column, .length, .message, .hint]' out
  ["problem","error","bad.yaml",5,45,8,"heights.diamond_square@1 has no parameter 'stencill'","did you mean 'stencil'?"]
  ["problem","error","bad.yaml",6,45,1,"there is no node 'b'","nodes are: a"]

Problems without a place are problems as well.

  $ terrawright stages --format json --plugins none | jq -c '[.event, has("line")]'
  ["problem",false]
  [3]

Standard output is lines of JSON, whatever the verb, and standard error is empty.

  $ kinds() { terrawright "$@" --format json 2> err | jq -r .event | sort | uniq -c; echo ${PIPESTATUS[0]}; cat err; }
  $ while read -r words; do kinds $words | tr -s ' ' | paste -sd ' ' | sed 's/[0-9][0-9]* stage  /stages /'; done <<'END'
  > plan configs/island.yaml
  > plan configs/island.yaml --json
  > validate configs/island.yaml
  > graph configs/island.yaml
  > schema
  > describe sea.level
  > describe sea.level --json
  > describe sea.level --markdown
  > stages
  > stages glacier
  > build --help
  > 
  > buidl
  > build --sead 4
  > END
   1 plan 0
   1 plan 0
   1 valid 0
   1 graph 0
   1 schema 0
   1 stage 0
   1 stage 0
   1 text 0
   stages 16 writer 0
   1 note  3 stage 0
   1 text 0
   1 problem 2
   1 problem 2
   1 problem 2
  $ kinds build configs/island.yaml --set world.size=[65,65] --sha256 --out a
        1 done
        4 expectation
       14 file
        7 file_ended
       71 node
       12 sha256
  0
  $ cat > t.yaml <<'END'
  > {terrawright: 1, name: t, world: {size: [17, 17], seed: 42}, outputs: [{print: true, layers: {m: map}}],
  > stages: {h: {use: heights.noise@1}, map: {use: view.ascii@1, in: {field: h}}}}
  > END
  $ kinds build --quiet --out b t.yaml
        1 text
  0

Option --format github gives annotations.

  $ terrawright validate --format github bad.yaml
  ::error file=bad.yaml,line=5,col=45::heights.diamond_square@1 has no parameter 'stencill'%0Adid you mean 'stencil'?
  ::error file=bad.yaml,line=6,col=45::there is no node 'b'%0Anodes are: a
  [2]
  $ terrawright validate --format xml bad.yaml
  error: --format: 'xml' is not one of its values; it takes: text, json, github
        = terrawright validate --help shows what it takes
  [2]

Names and texts from outside begin no line of their own.

  $ odd=$'x\n::error::y\x1b[31m.yaml'
  $ echo '{terrawright: 1, name: t, world: {size: [17, 17], seed: 1}}' > "$odd"
  $ for format in text json github; do terrawright validate --format $format "$odd" 2>&1 | grep -E $'^::error::y|\x1b'; done
  [1]
  $ echo '{terrawright: 1, name: t, world: {size: [17, 17], seed: 1}, stages: {h: {use: heights.noise@1}},
  > outputs: [{file: a.exr, layers: {h: h}}]}' > "$odd"
  $ terrawright validate "$odd"
  x\xef\xbf\xbd::error::y\xef\xbf\xbd[31m.yaml is a valid world: 1 node, 1 file (esc)
  $ terrawright plan --seed $'\n::error::y' "$odd" > planned
  x\xef\xbf\xbd::error::y\xef\xbf\xbd[31m.yaml:2:18: warning: 'a.exr' has no {seed} in it: this world replaces that of another seed (esc)
      2 | outputs: [{file: a.exr, layers: {h: h}}]}
        |                  ^~~~~ write 'a-{seed}.exr'
  $ ! grep -q "^::error::y" planned

What a library says of a broken picture is in the problem, and nowhere else.

  $ (head -c20 "$TERRAWRIGHT_ROOT/stages/source/image/drawn.png"; printf '\1'
  >   tail -c+22 "$TERRAWRIGHT_ROOT/stages/source/image/drawn.png") > bad.png
  $ printf 'II*\0\x08\0\0\0\x01\0\0\xFF\x03\0' > bad.tif
  $ printf '\x76\x2F\x31\x01\x02\0\0\0junk' > bad.exr
  $ for file in bad.png bad.tif bad.exr; do
  >   echo "{terrawright: 1, name: t, world: {size: [17, 17], seed: 1}, outputs: [{file: a.exr, layers: {h: h}}],
  >     stages: {h: {use: source.image@1, with: {file: $file}}}}" > world.yaml
  >   terrawright validate --format json world.yaml | jq -r '[.event, .message] | join(": ") + "|"'; echo ${PIPESTATUS[0]}
  > done
  problem: cannot read 'bad.png': it is not an image that can be read: IHDR: CRC error|
  2
  problem: cannot read 'bad.tif': it is not an image that can be read: *bad.tif: Can not read TIFF directory| (glob)
  2
  problem: cannot read 'bad.exr': it is not an image that can be read: File is not an OpenEXR file or has a bad header value|
  2

What the command line says is annotated at no file.

  $ terrawright validate --format github configs/island.yaml --set knobs.see=1 2>&1 | head -1
  ::error::--set: 'knobs' has no 'see'%0Adid you mean 'sea'? it has: sea, slopes, peak, lakes, wind, wet, warmer, rivers
  [2]
