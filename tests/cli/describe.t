A stage is described with its shape, access, what it means for the world, revision and origin.

  $ terrawright describe view.relief
  view.relief@1 (revision 4, from terrawright 0.1.0)
    A shaded picture of the world: land in the colours of its classes, sea by its depth.
    Source: Lambert shading under several lights (Mark 1992) of a relief at several scales
    Runs tile by tile, after one or more rounds that survey all tiles; their notes are merged as they come.
    World: the stage sets no limit: it sees one tile at a time.
    Of the world it reads the size of a cell.
  
  Inputs
    height: height, in m
        Heights above the sea.
        reads the tile and 31 cells around it, in the rounds too, and the exact minimum and maximum of all cells
    biome: class, optional
        Classes whose colours the land takes; without it, colours by height.
        reads the tile and 2 cells around it, in the rounds too
    temperature: scalar, in C, optional
        Annual mean temperature: snow lies where it is below 0 C.
        reads the tile, in the rounds too
  
  Outputs
    picture: colour
        The shaded picture.
  
  Parameters
    exaggeration: number, 0 to 1000000, or auto
        Vertical exaggeration, how much steeper slopes are drawn than they are; auto draws the mean slope of every world alike.
        default: auto
    light_from: number in deg, -360 to 360
        Azimuth that the main light comes from: 0 is north, 90 east.
        default: 315 deg
    light_height: number in deg, 10 to 90
        Elevation angle of the lights above the horizon.
        default: 50 deg
    contrast: number, 0 to 4
        Strength of light and shadow.
        default: 1
    plains: number, 0 to 10
        Emphasis of the forms of plains beside mountains: the gentlest slopes are lit as if they were this many times steeper still. 0: light is the same for all.
        default: 2
    tint: number, 0 to 1
        Share of the colour of rock on the highest land.
        default: 0.5
    sea_class: text
        Name of the class that covers the sea in its own colour.
        default: sea ice
  
  Example
    # Light from the north-west on an island coloured by its height.
    terrawright: 1
    name: relief
    world: {size: [65, 65], cell: 1 km, seed: 42}
    stages:
      terrain: {use: heights.diamond_square@1, with: {seeding: island, stencil: cubic}}
      sea: {use: sea.level@1, in: {height: terrain}}
      metres: {use: shape.metres@1, in: {height: terrain, level: sea.level}}
      relief: {use: view.relief@1, in: {height: metres}}
    outputs:
      - {file: "{name}.png", layers: {picture: relief}}
  $ described() { terrawright describe "$1" --json | jq -c "$2"; }
  $ described biome.whittaker '.shape.name, (.inputs[0, 1] | .name, .halo.paint.left)'
  "tiles"
  "height"
  1
  "temperature"
  0
  $ described sea.level@1 '.shape.name, .parameters[0].default, [.outputs[].main]'
  "rounds"
  "60 %"
  [true,false,false]
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
  $ of test.all
  test.all@1 (revision 3, from test.shapes 2.1, shapes.so)
    Needs the whole raster.
    Runs whole: it gets each layer as one raster.
    World: bounded by memory: 8 bytes for each cell of its layers, 537.0 MB at 8193 x 8193.
  
  Inputs
    height: height
        Any.
        reads the whole raster
  
  Outputs
    height: height, like height
        The same.
  $ of test.lee
  test.lee@1 (revision 1, from test.shapes 2.1, shapes.so)
    Looks to the west | only.
    Runs tile by tile, each by itself.
    World: the stage sets no limit: it sees one tile at a time.
    Of the world it reads the latitude.
  
  Inputs
    height: height
        Any.
        reads the tile and 7 cells to the left
    kind: class, optional
        Classes.
        reads the tile
  
  Outputs
    height: height, like height
        The same.
  
  Parameters
    reach: whole number in cells, 0 to 100
        How far.
        default: 7 cells
  $ of test.lee --markdown | grep -o "Looks to the west | only."
  Looks to the west | only.
  $ of test.lee --json | jq -c '.inputs[0].halo.paint, .example, .parameters[0].maximum'
  {"left":7,"up":0,"right":0,"down":0}
  null
  100
  $ of test.either | grep "reads the tile"
        reads the tile and 2 cells around it
        reads the tile and 3 cells around it
  $ of test.shy | grep "reads"
        reads cells that depend on its parameters

Every kind of parameter, columns, choices and a plugin's own example are described.

  $ compile kinds.so "$TESTDIR/made/kinds.cpp"
  $ terrawright describe test.kinds --plugins kinds.so
  test.kinds@1 (revision 1, from test.kinds 1, kinds.so)
    Has one of each.
    Runs tile by tile, each by itself.
    World: the stage sets no limit: it sees one tile at a time.
  
  Outputs
    height: height, without unit
        Flat.
  
  Parameters
    edge: colour, as "#rrggbb", or none
        A colour or none.
        default: none
    counts: list of whole numbers
        Whole numbers.
        default: [1, 2]
    names: list of texts
        Texts.
        default: [a, b]
    steps: table with the columns at in m, colour
        Rows.
        default: [[1 m, "#ffffff"]]
        at: number in m, 0 to 9; without it 0.5 m. Where it is.
        colour: colour, as "#rrggbb"; without it "#0a0b0c". What it looks like.
    wide: whole number, 0 to 9223372036854775806
        A large one.
        default: 0
    way: one of up, down
        A choice.
        default: up
        up: To the sky.
        down: To the sea.
    paint_on: colour, as "#rrggbb"; advanced
        A colour.
        default: "#2f6d9e"
  
  Example
    # its own example
  $ terrawright describe test.kinds --plugins kinds.so --json |
  >   jq -c '.parameters[0].type, .parameters[0, 2].default, .parameters[3].items, .parameters[6].choice_docs[1], .example'
  "colour"
  "#2f6d9e"
  [1,2]
  "text"
  "To the sea."
  "# its own example\n"
  $ terrawright describe test.kinds --plugins kinds.so --json | grep -oE '"maximum": *9223372036854775806'
  "maximum": 9223372036854775806

A unit that is not known is told with those that are, wherever a stage's own one matters.

  $ cat > raised.yaml <<'END'
  > terrawright: 1
  > name: t
  > world: {size: [33, 33], cell: 1 km, seed: 1}
  > stages:
  >   h: {use: heights.noise@1}
  >   m: {use: shape.metres@1, in: {height: h, level: 0}}
  >   r: {use: test.raised@1, in: {height: m}, with: {by: 3 m}}
  > outputs: [{file: t.exr, layers: {r: r}}]
  > END
  $ of_units() { # parameter, port
  >   compile raised.so "$TESTDIR/made/raised.cpp" "-DPARAMETER=\"$1\"" "-DPORT=\"$2\""
  >   terrawright validate --quiet raised.yaml --plugins raised.so 2>&1 |
  >     grep -oE "gives its.*km,|needs metres.*|'metres' is unknown.*km,"
  > }
  $ of_units metres m
  gives its parameter 'by' the unit 'metres', which is unknown: did you mean 'm'? known units: m, km, cm, mm, m2, km2, ha, m/s, km/h, m3/s, deg, s, min, h, d, yr, C, K, K/km,
  [3]
  $ of_units degs m
  gives its parameter 'by' the unit 'degs', which is unknown: did you mean 'deg'? known units: m, km, cm, mm, m2, km2, ha, m/s, km/h, m3/s, deg, s, min, h, d, yr, C, K, K/km,
  [3]
  $ of_units furlong m
  gives its parameter 'by' the unit 'furlong', which is unknown: known units: m, km, cm, mm, m2, km2, ha, m/s, km/h, m3/s, deg, s, min, h, d, yr, C, K, K/km,
  [3]
  $ of_units m metres
  needs metres, but 'm' is in m
  'metres' is unknown: did you mean 'm'? known units: m, km, cm, mm, m2, km2, ha, m/s, km/h, m3/s, deg, s, min, h, d, yr, C, K, K/km,
  [2]
  $ of_units m m
  [1]
