Logs, depfiles and several configs in one call: docs/build-systems.md.

  $ world() { # name, more
  >   config $1 "size: [65, 65], seed: 42" <<END
  > stages:
  >   terrain: {use: heights.diamond_square@1}
  >   sea: {use: sea.level@1, in: {height: terrain}, with: {percentile: 60 %}}
  > outputs:
  >   - {file: "{name}-{seed}.exr", layers: {height: terrain, land: sea.land}}
  > $2
  > END
  > }

A log tells of nodes, their times, memory, bytes and hashes.

  $ world t "expect: [{name: land, that: sea.land_share > 1 %}]" > w.yaml
  $ build() { terrawright build w.yaml --quiet --out out --cache cache "$@"; }
  $ build --log log && jq -r .event log | sort | uniq -c | sed 's/[0-9]* progress/progress/; s/[0-9]* file$/file/'
        1 begun
        1 ended
        1 expectation
        file
        1 file_ended
        2 node_begun
        2 node_ended
        2 node_made
        progress
  $ jq -c -n '[inputs] | map(.time) == (map(.time) | sort), all(.[]; .peak_memory > 1000000),
  >   ([.[] | select(.event == "node_begun" or .event == "node_ended")] | group_by(.node) | map(map(.event)) | unique),
  >   all(.[] | select(.event == "progress"); .percent >= 0 and .percent <= 100),
  >   all(.[] | select(.event == "node_ended" or .event == "file_ended"); .processor > 0 and .seconds > 0)' log
  true
  true
  [["node_begun","node_ended"]]
  true
  true
  $ jq -c --slurpfile m out/t-42.manifest.json 'select(.event == "node_made" and .node == "terrain") |
  >   .doing, .ports[0].bytes == 65 * 65 * 4, .ports[0].xxh3_128 == $m[0].layers.terrain.xxh3_128' log
  "ran"
  true
  true
  $ jq -c --slurpfile m out/t-42.manifest.json 'select(.event == "file" and (.path | endswith("t-42.exr"))) | .sha256 == $m[0].files[0].sha256' log
  true

Another call writes it again, with the cached nodes. One that cannot be whole is said.

  $ build --log log && jq -c 'select(.event == "begun" or .event == "node_made") | [.event, .doing]' log
  ["begun",null]
  ["node_made","cached"]
  ["node_made","cached"]
  $ build --log none/log
  error: the file of --log, 'none/log', cannot be written: No such file or directory
        = name another file with --log, in a folder that there is
  [2]
  $ build --log /dev/full
  error: the file of --log, '/dev/full', is not whole: No space left on device
  [1]

A depfile names what a world is made of, escaped, once it is made.

  $ world t 'include: ["#$ \\ c.yaml"]' | sed 's/^include/include/' > 'a b.yaml' && echo 'stages: {}' > '#$ \ c.yaml'
  $ made() { terrawright build 'a b.yaml' --quiet --out out --depfile d/t.d "$@"; }
  $ made && sed "s,$PWD,HERE,g" d/t.d
  out/t-42.manifest.json: \
   \#$$\ \\\ c.yaml \
   a\ b.yaml
  
  \#$$\ \\\ c.yaml:
  
  a\ b.yaml:
  $ made --depfile-target 'x y' && head -1 d/t.d
  x\ y: \

  $ made --depfile-target $'x\ny'
  error: --depfile cannot name 'x\xef\xbf\xbdy': no rule of Make takes a line feed in a name (esc)
        = rename it, or leave out --depfile
  [2]

A rejected world leaves it unchanged.

  $ cp d/t.d before && echo "terrawright: 1" > 'a b.yaml' && made 2> err
  [2]
  $ cmp before d/t.d
  $ terrawright build w.yaml --depfile-target x
  error: --depfile-target requires --depfile
        = terrawright build --help shows what it takes
  [2]

Several configs are built in one call, whatever becomes of one.

  $ world a > a.yaml; world b "expect: [{name: high, that: sea.land_share > 90 %}]" > b.yaml; world c "nonsense: 1" > c.yaml; world d > d.yaml
  $ rm -r out; several() { terrawright build "$@" --quiet --out out --junit j.xml 2>&1 | grep error; }
  $ several a.yaml b.yaml d.yaml --seed 1 --seed 2
  b.yaml:9:29: error: the expectation 'high' is not met: sea.land_share is 40 %; expected sea.land_share > 90 % (seed 1)
  b.yaml:9:29: error: the expectation 'high' is not met: sea.land_share is 40 %; expected sea.land_share > 90 % (seed 2)
  [4]
  $ ls out/*.exr | paste -sd ' '
  out/a-1.exr out/a-2.exr out/b-1.exr out/b-2.exr out/d-1.exr out/d-2.exr
  $ several b.yaml c.yaml d.yaml
  b.yaml:9:29: error: the expectation 'high' is not met: sea.land_share is 40 %; expected sea.land_share > 90 %
  c.yaml:9:1: error: a config has no key 'nonsense'
  [2]
  $ ls out/d-42.exr && grep -oE 'suite name="[^"]*"' j.xml
  out/d-42.exr
  suite name="b 42"
  suite name="c"
  suite name="d 42"
  $ terrawright validate a.yaml d.yaml
  a.yaml is a valid world: 2 nodes, 1 file
  d.yaml is a valid world: 2 nodes, 1 file
  $ terrawright validate c.yaml a.yaml --set world.seed=3 2> err
  a.yaml is a valid world: 2 nodes, 1 file
  [2]
  $ several a.yaml d.yaml --sums sums
  error: --sums 'sums' would be written anew for each config
  [2]
  $ terrawright build a.yaml d.yaml --quiet --out out --sums '{name}.sums' && ls d.sums
  d.sums
