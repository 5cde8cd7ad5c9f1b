Any build warns of a world without land, and of land that the frame cuts. Noise between two heights is land above 0.

  $ noise() { # range, expectations, layer, world
  >   config t "size: [65, 65], seed: 42$4" > w.yaml <<END
  > stages:
  >   noise: {use: heights.noise@1, with: {lowest: ${1% *}, highest: ${1#* }}}
  >   first: {use: sea.islets@1, in: {height: noise}, with: {keep: all}}
  >   land: {use: sea.islets@1, in: {height: first.height}, with: {keep: all}}
  > outputs: [{file: "t-{seed}.exr", layers: {x: ${3:-land.land}, first: first.land}}]
  > $2
  > END
  > }
  $ build() { rm -rf out; terrawright build w.yaml --quiet --out out "$@"; }
  $ low="-2 -1" high="1 2" both="-1 1"
  $ noise "$low" && build 2>&1 | grep -E "warning| = "
  w.yaml:7:15: warning: the world has no land: share(land.land) is 0 %
        = lower the sea, or make the cells or the world larger; if it is meant, add an expectation: that: "share(land.land) == 0 %"
  $ jq '.expectations | length' out/t-42.manifest.json
  1
  $ build --strict 2>/dev/null
  [4]
  $ noise "$high" && build 2>&1 | grep -E "warning| = "
  w.yaml:7:15: warning: the frame cuts the land: share(land.land, frame) is 100 %
        = make the land smaller or the world larger; if it is meant, add an expectation: that: "share(land.land, frame) <= 100 %"
  $ build --strict 2>/dev/null
  [4]

From the cache, and by other threads and tiles, it is reported as well.

  $ noise "$both" && build --cache off --threads 1 2> first
  $ for i in 1 2; do build --tile 16 --threads 2 --cache cache 2>&1 | diff first -; done
  $ grep -c warning first
  1

The remedies help, as an expectation that fails does: it alone speaks then.

  $ expecting() { noise "$1" "expect: [{name: m, that: \"$2\"}]"; }
  $ expecting "$low" "share(land.land) == 0 %" && build --strict
  $ expecting "$low" "land.land_share == 0 %" && build --strict
  $ expecting "$high" "share(land.land, frame) <= 100 %" && build --strict
  $ expecting "$high" "share(land.land, frame) < 5 %" && build 2>&1 | grep -E "error:|warning:"
  w.yaml:9:26: error: the expectation 'm' is not met: share(land.land, frame) is 100 %; expected share(land.land, frame) < 5 %
  [4]

An upper bound for land does not exclude an empty world, and one expectation does not silence the other.

  $ expecting "$low" "share(land.land) <= 40 %" && build 2>&1 | grep -o "the world has no land"
  the world has no land
  $ expecting "$low" "share(land.land, frame) < 5 %" && build 2>&1 | grep -o "the world has no land"
  the world has no land

Masks that nothing reads are not made: then `first` has the last one.

  $ noise "$both" "" noise && build 2>&1 | grep -o "share([^%]*"
  share(first.land, frame) is 48.828125 
  share(first.land, frame) <= 100 

The land of sea.level may go on beyond the frame, but it is missed where there is none.

  $ config t "size: [65, 65], seed: 42" > w.yaml <<'END'
  > knobs: {sea: 60 %}
  > stages:
  >   noise: {use: heights.noise@1}
  >   sea: {use: sea.level@1, in: {height: noise}, with: {percentile: $sea}}
  > outputs: [{file: t.exr, layers: {land: sea.land}}]
  > END
  $ build --strict
  $ build --set 'knobs.sea=100 %' 2>&1 | grep -o "the world has no land"
  the world has no land

If nothing reads the mask its share is used.

  $ sed -i 's/^outputs.*/  metres: {use: shape.metres@1, in: {height: noise, level: sea.level}}\
  > outputs: [{file: t.exr, layers: {height: metres}}]/' w.yaml
  $ build --strict
  $ build --set 'knobs.sea=100 %' 2>&1 | grep -oE "the world has no land: .*|add an expectation.*"
  the world has no land: sea.land_share is 0 %
  add an expectation: that: "sea.land_share == 0 %"

A drawing or DEM goes on where its file ends.

  $ cp "$TERRAWRIGHT_ROOT/configs/hand_drawn.png" dem.png
  $ noise "$both" && sed -i 's/heights.noise@1, with: .*/source.image@1, with: {file: dem.png, resample: bspline}}/' w.yaml
  $ build --strict

In a window nothing is known.

  $ noise "$low" && build --strict --window 0,0,20x20

A world that wraps on both axes has no frame to measure.

  $ noise "$both" 'expect: [{name: f, that: "share(land.land, frame) == 0 %"}]' land.land ", wrap: both"
  $ terrawright validate w.yaml 2>&1 | grep error
  w.yaml:6:43: error: sea.islets@1: the world wraps, and islands are not joined across its edges, where the ocean begins; set wrap: none, or leave this stage out
  w.yaml:9:44: error: the world wraps on both axes, so it has no frame
  [2]

The frame is measured as the mask in the file has it.

  $ config t "size: [65, 65], seed: 42, wrap: x" > w.yaml <<'END'
  > stages:
  >   noise: {use: heights.noise@1, with: {wavelength: 16 km}}
  >   sea: {use: sea.level@1, in: {height: noise}}
  >   ends: {use: shape.formula@1, in: {mask: sea.land}, with: {formula: mask and (v == 0 or v == 1)}}
  >   all: {use: shape.formula@1, in: {mask: sea.land}, with: {formula: (mask or not mask) and (v == 0 or v == 1)}}
  > outputs: [{file: "t-{seed}.exr", layers: {land: sea.land}}]
  > expect:
  >   - {name: frame, that: "share(sea.land, frame) < 0 %", warn: true}
  >   - {name: ends, that: "share(ends.mask) < 0 %", warn: true}
  >   - {name: all, that: "share(all.mask) < 0 %", warn: true}
  > END
  $ build --cache off 2>/dev/null
  $ jq -c '[.expectations[].measured[].value] | .[1] > 0, .[1] < .[2], (.[0] - .[1] / .[2] | fabs) < 1e-12' out/t-42.manifest.json
  true
  true
  true
