// SPDX-License-Identifier: Apache-2.0
// The middle of a lake, which a table places at its outlet: its deepest cell, by flood from there.
import { cell_at, of_cell } from "./coordinates.js";

const most_cells = 400000;

export function deepest_of(world, layer, place) {
  const [width, height] = world.scene.grid.size;
  const wet = (i, j) => i >= 0 && j >= 0 && i < width && j < height && layer.value(i, j) > 0;
  const [i0, j0] = cell_at(world, place[0], place[1]);
  let start = null;
  for (let reach = 0; reach <= 2 && !start; ++reach) {
    for (let dj = -reach; dj <= reach && !start; ++dj) {
      for (let di = -reach; di <= reach; ++di) {
        if (wet(i0 + di, j0 + dj)) { start = [i0 + di, j0 + dj]; break; }
      }
    }
  }
  if (!start) return place;
  const seen = new Set([start[1] * width + start[0]]);
  const waiting = [start];
  let best = start, depth = 0;
  while (waiting.length && seen.size < most_cells) {
    const [i, j] = waiting.pop();
    const here = layer.value(i, j);
    if (here > depth) { depth = here; best = [i, j]; }
    for (const [x, y] of [[i - 1, j], [i + 1, j], [i, j - 1], [i, j + 1]]) {
      if (wet(x, y) && !seen.has(y * width + x)) { seen.add(y * width + x); waiting.push([x, y]); }
    }
  }
  return of_cell(world, best[0], best[1]);
}
