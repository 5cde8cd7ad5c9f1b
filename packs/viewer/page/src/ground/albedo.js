// SPDX-License-Identifier: Apache-2.0
// What ground looks like from above, by the names that classes have: linear red, green and blue.
// Classes of other names take their legend's colour, duller and darker, as a map's colours are brighter than ground.
import { parse, to_linear } from "./ramps.js";

const grounds = [
  [/ice|glacier|snow/, [0.46, 0.5, 0.56]],
  [/tundra|alpine|moor/, [0.185, 0.17, 0.1]],
  [/boreal|taiga|conifer/, [0.036, 0.056, 0.031]],
  [/temperate rain forest/, [0.037, 0.063, 0.026]],
  [/tropical rain forest/, [0.024, 0.062, 0.02]],
  [/tropical seasonal|savanna/, [0.135, 0.15, 0.05]],
  [/seasonal forest|deciduous|mixed forest/, [0.058, 0.088, 0.034]],
  [/woodland|shrub|chaparral/, [0.125, 0.135, 0.06]],
  [/forest|jungle/, [0.036, 0.068, 0.03]],
  [/steppe|grass|prairie|meadow/, [0.225, 0.2, 0.085]],
  [/desert|dune|arid/, [0.4, 0.31, 0.19]],
  [/swamp|marsh|wetland|bog/, [0.07, 0.085, 0.045]],
  [/sand/, [0.3, 0.26, 0.17]],
  [/rock|cliff|bare/, [0.15, 0.138, 0.122]],
];
const waters = /ocean|shelf|coast|beach|\bsea\b|\blake\b|\briver\b|water|unknown|none|nodata/;

// null: no ground of its own, that of its neighbours.
export function ground_of(entry) {
  const name = (entry.name + " " + (entry.title ?? "")).toLowerCase();
  if (waters.test(name) && !/sea ice/.test(name)) return null;
  if (/sea ice/.test(name)) return null;
  for (const [pattern, colour] of grounds) if (pattern.test(name)) return colour;
  const linear = parse(entry.colour).map((x) => to_linear(x / 255));
  const grey = (linear[0] + linear[1] + linear[2]) / 3;
  return linear.map((x) => (x + (grey - x) * 0.35) * 0.55);
}

// The layer of classes that says what grows: the one with most names that are known here.
export function ground_layer(world) {
  let best = null;
  let most = 1;
  for (const layer of world.layers) {
    if (layer.kind !== "class" || !layer.legend) continue;
    const known = layer.legend.filter(({ name }) => grounds.some(([pattern]) => pattern.test(name.toLowerCase()))).length;
    if (known > most) [best, most] = [layer, known];
  }
  return best;
}
