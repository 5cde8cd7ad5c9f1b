// SPDX-License-Identifier: Apache-2.0
// Lines of cells as smooth paths: weights 1-2-1 once, then corners cut twice (Chaikin). The file keeps the cells.

function soften(points) {
  const out = points.slice();
  for (let k = 1; k + 1 < points.length; k++)
    out[k] = points[k].map((x, axis) => (points[k - 1][axis] + 2 * x + points[k + 1][axis]) / 4);
  return out;
}

function cut_corners(points) {
  const out = [points[0]];
  for (let k = 0; k + 1 < points.length; k++) {
    const [a, b] = [points[k], points[k + 1]];
    out.push([0, 1].map((axis) => 0.75 * a[axis] + 0.25 * b[axis]), [0, 1].map((axis) => 0.25 * a[axis] + 0.75 * b[axis]));
  }
  out.push(points.at(-1));
  return out;
}

export function smooth(points) {
  return points.length < 3 ? points : cut_corners(cut_corners(soften(points)));
}

// Rivers of a table, most important first: places in cells of the grid, width in m.
export function river_paths(world, table) {
  const paths = table.places.map((places, row) => {
    const points = [];
    for (let k = 0; k < places.length; k += 2) points.push(world.to_grid(places[k], places[k + 1]));
    const number = (column) => Number(table.value(row, column)) || 0;
    return { points: smooth(points), width: number("width"), weight: number("order") * 1e6 + (number("discharge") || number("length")) };
  });
  return paths.filter(({ points }) => points.length > 1).sort((a, b) => b.weight - a.weight);
}
