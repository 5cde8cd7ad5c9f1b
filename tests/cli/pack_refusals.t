What an engine would change is refused, with remedies that are taken. The stages are those of examples/360-packs.

  $ world() { # facts of the world, outputs
  >   printf 'terrawright: 1\nname: w\nworld: {%s, seed: 11, latitude: 46 deg}\n' "$1"
  >   sed -n '/^stages:/,/^outputs:/p' "$TERRAWRIGHT_ROOT/examples/360-packs/world.yaml"; cat
  > }
  $ weights="weights: {grass: rest, sand: {layer: biomes, classes: [coast, shelf, deep ocean]}, rock: rock, snow: snow.mask}"
  $ of() { # size, pack with its keys, cell
  >   case $2 in godot*) range="" ;; *) range=", range: [-310 m, 905 m]" ;; esac
  >   world "size: [$1], cell: ${3:-32 m}" <<< "  - {pack: $2, folder: p, heights: land, $weights$range}" > w.yaml
  >   terrawright validate --quiet w.yaml 2>&1 | sed -n '/error:/,$p' |
  >     grep -oE "error: .*|the nearest .*|write .*"
  > }

A wrong size is refused with the nearest that are right; sizes of the programs' own tables are taken.

  $ while IFS='|' read -r size pack; do of "$size" "$pack" | grep -v "^error: the world"; done <<'END'
  > 1025, 1025|unreal
  > 1000, 1000|unity
  > 1025, 1025|godot
  > 1000, 1000|godot, tiles: {side: 256}
  > 1000, 1000|generic, tiles: {side: 256, overlap: 1}
  > 1009, 1009|unreal, tiles: {side: 1000}
  > 1025, 1025|unity, tiles: {side: 256, overlap: 0}
  > 8193, 8193|unity
  > 1024, 512|unity
  > END
  the nearest are 1021 x 1021 or 1055 x 1055: make it one of these, or write fit: resample for 1021 x 1021
  the nearest are 1025 x 1025 or 513 x 513: make it one of these, or write fit: resample for 1025 x 1025
  the nearest are 1024 x 1024 or 1088 x 1088: make it one of these, or write fit: resample for 1024 x 1024
  the nearest are 1024 x 1024 or 768 x 768: make it one of these, or write fit: resample for 1024 x 1024
  the nearest are 1025 x 1025 or 769 x 769: make it one of these, or write fit: resample for 1025 x 1025
  error: a tile of 1001 cells a side is none for Unreal Engine, which takes components x sections x quads + 1 cells a side: up to 32 components of 1 or 2 sections of 7, 15, 31, 63, 127 or 255 quads, as 505, 1009, 2017, 4033 and 8129 are
  write side: 1008 or side: 992
  error: tiles for Unity share 1 cells, not 0
  the nearest are 4097 x 4097: make it one of these, or write fit: resample for 4097 x 4097
  error: Unity takes at most 100 km a side of a terrain, and one of 4097 x 4097 cells has 131.072 km
  write tiles: {side: 2048}, or world: {cell: 24.414 m}
  the nearest are 513 x 513 or 1025 x 1025: make it one of these, or write fit: resample for 513 x 513
  [2]
  $ for side in 505 1009 2017 4033 8129; do of "$side, $side" unreal; done
  [1]
  $ for side in 33 1025 4097; do of "$side, $side" unity "20 m"; done
  [1]
  $ for side in 64 1024 16384; do of "$side, $side" godot; done
  [1]

Cells, sides and heights that a program would change are refused; cells of the pack count, not those of the world.

  $ bare() { # size, cell, pack with its keys
  >   world "size: [$1, $1], cell: $2" <<< "  - {folder: p, heights: land, pack: $3}" > w.yaml
  >   terrawright validate --quiet w.yaml 2>&1 | sed -n '/error:/,$p' |
  >     grep -oE "error: .*|the nearest .*|write .*"
  > }
  $ bares() { while IFS='|' read -r size cell pack; do bare $size "$cell" "$pack"; done; }
  $ bares <<'END'
  > 512|250 m|godot
  > 512|0.1 m|godot
  > 513|100 m|godot, fit: resample
  > 513|250 m|unity
  > 33|4 km|unity
  > 513|100 m|unity, range: [-5 km, 6 km]
  > END
  error: Terrain3D of Godot takes cells of 0.25 m to 100 m; with cells of 250 m it makes the land 2.5 times too small
  write world: {cell: 100 m}, or of the same ground world: {size: [1280, 1280], cell: 99.8827 m}
  error: Terrain3D of Godot takes cells of 0.25 m to 100 m; with cells of 0.1 m it makes the land 2.5 times too large
  write world: {cell: 0.25 m}
  error: Terrain3D of Godot takes cells of 0.25 m to 100 m; with cells of 100.196 m it makes the land 1.00196 times too small
  write world: {cell: 99.8046 m}, or of the same ground world: {size: [576, 576], cell: 89.0435 m}
  error: Unity takes at most 100 km a side of a terrain, and this one has 128 km
  write tiles: {side: 256}, or world: {cell: 195.312 m}
  error: Unity takes at most 100 km a side of a terrain, and this one has 128 km
  write world: {cell: 3125 m}
  error: Unity takes heights over at most 10 km, and with the step above its end this range is 11.0002 km
  write such as range: [-3999 m, 6000 m], or make the heights lower by shape.formula
  [2]

A wrong size and the ground of the nearest right one are reported at once.

  $ bares <<'END'
  > 1000|150 m|unity
  > 1000|250 m|godot
  > END
  error: the world has 1000 x 1000 cells; Unity takes 2^n + 1 cells, as wide as high: 33, 65, 129, 257, 513, 1025, 2049 or 4097
  the nearest are 1025 x 1025 or 513 x 513: make it one of these, or write fit: resample for 1025 x 1025
  error: Unity takes at most 100 km a side of a terrain, and one of 1025 x 1025 cells has 153.6 km
  write tiles: {side: 512}, or world: {cell: 97.6562 m}
  error: the world has 1000 x 1000 cells; Terrain3D of Godot takes up to 32 regions of 64, 128, 256, 512, 1024 or 2048 cells a side, and up to 16384 cells in a file
  the nearest are 1024 x 1024 or 960 x 960: make it one of these, or write fit: resample for 1024 x 1024
  error: Terrain3D of Godot takes cells of 0.25 m to 100 m; with cells of 250 m it makes the land 2.5 times too small
  write world: {cell: 100 m}, or of the same ground world: {size: [2560, 2560], cell: 99.9414 m}
  [2]

The remedies are taken, together too.

  $ bares <<'END'
  > 512|100 m|godot
  > 1280|99.8827 m|godot
  > 512|0.25 m|godot
  > 513|250 m|unity, tiles: {side: 256}
  > 513|195.312 m|unity
  > 1025|97.6562 m|unity
  > 513|100 m|unity, range: [-3999 m, 6000 m]
  > 512|4 km|unreal, fit: resample, range: [-11 km, 9 km]
  > 512|4 km|generic, range: [-11 km, 9 km]
  > END
  [1]

The printed value is accepted, for each sixth digit.

  $ for cell in "250 m" "10 km" "333 m" "777.7 m"; do for size in 4097 1025 2049; do
  >   of_cell=$(bare $size "$cell" unity | sed -n 's/.*world: {cell: \([^}]*\)}.*/\1/p' | tail -1)
  >   [ -n "$of_cell" ] && bare $size "$of_cell" unity
  > done; done
  [1]

Heights that Unity does not hold fail where no range was written either.

  $ config w "size: [33, 33], cell: 100 m, seed: 1" > high.yaml <<'END'
  > stages:
  >   ground: {use: heights.profile@1, with: {method: naive}}
  >   land: {use: shape.metres@1, in: {height: ground, level: 0}, with: {peak: 12 km}}
  > outputs: [{pack: unity, folder: p, heights: land}]
  > END
  $ terrawright build high.yaml --quiet --out out 2>&1 | grep -oE "error: .*"
  error: out/p: Unity takes heights over at most 10 km, and these go from 43 to 12000 m (write a range for the pack)
  [1]
  $ ! test -e out/p

What is wrong in a pack is said all at once, where it stands; so of the same writer by its name.

  $ said() { world "size: [505, 505], cell: 32 m" > w.yaml; terrawright validate --quiet w.yaml 2>&1 | grep -oE "w.yaml.* error.*|did you mean.*"; }
  $ said <<'END'
  >   - {pack: unreal, folder: p, heights: slope, weights: {low: land}}
  >   - {pack: generic, folder: p, heights: land, range: [1 m, 0 m]}
  > END
  w.yaml:42:40: error: 'heights' of a pack needs a height, but 'heights' is a scalar
  w.yaml:42:62: error: 'weights' of a pack needs a scalar or weight or mask or class, but 'low' is a height
  w.yaml:43:29: error: two outputs write 'p'
  w.yaml:43:55: error: the range is empty
  [2]
  $ said <<'END'
  >   - {write: game.pack@1, file: p, in: {heights: land, weights: {My rock: rock, rock: rivers}}, with: {textures: [a, b, rock, rock], overlap: 3, range: [1 m]}, coarsen: 2}
  >   - {write: game.pack@1, file: q, in: {weights: {rock: rock}}}
  >   - {write: game.pack@1, file: r, in: {heights: land, weights: {rock: rock, snow: rivers}}, with: {textures: [rock, Grass land]}}
  > END
  w.yaml:42:32: error: game.pack@1: a pack is made of all cells of the world
  w.yaml:42:74: error: game.pack@1: 'My rock' is no name for a file
  w.yaml:42:113: error: game.pack@1: `textures` leaves out the weight 'My rock'
  w.yaml:42:117: error: game.pack@1: 'b' and 'a' are no weights, and one can be the rest
  w.yaml:42:126: error: game.pack@1: 'rock' stands twice in `textures`
  w.yaml:42:142: error: game.pack@1: `overlap` is of tiles, and these are none
  w.yaml:42:152: error: game.pack@1: `range` has two values
  w.yaml:43:32: error: game.pack@1 needs 'heights'
  w.yaml:44:110: error: game.pack@1: `textures` leaves out the weight 'snow'
  w.yaml:44:117: error: game.pack@1: 'Grass land' is no name for a file
  [2]
  $ said <<'END'
  >   - {write: game.pack@1, file: p, in: {heights: land, weights: {rock: rock, Rock: rivers}}}
  >   - {write: game.pack@1, file: "{layer}", in: {heights: land, weights: {rock: rock}}}
  > END
  w.yaml:42:83: error: game.pack@1: two layers of the pack have the name 'Rock'
  w.yaml:43:32: error: game.pack@1 holds several layers, and its name cannot contain '{layer}'
  [2]
