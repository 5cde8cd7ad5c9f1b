A lock tells which stage, library or file is another one.

  $ world() {
  >   config w "size: [65, 65], seed: 42" > w.yaml <<END
  > knobs: {sea: {value: 60 %, doc: The sea}}
  > stages:
  >   h: $1
  >   l: {use: sea.level@1, in: {height: h}, with: {percentile: \$sea}}
  > outputs: [{file: "{name}-{seed}.exr", layers: {h: h, land: l.land}}]
  > END
  > }
  $ build() { terrawright build w.yaml --quiet --out o "$@"; }

A parameter is told from a fact of the world with its name.

  $ world "{use: test.named@1, with: {size: 3, seed: 4}}"
  $ compile named.so "$TESTDIR/made/named.cpp"
  $ build --lock --plugins named.so && build --locked --plugins named.so && terrawright verify w.yaml --quiet --plugins named.so
  $ grep -oE '"(parameter )?seed": "[0-9]*"' w.lock.yaml
  "seed": "42"
  "parameter seed": "4"
  $ sed -i 's/size: 3/size: 5/' w.yaml
  $ build --locked --plugins named.so 2>&1 | grep differs
  w.yaml:6:39: error: the node 'h' differs from its lock: parameter size 3 -> 5
  [4]

A stage of another revision is refused by its number.

  $ world "{use: test.wave@1}" && mkdir old new other broken
  $ wave() { compile $1/wave.so "$TESTDIR/made/wave.cpp" -DREVISION=$2 "-DFACTOR=$3" "-DVERSION=\"${4:-1}\""; }
  $ wave old 3 0.5f && wave new 4 0.25f && rm -f w.lock.yaml && build --lock --plugins old
  $ build --locked --plugins old && terrawright verify w.yaml --plugins old --quiet
  $ build --locked --plugins new 2>&1 | grep differs
  w.yaml:6:12: error: the node 'h' differs from its lock: stage revision 3 -> 4
  [4]
  $ terrawright verify w.yaml --plugins new
  w.yaml:6:12: error: pixels changed first at the node 'h': stage revision 3 -> 4
      6 |   h: {use: test.wave@1}
        |            ^~~~~~~~~~~
        = 1 later node changed as well: l; undo the change, or lock the new state: terrawright build w.yaml --plugins new --lock
  w.lock.yaml:29:7: note: locked here
     29 |       "h":
        |       ^~~
  w.yaml, seed '42': does not hold, 2 nodes and 2 files, all made anew
  [4]

A broken library gives no file its name: other code, or code that looks at what it must not.

  $ wave other 3 0.25f 2 && cp -r o before
  $ build --locked --plugins other 2>&1 | grep "changed first"
  w.yaml:6:12: error: pixels changed first at the node 'h': same recipe, other code: test.wave 1 -> 2
  [4]
  $ diff -r before o
  $ wave broken 3 '(getenv("MOOD") ? 0.25f : 0.5f)' && build --lock --plugins broken && terrawright verify w.yaml --plugins broken --quiet
  $ MOOD=1 terrawright verify w.yaml --plugins broken 2>&1 | grep "changed first"
  w.yaml:6:12: error: pixels changed first at the node 'h': same recipe and same code, other pixels
  [4]

A changed input file is named.

  $ world "{use: source.image@1, with: {file: in.png, low: 0, high: 100}}" && rm w.lock.yaml
  $ picture() { oiiotool --create 65x65 1 --fill:color=$1 65x65 --fill:color=0.9 30x20 -d uint16 -o in.png; }
  $ picture 0.2 && build --lock && build --locked
  $ picture 0.3 && build --locked 2>&1 | grep differs
  w.yaml:6:12: error: the node 'h' differs from its lock: the file 'in.png' changed
  [4]
  $ terrawright verify w.yaml 2>&1 | grep "changed first"
  w.yaml:6:12: error: pixels changed first at the node 'h': the file 'in.png' changed
  [4]
