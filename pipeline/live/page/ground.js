// SPDX-License-Identifier: Apache-2.0
// A layer of heights as the 3-D view draws it: km over the sea, and the light that falls on it. x is east, z is south.
import {find} from './cells.js';

// Towards the sun: from 300 degrees, 36 degrees high, as the page of an output `scene:` begins.
export const sun = [-0.7006, 0.5878, -0.4045];
export const fullLight = 1.25;  // what the largest value of `light` stands for; 1 is level ground in the sun
export const along = (from, direction, far) => from.map((at, axis) => at + direction[axis] * far);
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

// The heights under a layer: its own, or the first ones of the world.
export function heightsUnder(world, title) {
  const own = find(world, title), heights = [own, ...(world?.layers ?? [])].filter((layer) => layer?.kind === 'height');
  return heights.find((layer) => layer.unit === 'm') ?? heights[0];
}

export class Ground {
  constructor(world, {layer, values}) {
    const {width: columns, height: rows} = layer;
    this.columns = columns;
    this.rows = rows;
    this.cell = world.cell * world.width / columns / 1000;
    this.width = columns * this.cell;
    this.size = Math.max(columns, rows) * this.cell;
    const kilometres = {m: 0.001, km: 1}[layer.unit];
    let lowest = Infinity, highest = -Infinity;
    for (const value of values) {
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
    }
    if (!(highest >= lowest)) lowest = highest = 0;
    this.measured = kilometres !== undefined;
    this.sea = this.measured && lowest < 0;
    // Heights of no unit are drawn as if their range were an eighth of the width.
    const scale = kilometres ?? this.size / 8 / (highest - lowest || 1), zero = this.measured ? 0 : lowest;
    const floor = this.sea ? 0 : (lowest - zero) * scale;
    this.heights = new Float32Array(columns * rows);
    for (let at = 0; at < values.length; ++at) {
      const height = (values[at] - zero) * scale;
      // A cell without a height has that of the one before it.
      this.heights[at] = height !== height ? (at % columns ? this.heights[at - 1] : floor) : Math.max(height, floor);
    }
    this.range = [floor, Math.max(floor, (highest - zero) * scale)];
  }

  // Km over a place without exaggeration. Outside of the map, that of its edge.
  at(x, z) {
    const {heights, columns, rows, cell} = this, within = (at, last) => Math.max(0, Math.min(last, at / cell + last / 2));
    const i = within(x, columns - 1), j = within(z, rows - 1), west = Math.floor(i), north = Math.floor(j);
    const row = (y) => {
      const at = Math.min(y, rows - 1) * columns, here = heights[at + west];
      return here + (heights[at + Math.min(west + 1, columns - 1)] - here) * (i - west);
    };
    return row(north) + (row(north + 1) - row(north)) * (j - north);
  }

  // Mountains that are seen from afar, without needles: the rule of the page of an output `scene:`.
  exaggeration() {
    const {columns, rows, heights} = this, floor = this.sea ? 0 : -Infinity, slopes = [];
    const every = Math.max(1, Math.floor(Math.sqrt(columns * rows) / 256));
    for (let y = 1; y < rows - 1; y += every) {
      for (let x = 1; x < columns - 1; x += every) {
        const at = y * columns + x, around = [heights[at - 1], heights[at + 1], heights[at - columns], heights[at + columns]];
        if (Math.min(heights[at], ...around) > floor) slopes.push(Math.hypot(around[1] - around[0], around[3] - around[2]) / (2 * this.cell));
      }
    }
    const steep = slopes.sort((a, b) => a - b)[Math.floor(0.97 * slopes.length)] || 0.35, relief = this.range[1] - this.range[0];
    if (!this.measured || !(relief > 0)) return 1;
    const wanted = Math.min(Math.sqrt(0.03 * Math.min(this.width, 400) / relief * 0.9 / steep), 1.6 / steep);
    return Math.min(20, Math.max(1, Math.round(wanted * 10) / 10));
  }

  // A byte a cell: the sun on its slope, and the shadows of what stands between it and the sun, with soft edges.
  light(exaggeration) {
    const {columns, rows, heights, cell} = this, light = new Uint8Array(columns * rows), per = exaggeration / (2 * cell);
    // The lowest ray that passes over everything to the west, one column after the other.
    const north = sun[2] / sun[0], fall = cell * Math.hypot(1, north) * sun[1] / Math.hypot(sun[0], sun[2]) / exaggeration;
    let before = null, ray = null;
    for (let x = 0; x < columns; ++x) {
      ray = new Float32Array(rows);
      for (let y = 0; y < rows; ++y) {
        const at = y * columns + x, up = Math.max(0, y - 1), down = Math.min(rows - 1, y + 1);
        const height = heights[at], passes = before ? before[up] * north + before[y] * (1 - north) - fall : -Infinity;
        ray[y] = Math.max(height, passes);
        const dark = Math.min(1, Math.max(0, (passes - height) / (fall * 1.5)));
        const dx = (heights[at + (x < columns - 1 ? 1 : 0)] - heights[at - (x > 0 ? 1 : 0)]) * per;
        const dz = (heights[down * columns + x] - heights[up * columns + x]) * per;
        const facing = Math.max(0, (sun[1] - dx * sun[0] - dz * sun[2]) / Math.sqrt(1 + dx * dx + dz * dz)) / sun[1];
        light[at] = 255 * Math.min(1, (0.3 + 0.7 * facing * (1 - 0.55 * dark)) / fullLight);
      }
      before = ray;
    }
    return light;
  }
}
