// SPDX-License-Identifier: Apache-2.0
// Which nodes are drawn: a quadtree over the grid, split where the eye is near, cut by the view's frustum, near ones first.
// Limits in km: the lowest ground that is drawn, what is hidden by the sea, the foot of the walls.
import { Box3, Frustum, Matrix4 } from "three";

const split_at = 3.5; // times a node's size; belongs together with the morph in land.glsl.js
const finest = -3;

const box = new Box3();
const frustum = new Frustum();
const matrix = new Matrix4();

export function choose_nodes(world, relief, camera, exaggeration, { lowest, hidden, base }, out) {
  frustum.setFromProjectionMatrix(matrix.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse));
  const eye = camera.position;
  const found = [];

  const visit = (level, i, j) => {
    const side = 32 * 2 ** level;
    const [column, row] = [i * side, j * side];
    if (column >= world.spans[0] || row >= world.spans[1]) return;
    const from = Math.max(level, 0);
    const shift = 2 ** (from - level);
    const { columns, range } = relief.levels[from];
    const at = 2 * (Math.floor(j / shift) * columns + Math.floor(i / shift));
    // Splines overshoot a little beyond their cells.
    const over = (range[at + 1] - range[at]) * 0.08;
    const low = Math.max(range[at] - over, lowest);
    const high = Math.max(range[at + 1] + over, lowest);
    if (range[at + 1] < hidden) return;
    const [west, north] = world.km_of(column, row);
    const [east, south] = world.km_of(Math.min(column + side, world.spans[0]), Math.min(row + side, world.spans[1]));
    const at_edge = column === 0 || row === 0 || column + side >= world.spans[0] || row + side >= world.spans[1];
    box.min.set(west, at_edge ? Math.min(low * exaggeration, base) : low * exaggeration, north);
    box.max.set(east, high * exaggeration, south);
    if (!frustum.intersectsBox(box)) return;
    const away = box.distanceToPoint(eye);
    if (level > finest && away < split_at * side * world.grid_cell) {
      for (let child = 0; child < 4; child++) visit(level - 1, 2 * i + (child & 1), 2 * j + (child >> 1));
    } else {
      found.push([away, column, row, 2 ** level, level]);
    }
  };

  visit(relief.levels.length - 1, 0, 0);
  found.sort((a, b) => a[0] - b[0]);
  const count = Math.min(found.length, out.length / 4);
  for (let n = 0; n < count; n++) out.set(found[n].slice(1), 4 * n);
  return count;
}
