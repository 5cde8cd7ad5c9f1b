Expectations of a config for its world: docs/expectations.md. Their errors are in tests/errors.

  $ expecting() { cat "$TESTDIR/made/expecting.yaml" - > w.yaml; }  # its own lines come in
  $ build() { rm -rf out; terrawright build w.yaml --quiet --out out "$@" 2>&1 | sed '/no output needs/,+2d'; }
  $ judged() { jq -c '.expectations[] | [.name, .holds, (.measured | to_entries[] | .key, .value.value)]' out/*.manifest.json; }

One that does not hold ends a build with 4, after its files are written, with the value, the reason and the place.

  $ expecting <<'END'
  > expect:
  >   - {name: land, that: sea.land_share in $least .. 50 %, reason: it is sold by land}
  >   - {name: sea, that: sea.land_share > 50 %, reason: it is sold by sea}
  > END
  $ build
  w.yaml:13:23: error: the expectation 'sea' is not met: sea.land_share is 40 %; expected sea.land_share > 50 %
     13 |   - {name: sea, that: sea.land_share > 50 %, reason: it is sold by sea}
        |                       ^~~~~~~~~~~~~~~~~~~~~ it is sold by sea
  [4]
  $ ls out | paste -sd ' '
  t-42.exr t-42.exr.aux.xml t-42.manifest.json
  $ jq -c '.expectations[] | [.name, .holds, .reason, .measured]' out/t-42.manifest.json
  ["land",true,"it is sold by land",{"sea.land_share":{"value":0.4,"unit":"1"}}]
  ["sea",false,"it is sold by sea",{"sea.land_share":{"value":0.4,"unit":"1"}}]

One that holds ends with 0; so does one that only warns, unless warnings are errors.

  $ expecting <<< 'expect: [{name: land, that: sea.land_share >= $least}]'
  $ build
  $ build --set knobs.least=45%
  w.yaml:11:29: error: the expectation 'land' is not met: sea.land_share is 40 %; expected sea.land_share >= $least
     11 | expect: [{name: land, that: sea.land_share >= $least}]
        |                             ^~~~~~~~~~~~~~~~~~~~~~~~ find seeds that meet it: terrawright search CONFIG --want 1
  --set:1:13: note: the knob
      1 | knobs.least=45%
        |             ^~~
  [4]
  $ build --set 'expect.0.that=sea.land_share > 60 %' 2>&1 | grep -E "error:|not met"
  --set:1:15: error: the expectation 'land' is not met: sea.land_share is 40 %; expected sea.land_share > 60 %
  [4]
  $ expecting <<< 'expect: [{name: s, that: sea.land_share > 50 % + $least, warn: true}, {name: m, that: max(metres) > 1 km}]'
  $ build 2>&1 | grep -E "error:|not met"
  w.yaml:11:26: warning: the expectation 's' is not met: sea.land_share is 40 %; expected sea.land_share > 50 % + $least
  $ build --strict 2>&1 | grep -E "error:|not met"
  w.yaml:11:26: error: the expectation 's' is not met: sea.land_share is 40 %; expected sea.land_share > 50 % + $least
  [4]

It has a place in every format.

  $ expecting <<< 'expect: [{name: s, that: sea.land_share > 50 %, reason: none}, {name: "o", that: sea.land_share > $least}]'
  $ terrawright build w.yaml --out out --format json > events
  [4]
  $ jq -c 'select(.event == "expectation" or .event == "problem")' events
  {"event":"problem","severity":"warning","file":"w.yaml","line":8,"column":3,"length":6,"message":"no output needs 'metres', so it does not run","hint":"write one of its layers to an output, or delete it"}
  {"event":"expectation","name":"s","that":"sea.land_share > 50 %","holds":false,"message":"the expectation 's' is not met: sea.land_share is 40 %; expected sea.land_share > 50 %","reason":"none","measured":[{"of":"sea.land_share","value":0.4,"unit":"1","text":"40 %"}]}
  {"event":"expectation","name":"o","that":"sea.land_share > $least","holds":true,"measured":[{"of":"sea.land_share","value":0.4,"unit":"1","text":"40 %"}]}
  {"event":"problem","severity":"error","file":"w.yaml","line":11,"column":26,"length":21,"message":"the expectation 's' is not met: sea.land_share is 40 %; expected sea.land_share > 50 %","hint":"none"}
  $ terrawright build w.yaml --quiet --out out --format github
  ::warning file=w.yaml,line=8,col=3::no output needs 'metres', so it does not run%0Awrite one of its layers to an output, or delete it
  ::error file=w.yaml,line=11,col=26::the expectation 's' is not met: sea.land_share is 40 %25; expected sea.land_share > 50 %25%0Anone
  [4]

What an expectation names is made, though no output needs it; without it, it does not run.

  $ expecting <<< 'expect: [{name: high, that: max(metres) == 2 km}, {name: k, that: sea.land_share > $least}]'
  $ build && judged
  ["high",true,"max(metres)",2000]
  ["k",true,"sea.land_share",0.4]
  $ terrawright plan w.yaml | grep -o "for the expectation 'high'"
  for the expectation 'high'
  $ expecting <<< 'expect: [{name: k, that: sea.land_share > $least}]'
  $ terrawright plan w.yaml 2>/dev/null | grep -o "not run.*"
  not run, as no output needs it: metres

What is measured does not depend on tiles, threads or the cache.

  $ expecting <<'END'
  > expect:
  >   - {name: mean, that: mean(metres) < 0 m + $least * 0 m}
  >   - {name: sum, that: sum(terrain) < 1}
  >   - {name: share, that: share(sea.land) > 50 %, warn: true}
  >   - {name: frame, that: "share(sea.land, frame) > 50 %", warn: true}
  >   - {name: most, that: "percentile(metres, 99 %) < percentile(metres, $least)", warn: true}
  > END
  $ build --cache off --threads 1 --tile whole > said; judged
  ["mean",true,"mean(metres)",-447.47680226372546]
  ["sum",false,"sum(terrain)",4629.0966617167]
  ["share",false,"share(sea.land)",0.4]
  ["frame",false,"share(sea.land, frame)",0.25]
  ["most",false,"percentile(metres, 99 %)",1674.26025390625,"percentile(metres, $least)",-983.0238647460938]
  $ judged > first
  $ for options in "--cache off --threads 2 --tile 16" "--cache cache" "--cache cache"; do
  >   build $options > said; judged | diff first -
  > done
  $ terrawright build w.yaml --out out --cache cache --format json | grep -o '"ran":0,"painted_again":0'
  "ran":0,"painted_again":0
  [4]

Numbers are the whole world's where a window is written, and the rest is not checked.

  $ expecting <<< 'expect: [{name: s, that: sea.land_share > 50 %}, {name: m, that: max(metres) > 9 km}, {name: k, that: sea.land_share > $least}]'
  $ terrawright build w.yaml --out out --window 0,0,20x20 2>&1 | grep -oE "w.yaml.*error:|'m': not checked: .*"
  'm': not checked: a window is written, and 'max(metres)' is of the whole world
  w.yaml:11:26: error:
  [4]
  $ jq -c '[.expectations[].holds]' out/t-42-window-0-0-20x20.manifest.json
  [false,null,true]

Included files bring expectations of their own.

  $ printf 'expect:\n  - {name: from outside, that: sea.land_share > 50 %%}\n' > land.yaml
  $ expecting <<< 'expect: [{name: own, that: sea.land_share > $least}]' && sed -i '1i include: [land.yaml]' w.yaml
  $ build 2>&1 | grep -E "error:|not met"; judged
  land.yaml:2:32: error: the expectation 'from outside' is not met: sea.land_share is 40 %; expected sea.land_share > 50 %
  ["own",true,"sea.land_share",0.4]
  ["from outside",false,"sea.land_share",0.4]
  $ expecting <<< 'expect: [{name: from outside, that: sea.land_share > $least}]' && sed -i '1i include: [land.yaml]' w.yaml
  $ build 2>&1 | grep -E "error|note"
  land.yaml:2:12: error: there are two expectations 'from outside'
  w.yaml:12:17: note: first defined here
  [2]

Layers, classes and tables are measured as their files have them.

  $ config island "size: [129, 129], cell: 2 km" > island.yaml <<'END'
  > extends: island
  > expect:
  >   - {name: sum, that: "sum(rivers.table.length) > 0 km"}
  >   - {name: longest, that: "max(rivers.table.length) > 0 m"}
  >   - {name: least, that: "min(rivers.table.length) > 0 m"}
  >   - {name: mean, that: "mean(rivers.table.length) > 0 m"}
  >   - {name: rows, that: "count(rivers.table) > 0"}
  >   - {name: order, that: "max(rivers.table.order) >= 1"}
  >   - {name: usual, that: "percentile(rivers.table.length, 50 %) > 0 km"}
  >   - {name: ratio, that: "mean(rivers.table.length) / max(rivers.table.length) < 1"}
  >   - {name: land, that: "share(land.land) == land.land_share"}
  >   - {name: cells, that: "count(land.land) == land.land_share * 16641"}
  >   - {name: tundra, that: "share(biomes, tundra, deep ocean) <= 100 %"}
  >   - {name: codes, that: "count(biomes, tundra) + count(biomes, 'deep ocean') > 0 cells"}
  >   - {name: heights, that: "mean(metres) in min(metres) .. max(metres)"}
  >   - {name: none, that: "nans(metres) == 0"}
  > END
  $ terrawright build island.yaml --quiet --set outputs.0.layers.of_mean=metres --out island
  $ jq -n --slurpfile w island/island-42.manifest.json --slurpfile r island/island-42-rivers.geojson '
  > def of($name): $w[0].expectations[] | select(.name == $name) | [.measured[].value];
  > def near($b): (. - $b | fabs) <= 1e-9 * $b;
  > ([$r[0].features[].properties.length] | sort) as $lengths | ($lengths | length > 10), of("rows") == [$lengths | length],
  > of("longest") == [$lengths | max], of("least") == [$lengths | min],
  > of("usual") == [$lengths[(($lengths | length) - 1) / 2 | floor]], (of("sum")[0] | near($lengths | add)),
  > of("mean") == [of("sum")[0] / ($lengths | length)], (of("codes") | length == 2),
  > of("land")[0] == $w[0].numbers."land.land_share".value,
  > ([$w[0].layers.biomes.legend[] | select(.name == "tundra" or .name == "deep ocean")] |
  >   (map(.cells) | add > 0), (map(.share) | add | near(of("tundra")[0])))' | uniq -c
       11 true

A column that a table has not is found out by the build.

  $ sed -i '/^expect/,$d' island.yaml && cat >> island.yaml <<'END'
  > expect:
  >   - {name: misspelt, that: "max(rivers.table.lenght) > 0 km"}
  >   - {name: unit, that: "max(rivers.table.length) > 3 %"}
  > END
  $ terrawright build island.yaml --quiet --out island 2>&1 | grep -E "error|did you mean"
  island.yaml:6:46: error: the expectation 'misspelt' cannot be met: 'rivers.table' has no column 'lenght'
        |                                              ^~~~~~ did you mean 'length'?
  island.yaml:7:52: error: the expectation 'unit' cannot be met: '3 %' is not a length
  [4]

Huge and deep expressions are refused.

  $ of() { expecting <<< "expect: [{name: m, that: \"$1\"}, {name: k, that: sea.land_share > \$least}]"; terrawright validate w.yaml 2>&1 | grep -oE "error: .*"; }
  $ of "$(printf '(%.0s' {1..100})1 < 2"
  error: brackets are at most 64 deep
  [2]
  $ of "$(head -c 100000 /dev/zero | tr '\0' '(')"
  error: an expression has at most 2000 characters
  [2]
  $ of "$(printf -- '-%.0s' {1..1000})1 < 2"
  error: expected a number, a knob or what is measured, as max(heights), found '-'
  [2]
  $ (echo expect:; for i in {0..1000}; do echo "  - {name: n$i, that: sea.land_share > \$least}"; done) | expecting
  $ terrawright validate w.yaml 2>&1 | grep -o "at most 1000 expectations"
  at most 1000 expectations
  [2]
