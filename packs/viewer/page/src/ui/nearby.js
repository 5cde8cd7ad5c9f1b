// SPDX-License-Identifier: Apache-2.0
// Rows of tables at a place.

// [{table, row, distance}] with the nearest row of each table within `reach` cells, nearest first.
export function rows_near(world, column, row, reach) {
  const found = [];
  for (const table of [...(world.lines ?? []), ...(world.points ?? [])]) {
    let best = null;
    for (let k = 0; k < table.rows; ++k) {
      const distance = table.kind === "lines" ? to_line(table.places[k], column, row) : to_point(table.places[k], column, row);
      if (distance <= reach && distance < (best?.distance ?? Infinity)) best = { table, row: k, distance };
    }
    if (best) found.push(best);
  }
  return found.sort((a, b) => a.distance - b.distance);
}

const to_point = (places, x, y) => (places.length < 2 ? Infinity : Math.hypot(places[0] - x, places[1] - y));

function to_line(places, x, y) {
  let best = to_point(places, x, y);
  for (let k = 0; k + 3 < places.length; k += 2) {
    const ax = places[k], ay = places[k + 1], dx = places[k + 2] - ax, dy = places[k + 3] - ay;
    const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    best = Math.min(best, Math.hypot(ax + t * dx - x, ay + t * dy - y));
  }
  return best;
}
