Every entry of a lock is made anew by verify, which writes nothing, and trusts a cache only where it is named.

  $ world() {
  >   config w "size: [65, 65], seed: 42" > w.yaml <<END
  > knobs:
  >   sea: {value: $1, doc: The sea}
  > stages:
  >   h: {use: heights.noise@1}
  >   l: {use: sea.level@1, in: {height: h}, with: {percentile: \$sea}}
  >   islets: {use: sea.islets@1, in: {height: h, level: l.level}}
  > outputs: [{file: "{name}-{seed}.exr", layers: {h: h, land: islets.land}}]
  > END
  > }
  $ world "60 %" && terrawright build w.yaml --quiet --lock --out o --cache cache
  $ terrawright build w.yaml --quiet --lock --out o --seed 7 && rm -r o && find . -type f | sort > before
  $ terrawright verify w.yaml --format json | jq -c '[.event, .seed, .holds, has("trusted_cache")]'
  ["verified","42",true,false]
  ["verified","7",true,false]
  $ terrawright verify w.yaml --cache cache
  w.yaml, seed '42': holds, 3 nodes and 2 files, of which the cache 'cache' was trusted with what it has
  w.yaml, seed '7': holds, 3 nodes and 2 files, of which the cache 'cache' was trusted with what it has
  $ find . -type f | sort | comm -23 before -
  $ ! test -e o
  $ TERRAWRIGHT_CACHE=$PWD/other terrawright verify w.yaml
  w.yaml, seed '42': holds, 3 nodes and 2 files, all made anew
  w.yaml, seed '7': holds, 3 nodes and 2 files, all made anew
  $ ! test -e other
  $ terrawright verify w.yaml --seed 8
  error: w.lock.yaml has no entry for what was asked
        = make one: terrawright build w.yaml --lock
  [2]

What moved is told with its place.

  $ world "55 %"
  $ terrawright verify w.yaml --seed 7 --format json | jq -c '[.message, .moved[0].node]'
  ["pixels changed first at the node 'l': percentile 60 % -> 55 %",null]
  [null,"l"]
  [4]
  $ terrawright verify w.yaml --seed 7 --format github
  ::error file=w.yaml,line=5,col=16::pixels changed first at the node 'l': percentile 60 %25 -> 55 %25%0A1 later node changed as well: islets; undo the change, or lock the new state: terrawright build w.yaml --seed 7 --lock
  w.yaml, seed '7': does not hold, 3 nodes and 2 files, all made anew
  [4]

What the config expects is measured.

  $ world "60 %" && cp w.yaml without && rm w.lock.yaml
  $ expecting() { (cat without; echo "expect: [$1]") > w.yaml; }
  $ expecting "{name: land, that: islets.land_share > 0}, {name: one, that: islets.islands == 1, warn: true}"
  $ terrawright build w.yaml --quiet --lock --out o && terrawright verify w.yaml
  w.yaml, seed '42': holds, 3 nodes and 2 files, all made anew; of 2 expectations 2 hold
  $ expecting "{name: land, that: islets.land_share > 2, reason: So much.}"
  $ terrawright verify w.yaml --format json | jq -c '[.message, .holds, .expectations]'
  ["the expectation 'land' is not met: islets.land_share is 0.016331360946745564; expected islets.land_share > 2",null,null]
  [null,true,{"of":1,"hold":0}]
  [4]
  $ expecting "{name: land, that: islets.land_share > 2, warn: true}"
  $ terrawright verify w.yaml > said 2>&1
  $ terrawright verify w.yaml --strict > said 2>&1
  [4]
