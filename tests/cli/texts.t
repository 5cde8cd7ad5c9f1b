A text is printed, written, or both, and the manifest knows it.

  $ world() {
  >   echo "terrawright: 1
  > name: t
  > world: {size: [17, 17], seed: 42}
  > stages: {height: {use: heights.diamond_square@1}, map: {use: view.ascii@1, in: {field: height}}}
  > outputs:
  >   - $1" > t.yaml
  > }
  $ world "{print: true, layers: {m: map}}" && terrawright build t.yaml --out o --quiet > text
  $ head -1 text; wc -c < text
  ""~"~~"~~~~"""xxx
  306
  $ world '{file: "{name}.txt", print: true, layers: {m: map}}' && terrawright build t.yaml --out o 2> err | head -17 | cmp - text
  $ cmp o/t.txt text
  $ jq -c '[(.texts.map.xxh3_128 | length), .config.outputs[0].print]' o/t-42.manifest.json
  [32,true]
  $ world '{file: "{name}.txt", layers: {m: map}}' && terrawright build t.yaml --out o --quiet --sha256 > sums
  $ echo "sha256 $(sha256sum < text | cut -d' ' -f1) map" | diff - sums

What is no text is not printed, and a text is no layer.

  $ while read -r output; do world "$output"; terrawright validate t.yaml 2>&1 | grep error; done <<'END'
  > {print: true, layers: {h: height}}
  > {print: true, coarsen: 4, layers: {m: map}}
  > {file: a.png, layers: {m: map}}
  > {file: a.png, print: true, layers: {h: height}, range: [0, 1]}
  > {file: a.png, layers: {h: height}, range: [0, 1], legend: height}
  > END
  t.yaml:6:31: error: the layer 'h' is a height, not a text
  t.yaml:6:5: error: `coarsen` makes coarser layers, and this is none
  t.yaml:6:31: error: 'm' is a text, which no writer of .png files takes
  t.yaml:6:12: error: only a text or a table can be printed, and this file holds layers
  t.yaml:6:63: error: 'legend' of a .png file needs a class, but 'legend' is a height
  [2]

A picture of classes has its legend beside it: margins of 6, cells of 11, and words.

  $ config t "size: [17, 17], seed: 42" > legend.yaml <<'END'
  > stages:
  >   height: {use: heights.diamond_square@1}
  >   steps: {use: shape.steps@1, in: {field: height}}
  > outputs: [{file: a.png, layers: {s: steps.steps}, legend: {layer: steps.steps, beside: true}}]
  > END
  $ terrawright build legend.yaml --out l --quiet && oiiotool --info l/a.png
  l/a.png              :   58 x  173, 3 channel, uint8 png
  $ jq -c .config.outputs[0].legend l/t-42.manifest.json
  {"layer":"steps","beside":true}
