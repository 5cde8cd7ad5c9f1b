The schema of SARIF takes what the program writes, and refuses what is none.

  $ validated() { $PYTHON "$TERRAWRIGHT_ROOT/tests/sarif/validate.py" "$@" > said 2>&1 || tail -1 said; }
  $ echo '{"version": "2.1.0", "runs": [{"results": []}]}' > no.sarif
  $ $PYTHON "$TERRAWRIGHT_ROOT/tests/sarif/validate.py" no.sarif > said 2>&1
  [1]

Every approved error is valid SARIF, with the exit code.

  $ (cd "$TERRAWRIGHT_ROOT" && ls tests/errors/*.yaml) > cases && [ $(wc -l < cases) -gt 100 ] && mkdir all
  $ [ -n "$TERRAWRIGHT_AT_LENGTH" ] || sed -i -n '1~3p' cases
  $ while read -r file; do
  >   name=all/$(basename $file .yaml).sarif
  >   (cd "$TERRAWRIGHT_ROOT" && terrawright validate $file --sarif "$CRAMTMP/sarif.t/$name" > /dev/null 2>&1); exit=$?
  >   jq -r --argjson exit $exit '.runs[0] | select(.invocations[0].exitCode != $exit or ($exit != 0 and .results == []))' $name
  > done < cases
  $ validated all/*.sarif

Each problem has rule, level, place and what is related, in characters, as columnKind says.

  $ world() {
  >   config t "size: [65, 65], cell: 1 km, seed: 42" <<'END'
  > knobs: {most: 50 %}
  > stages:
  >   terrain: {use: heights.diamond_square@1}
  >   sea: {use: sea.level@1, in: {height: terrain}, with: {percentile: $most}}
  > outputs:
  >   - {file: t.exr, layers: {height: terrain}}
  > END
  > }
  $ made() { terrawright "$@" --quiet --sarif made/log.sarif > said 2>&1; echo $?; validated made/log.sarif; }
  $ results() { jq -c '.runs[0] as $run | $run.results[] | select($run.tool.driver.rules[.ruleIndex].id == .ruleId) | '"$1" made/log.sarif; }
  $ (world; cat) > 'a b#c%.yaml' <<'END'
  > expect:
  >   - {name: "é", that: sea.land_share > $most, reason: why}
  >   - {name: w, that: sea.land_share < 1 %, warn: true}
  > END
  $ made build 'a b#c%.yaml' --out out
  4
  $ results '.ruleId, .level, .message.text, .locations[0].physicalLocation, .relatedLocations[0].physicalLocation.region.startLine'
  "expectation"
  "error"
  "the expectation '\xc3\xa9' is not met: sea.land_share is 49.98816568047337 %; expected sea.land_share > $most\\nwhy" (esc)
  {"artifactLocation":{"uri":"a%20b%23c%25.yaml","uriBaseId":"%SRCROOT%"},"region":{"startLine":11,"startColumn":23,"endLine":11,"endColumn":45}}
  4
  "expectation"
  "warning"
  "the expectation 'w' is not met: sea.land_share is 49.98816568047337 %; expected sea.land_share < 1 %\nfind seeds that meet it: terrawright search CONFIG --want 1"
  {"artifactLocation":{"uri":"a%20b%23c%25.yaml","uriBaseId":"%SRCROOT%"},"region":{"startLine":12,"startColumn":21,"endLine":12,"endColumn":41}}
  null
  $ jq -c '[.runs[0].columnKind, .runs[0].invocations[0].executionSuccessful]' made/log.sarif
  ["unicodeCodePoints",false]

Elsewhere the address is whole; what stands nowhere is shown at the config.

  $ mkdir away && echo "terrawright: 1" > 'a b#c%.yaml'
  $ cd away && made validate "../a b#c%.yaml" --set world.sise=3 && cp -r made .. && cd ..
  2
  $ results '[.ruleId, (.locations[0].physicalLocation | .artifactLocation.uri[:8], has("region"))]' | sort | uniq -c
        2 ["config","file:///",false]
        3 ["config","file:///",true]

A correct world has no results, so that a server closes the earlier ones. Failures of a run, and libraries.

  $ (world; echo 'expect: [{name: w, that: sea.land_share < 99 %}]') > w.yaml && made build w.yaml --out out && results .
  0
  $ world > w.yaml && made build w.yaml --plugins none.so --out out && results .ruleId
  3
  "plugin"
