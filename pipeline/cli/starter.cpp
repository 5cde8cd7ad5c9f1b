// SPDX-License-Identifier: Apache-2.0
#include "cli/starter.hpp"

const char* const terrawright::cli::starter_world = R"yaml(# A small world to grow: an island, its sea, and a picture.
#   terrawright build NAME.yaml                                   the files are in out/NAME/
#   terrawright build NAME.yaml --seed 7 --set knobs.sea=45%      another seed, a knob turned
#   terrawright stages erosion                                    stages about a word
#   terrawright describe sea.level                                what a stage takes and gives
terrawright: 1
name: NAME

# The grid that all layers share: cells, how wide one is, and what all randomness begins with.
world: {size: [513, 513], cell: 250 m, seed: 42}

# Values to turn. $sea stands for the value wherever it is used.
knobs:
  sea: {value: 65 %, range: [10 %, 90 %], doc: Share of the map under the sea.}
  peak: {value: 1800 m, range: [100 m, 8000 m], doc: Height of the summit.}

# Nodes, in any order: a name of yours, the stage that it uses, the nodes that it takes (in) and its parameters (with).
# What is left out has a default. Only what an output needs runs.
stages:
  # Hills over a mountain range, and less of both towards the border of the map.
  noise: {use: heights.noise@1, with: {kind: gradient, lowest: -1, wavelength: 40 km, octaves: 8}}
  bend: {use: shape.formula@1, in: {a: noise}, with: {formula: "0.1 * a"}}
  crest: {use: island.spine@1, in: {warp_x: bend, warp_y: bend}, with: {reach: 1.6}}
  frame: {use: shape.frame@1}
  form: {use: shape.formula@1, in: {a: noise, b: crest, c: frame}, with: {formula: "(0.35 + a + 0.7 * b) * c"}}

  # The sea level, so that the sea has its share; the largest island; metres. `sea.level` is the port `level` of `sea`.
  sea: {use: sea.level@1, in: {height: form}, with: {percentile: $sea}}
  land: {use: sea.islets@1, in: {height: form, level: sea.level}}
  metres: {use: shape.metres@1, in: {height: land, level: sea.level}, with: {peak: $peak}}

  # A picture of it. What next? erosion.stream_power cuts valleys, climate.rain and water.drainage make rivers.
  picture: {use: view.relief@1, in: {height: metres}}

# Files: the ending is the format. {name} and {seed} are filled in.
outputs:
  - {file: "{name}-{seed}.png", layers: {picture: picture}}
  - {file: "{name}-{seed}.exr", layers: {height: metres, land: land.land}}
)yaml";
