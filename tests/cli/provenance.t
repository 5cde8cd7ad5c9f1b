A strict reader (tests/provenance) takes a statement and finds every file as it says.

  $ world() {
  >   config $1 "size: [33, 33], seed: 1" <<END
  > include: [more.yaml]
  > knobs: {sea: {value: 3}}
  > stages: {h: {use: heights.noise@1}}
  > outputs:
  >   - {file: "{name}-{seed}.exr", layers: {h: h}}
  >   - {file: "{seed}.zarr", layers: {h: h}}
  > END
  > }
  $ world w > w.yaml; world v > v.yaml; echo 'expect: [{name: some, that: "min(h) < $sea"}]' > more.yaml
  $ build() { terrawright build --quiet "$@" 2> err; }
  $ taken() { $PYTHON "$TERRAWRIGHT_ROOT/tests/provenance/read.py" "$(command -v terrawright)" "$@" > said 2>&1 || cat said; }
  $ build w.yaml --seed 1 --seed north --set stages.h.with.octaves=2 --out o --provenance o/statement.json
  $ taken o/statement.json
  $ jq -r '.subject[].name' o/statement.json | grep -xE "w-1.exr|w-north.exr|w-1.manifest.json|1.zarr/h/0/0"
  1.zarr/h/0/0
  w-1.exr
  w-1.manifest.json
  w-north.exr
  $ jq -c --slurpfile m o/w-north.manifest.json '[.predicate.buildDefinition | .externalParameters.worlds[1],
  >   (.internalParameters.worlds[1] | .config == $m[0].config, .config_hash == $m[0].config_hash)]' o/statement.json
  [{"config":"w.yaml","seed":"north","set":["stages.h.with.octaves=2"]},true,true]
  $ grep -c "$PWD" o/statement.json; grep -om1 more.yaml o/statement.json | head -1
  0
  more.yaml

Several configs, windows and unmet expectations stand in it.

  $ build w.yaml v.yaml --provenance all.json
  $ build w.yaml --window 3,4,9x8 --out part --provenance part.json
  $ build w.yaml --set knobs.sea=-1000 --out wet --provenance wet.json
  [4]
  $ taken all.json part.json wet.json
  $ jq -c '[.predicate.buildDefinition.externalParameters.worlds[].window]' all.json part.json
  [null,null]
  ["3,4,9x8"]

A library of stages stands in it with its digest; another library is another build.

  $ compile stripes.so "$TESTDIR/made/stripes.cpp" -DBLUE=3
  $ echo '{terrawright: 1, name: l, world: {size: [33, 33], seed: 1}, outputs: [{file: l.exr, layers: {s: stripes}}],
  > stages: {h: {use: heights.diamond_square@1}, stripes: {use: test.stripes@1, in: {height: h}}}}' > l.yaml
  $ build l.yaml --plugins ./stripes.so --out l --provenance l.json && taken l.json && grep -o "stripes.so" l.json | head -1
  stripes.so
  $ echo x >> stripes.so && taken l.json
  l.json: ./stripes.so has other bytes

The same build states the same bytes, with a time where one is given.

  $ build w.yaml --threads 1 --tile whole --out p --provenance one.json
  $ build w.yaml --threads 3 --out p --provenance two.json --locked
  [2]
  $ build w.yaml --threads 3 --out p --provenance two.json --lock && cmp one.json two.json
  $ build w.yaml --out p --provenance two.json --locked && cmp one.json two.json
  $ SOURCE_DATE_EPOCH=1700000000 build w.yaml --out p --provenance then.json
  $ jq -c '.predicate.runDetails.metadata.startedOn' one.json then.json
  null
  "2023-11-14T22:13:20Z"
  $ taken one.json then.json
  $ build w.yaml --out q && [ $(jq .config_hash p/w-1.manifest.json) = $(jq .config_hash q/w-1.manifest.json) ]

It is there after its build alone: a world that cannot be leaves none.

  $ build w.yaml --out r --provenance s.json
  $ build w.yaml none.yaml --set stages.h.with.octaves=2 --out r --provenance s.json
  [2]
  $ ! test -e s.json
  $ build w.yaml --out n --provenance r
  [2]
  $ build w.yaml --out n --provenance /proc/none/s.json
  [2]
  $ ! test -e n

A strict reader refuses every statement that is broken; how they are written does not break them.

  $ build w.yaml --out . --provenance s.json
  $ cat > break.py <<'END'
  > import copy, json
  > text = open("s.json").read()
  > good, zeros = json.loads(text), "0" * 64
  > json.dump(good, open("same.json", "w"))
  > for n, change in enumerate("""s["_type"] = "https://in-toto.io/Statement/v0.1"
  > s["predicateType"] = "https://slsa.dev/provenance/v0.2"
  > s["more"] = 1
  > s["subject"] = []
  > s["subject"][0]["digest"]["sha256"] = zeros
  > s["subject"][0]["digest"]["sha256"] = "ABC"
  > del s["subject"][0]["digest"]
  > s["subject"][0]["name"] = "none"
  > s["subject"].append(s["subject"][0])
  > del s["predicate"]["runDetails"]
  > s["predicate"]["runDetails"]["builder"]["id"] = "no address"
  > s["predicate"]["runDetails"]["builder"]["name"] = "x"
  > s["predicate"]["runDetails"]["metadata"] = {"startedOn": "2026-02-30T00:00:00Z"}
  > s["predicate"]["runDetails"]["metadata"] = {"startedOn": "yesterday"}
  > s["predicate"]["buildDefinition"]["buildType"] = "other:build"
  > del s["predicate"]["buildDefinition"]["resolvedDependencies"][0]
  > s["predicate"]["buildDefinition"]["resolvedDependencies"][1]["digest"]["sha256"] = zeros
  > s["predicate"]["buildDefinition"]["externalParameters"]["worlds"][0]["config"] = "v.yaml"
  > s["predicate"]["buildDefinition"]["internalParameters"]["worlds"][0]["config"]["name"] = "x" """.splitlines()):
  >     s = copy.deepcopy(good)
  >     exec(change)
  >     json.dump(s, open(f"broken{n + 1:02}.json", "w"))
  > open("broken20.json", "w").write(text[:len(text) // 2])
  > open("broken21.json", "w").write('{"_type": 1, ' + text[1:])
  > END
  $ $PYTHON break.py && taken same.json s.json broken*.json
  broken01.json: $._type: 'https://in-toto.io/Statement/v1' was expected
  broken02.json: $.predicateType: 'https://slsa.dev/provenance/v1' was expected
  broken03.json: $: Additional properties are not allowed ('more' was unexpected)
  broken04.json: $.subject: [] is too short
  broken05.json: 1.zarr/.terrawright-files has other bytes
  broken06.json: $.subject[0].digest.sha256: 'ABC' does not match '^[0-9a-f]{64}$'
  broken07.json: $.subject[0]: {'name': '1.zarr/.terrawright-files'} is not valid under any of the given schemas
  broken08.json: not sorted
  broken09.json: two subjects have one name
  broken10.json: $.predicate: 'runDetails' is a required property
  broken11.json: $.predicate.runDetails.builder.id: 'no address' does not match '^[a-z][a-z0-9+.-]*:[^\\s]+$'
  broken12.json: $.predicate.runDetails.builder: Additional properties are not allowed ('name' was unexpected)
  broken13.json: it lacks or twists day is out of range for month
  broken14.json: $.predicate.runDetails.metadata.startedOn: 'yesterday' does not match '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$'
  broken15.json: another kind of build
  broken16.json: it needs one program
  broken17.json: more.yaml has other bytes
  broken18.json: the configs are not those that were asked for
  broken19.json: the resolved config is another
  broken20.json: no JSON: Unterminated string starting at: line 116 column 13 (char 2940)
  broken21.json: a key stands twice
