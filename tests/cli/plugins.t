The example plugin works whatever compiled it, with the same bits; without it there are no such stages.

  $ example=$TERRAWRIGHT_ROOT/examples/100-plugin && sources=$(ls $example/*.cpp)
  $ for compiler in ${TERRAWRIGHT_AT_LENGTH:+g++} "clang++" "g++ -O3 -march=x86-64-v3 -D_GLIBCXX_USE_CXX11_ABI=0"; do
  >   n=$((n + 1)) && mkdir $n && COMPILER=$compiler compile $n/shapes.so $sources
  >   terrawright stages --plugins $n | grep -o "^example.box_mean@1"
  >   terrawright describe example.box_mean --plugins $n | grep -o "org.example.shapes 1.0.0"
  >   for tile in "--tile 512" "--tile 64 --threads 7" "--tile 100 --threads 1" "--tile whole"; do
  >     terrawright build $example/world.yaml --quiet --sha256 --out a --plugins $n $tile > hashes
  >     [ -e first ] || cp hashes first; cmp hashes first
  >   done
  > done | sort -u
  example.box_mean@1
  org.example.shapes 1.0.0
  $ [ $(wc -l < first) -ge 1 ]
  $ terrawright validate $example/world.yaml 2> err
  [2]

The environment names plugins too, the working directory does not. A library is named without a slash, as any file.

  $ TERRAWRIGHT_PLUGIN_PATH=$PWD/1 terrawright validate --quiet $example/world.yaml
  $ cd 1 && terrawright describe example.terrace 2> err
  [2]
  $ terrawright stages --plugins shapes.so | grep -c "^example"
  3
  $ terrawright check shapes.so --quick > said 2>&1 && terrawright check ./shapes.so --quick > said 2>&1

A stage that fails in the middle of a tile is an error with a place, whatever the tiles.

  $ compile bad.so "$TESTDIR/made/bad.cpp"
  $ build() { # how, ...
  >   echo "{terrawright: 1, name: bad, world: {size: [129, 129], cell: 1 km, seed: 1},
  > stages: {terrain: {use: heights.diamond_square@1}, worse: {use: test.bad@1, in: {height: terrain}, with: {how: $1}}},
  > outputs: [{file: bad.exr, layers: {h: worse}}]}" > bad.yaml
  >   terrawright build bad.yaml --out out --plugins bad.so "${@:2}" 2>&1 | grep -E "error"
  > }
  $ for how in "" "--tile 16 --threads 7" "--tile 33 --threads 1" "--tile whole"; do build failure $how; done | uniq -c
        4 bad.yaml:2:112: error: 'worse' failed: the ground gave way at cell (70, 40)
  [1]
  $ ! test -e out/bad.exr
  $ build exception
  bad.yaml:2:65: error: 'worse' failed: a std::exception, of all things
  [1]
  $ build other
  bad.yaml:2:65: error: 'worse' failed: the stage threw something that is no std::exception
  [1]

A class's colour, which stands in the stage's code, is part of its recipe.

  $ echo '{terrawright: 1, name: w, world: {size: [9, 9], cell: 1 km, seed: 1}, outputs: [{file: c.png, layers: {c: c}}],
  > stages: {h: {use: heights.noise@1}, c: {use: test.stripes@1, in: {height: h}}}}' > w.yaml
  $ for blue in 100 101 100; do
  >   compile stripes.so "$TESTDIR/made/stripes.cpp" -DBLUE=$blue
  >   terrawright build w.yaml --plugins stripes.so --quiet --out c && jq -r .nodes.c.recipes.stripes c/w-1.manifest.json
  > done | sort | uniq -c | awk '{ print $1, length($2) }' | sort
  1 64
  2 64
