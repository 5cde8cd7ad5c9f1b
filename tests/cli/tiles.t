Outputs in tiles are planned, built and listed with their hashes: 129 x 70 cells in 4 x 3 tiles, and a picture of the whole.

  $ config t "size: [129, 70], cell: 1 km, seed: 42" > t.yaml <<'END'
  > stages:
  >   terrain: {use: heights.diamond_square@1}
  > outputs:
  >   - {tiles: {side: 32, overlap: 1, file: "{name}/x{x}_y{y}.png"}, layers: {height: terrain}, range: [-10, 10]}
  >   - {file: "t.png", layers: {height: terrain}, range: [-10, 10]}
  > END
  $ build() { terrawright build t.yaml --quiet "$@"; }
  $ terrawright plan t.yaml --out a | grep -A2 -o "4 x 3 tiles of 33 x 33 cells\|t/x0_y0.png$\|  [.][.][.] .*"
  t/x0_y0.png
    ... a/t/x3_y2.png
  4 x 3 tiles of 33 x 33 cells
  $ terrawright plan t.yaml --out a --json | jq -r '.outputs[0] | (.files | length), .tiles, .files[]' > planned
  $ sed '/png/d' planned | tr -d ' \n' && echo
  24{"columns":4,"rows":3,"side":32,"overlap":1,"width":33,"height":33}
  $ build --out a && ls $(grep png planned) > listed && wc -l < listed
  24
  $ jq -c '[(.files | length), .config.outputs[0].tiles.overlap]' a/t-42.manifest.json
  [26,1]
  $ (cd a && jq -r '.files[] | "\(.sha256)  \(.path)"' t-42.manifest.json | sha256sum --check --quiet)
  $ (cd a && jq -r '.files[] | "\(.bytes) \(.path)"' t-42.manifest.json | sort) > sizes
  $ (cd a && stat -c "%s %n" $(jq -r '.files[].path' t-42.manifest.json) | sort) | diff sizes -
  $ find a -type f | wc -l
  27

A tile is the same file as that of its window, whose own tiles begin at its corner.

  $ build --out b --window 32,0,33x33 && ls b/t
  x0_y0.png
  x0_y0.png.aux.xml
  $ cmp a/t/x1_y0.png b/t.png && cmp a/t/x1_y0.png.aux.xml b/t.png.aux.xml && cmp a/t/x1_y0.png b/t/x0_y0.png

They do not depend on the engine's tiles, threads or the cache.

  $ for how in "--tile 16 --threads 1" "--tile whole" "--cache cache"; do rm -r b; build --out b $how && diff -r a b; done

An up-to-date file is not written again; a touched one is, as are its fellows.

  $ touch between && build --out b --cache cache && find b -name "x*.png" -newer between
  $ echo mine > b/t/x3_y2.png && build --out b --cache cache && diff -r a b

They appear all or not at all: a range that clips is refused when all are written, and before the first has its name.

  $ cp -r a before
  $ build --out a --strict --set 'outputs.0.range=[0, 0.1]' 2>&1 | grep -o "which --strict refuses"
  which --strict refuses
  [1]
  $ diff -r before a

A tile that would replace another file is refused.

  $ terrawright validate t.yaml --set outputs.1.file=t/x3_y2.png 2>&1 | grep -E "error|note"
  --set:1:16: error: two outputs write 'x3_y2.png'
  t.yaml:7:42: note: the other one
  [2]
  $ terrawright validate t.yaml --set outputs.1.file=t/x4_y2.png
  t.yaml is a valid world: 1 node, 2 files

A build of many tiles tells of them in a line, and in events of each.

  $ terrawright build t.yaml --out c 2> err | grep tiles
  c/t/x{x}_y{y}.png  4 x 3 tiles of 33 x 33 cells, 33.4 kB
  $ terrawright build t.yaml --out c --format json | grep -c "x1_y1.png\""
  1
