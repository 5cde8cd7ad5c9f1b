// SPDX-License-Identifier: Apache-2.0
// What the heights of a world are like: how steep it is, how much of it is land, where land meets the map's edge.

export function statistics_of(world) {
  const { heights: { values }, columns, rows, grid_cell, scale } = world;
  const sea = world.sea ? 0 : -Infinity;
  const bins = new Uint32Array(4096);
  const widest = 8; // slopes from 0 to 8 in equal steps
  let counted = 0;
  let land = 0;
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const at = j * columns + i;
      if (values[at] <= sea) continue;
      land++;
      if (i === 0 || j === 0 || i === columns - 1 || j === rows - 1) continue;
      const [west, east, north, south] = [values[at - 1], values[at + 1], values[at - columns], values[at + columns]];
      // Coasts are left out: their steps say nothing of mountains.
      if (Math.min(west, east, north, south) <= sea) continue;
      const slope = (Math.hypot(east - west, south - north) * scale) / (2 * grid_cell);
      bins[Math.min(4095, Math.floor((slope / widest) * 4096))]++;
      counted++;
    }
  }
  const slope = (share) => {
    let sum = 0;
    for (let bin = 0; bin < 4096; bin++) if ((sum += bins[bin]) > share * counted) return ((bin + 1) * widest) / 4096;
    return 0.02;
  };
  const [p87, p97, p985] = counted ? [slope(0.87), slope(0.97), slope(0.985)] : [0.2, 0.35, 0.4];
  let edge = -Infinity;
  for (let i = 0; i < columns; i++) edge = Math.max(edge, values[i], values[(rows - 1) * columns + i]);
  for (let j = 0; j < rows; j++) edge = Math.max(edge, values[j * columns], values[(j + 1) * columns - 1]);
  return { p87, p97, p985, land: land / values.length, land_at_edge: edge > 0 };
}

// The exaggeration a world starts with: mountains that are seen from afar, without needles.
export function natural_exaggeration(world, { p97 }) {
  if (!world.measured) return 1;
  const highest = (world.highest - (world.sea ? 0 : world.lowest)) * world.scale;
  if (!(highest > 0)) return 1;
  const width = Math.min(world.width, 400);
  const wanted = Math.min(Math.sqrt(((0.03 * width) / highest) * (0.9 / p97)), 1.6 / p97);
  return Math.min(20, Math.max(1, Math.round(wanted * 10) / 10));
}
