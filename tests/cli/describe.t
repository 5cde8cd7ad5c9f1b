A stage is described with its shape, access, what it means for the world, revision and origin.

  $ terrawright describe view.relief > relief
  $ grep -E "^view|Runs|World|Of the world|reads the|use: view" relief
  view.relief@1 (revision 4, from terrawright 0.1.0)
    Runs tile by tile, after one or more rounds that survey all tiles; their notes are merged as they come.
    World: the stage sets no limit: it sees one tile at a time.
    Of the world it reads the size of a cell.
        reads the tile and 31 cells around it, in the rounds too, and the exact minimum and maximum of all cells
        reads the tile and 2 cells around it, in the rounds too
        reads the tile, in the rounds too
      relief: {use: view.relief@1, in: {height: metres}}
  $ described() { terrawright describe "$1" --json | jq -c "$2"; }
  $ described biome.whittaker '[.shape.name, (.inputs[0, 1] | .name, .halo.paint.left)]'
  ["tiles","height",1,"temperature",0]
  $ described sea.level@1 '[.shape.name, .parameters[0].default, [.outputs[].main]]'
  ["rounds","60 %",[true,false,false]]
  $ described island.particle_roll .shape.name
  "one answer"
  $ terrawright describe sea.level --json --markdown
  error: --json excludes --markdown
        = terrawright describe --help shows what it takes
  [2]

Examples are worlds that build would take.

  $ cd "$TERRAWRIGHT_ROOT"
  $ examples=0
  $ for world in $(find stages packs/atlas/stages -name "*.yaml" ! -name "*.*.yaml"); do
  >   id=$(echo $world | sed -E 's,.*stages/([^/]*)/(.*/)?([^/]*).yaml,\1.\3,')
  >   terrawright describe $id --json > "$CRAMTMP/stage"
  >   jq -rj .example "$CRAMTMP/stage" | cmp - $world && examples=$((examples + 1))
  >   terrawright validate --quiet $world 2> /dev/null || echo $world
  > done
  $ [ $examples -ge 12 ]
  $ cd "$CRAMTMP"

A plugin's stages are asked for their windows.

  $ compile shapes.so "$TESTDIR/made/shapes.cpp"
  $ of() { terrawright describe "$@" --plugins shapes.so; }
  $ of test.all > all && grep -E "^test|Runs|World|reads|Example" all
  test.all@1 (revision 3, from test.shapes 2.1, shapes.so)
    Runs whole: it gets each layer as one raster.
    World: bounded by memory: 8 bytes for each cell of its layers, 537.0 MB at 8193 x 8193.
        reads the whole raster
  $ of test.lee | grep -E "reads"
    Of the world it reads the latitude.
        reads the tile and 7 cells to the left
        reads the tile
  $ of test.lee --markdown | grep -o "Looks to the west | only."
  Looks to the west | only.
  $ of test.lee --json | jq -c '[.inputs[0].halo.paint, .example, .parameters[0].maximum]'
  [{"left":7,"up":0,"right":0,"down":0},null,100]
  $ of test.either | grep "reads the tile"
        reads the tile and 2 cells around it
        reads the tile and 3 cells around it
  $ of test.shy | grep "reads"
        reads cells that depend on its parameters

Every kind of parameter, columns, choices and a plugin's own example are described.

  $ compile kinds.so "$TESTDIR/made/kinds.cpp"
  $ terrawright describe test.kinds --plugins kinds.so > kinds
  $ grep -E "^    [a-z_]*: |^  [a-z_]*: |default: [^0u]|without it|down: |own example" kinds
    height: height, without unit
    edge: colour, as "#rrggbb", or none
        default: none
    counts: list of whole numbers
        default: [1, 2]
    names: list of texts
        default: [a, b]
    steps: table with the columns at in m, colour
        default: [[1 m, "#ffffff"]]
        at: number in m, 0 to 9; without it 0.5 m. Where it is.
        colour: colour, as "#rrggbb"; without it "#0a0b0c". What it looks like.
    wide: whole number, 0 to 9223372036854775806
    way: one of up, down
        down: To the sea.
    paint_on: colour, as "#rrggbb"; advanced
        default: "#2f6d9e"
    # its own example
  $ terrawright describe test.kinds --plugins kinds.so --json |
  >   jq -c '[.parameters[0].type, .parameters[0, 2].default, .parameters[3].items, .parameters[6].choice_docs[1], .example]'
  ["colour","#2f6d9e",[1,2],"text","To the sea.","# its own example\n"]
  $ terrawright describe test.kinds --plugins kinds.so --json | grep -oE '"maximum": *9223372036854775806'
  "maximum": 9223372036854775806

A unit that is not known is told with those that are, wherever a stage's own one matters.

  $ config t "size: [33, 33], cell: 1 km, seed: 1" > raised.yaml <<'END'
  > stages:
  >   h: {use: heights.noise@1}
  >   m: {use: shape.metres@1, in: {height: h, level: 0}}
  >   r: {use: test.raised@1, in: {height: m}, with: {by: 3 m}}
  > outputs: [{file: t.exr, layers: {r: r}}]
  > END
  $ compile raised.so "$TESTDIR/made/raised.cpp"
  $ of_units() { # parameter, port
  >   PARAMETER=$1 PORT=$2 terrawright validate --quiet raised.yaml --plugins raised.so 2>&1 |
  >     grep -oE "gives its.*K/km,|needs metres.*|'metres' is unknown.*cm,"; echo ${PIPESTATUS[0]}
  > }
  $ of_units metres m; of_units degs m | cut -c1-82; of_units furlong m | cut -c1-82; of_units m metres; of_units m m
  gives its parameter 'by' the unit 'metres', which is unknown: did you mean 'm'? known units: m, km, cm, mm, m2, km2, ha, m/s, km/h, m3/s, deg, s, min, h, d, yr, C, K, K/km,
  3
  gives its parameter 'by' the unit 'degs', which is unknown: did you mean 'deg'? kn
  3
  gives its parameter 'by' the unit 'furlong', which is unknown: known units: m, km,
  3
  needs metres, but 'm' is in m
  'metres' is unknown: did you mean 'm'? known units: m, km, cm,
  2
  0
