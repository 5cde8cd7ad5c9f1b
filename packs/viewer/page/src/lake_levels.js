// SPDX-License-Identifier: Apache-2.0
// Lakes from a layer of their depths: which cells, at which level their water stands, and where their beds lie.
// Heights may be those of the water (filled up to where lakes spill) or those of the beds: the flatter reading is right.

export function find_lakes(world) {
  const layer = world.role("lake");
  if (!layer?.decoded) return null;
  const depth = layer.values;
  const { heights, columns, rows } = world;
  const seen = new Uint8Array(depth.length);
  const lakes = [];
  for (let start = 0; start < depth.length; start++) {
    if (seen[start] || !(depth[start] > 0)) continue;
    const cells = [start];
    seen[start] = 1;
    for (let n = 0; n < cells.length; n++) {
      const i = cells[n] % columns;
      const j = (cells[n] - i) / columns;
      for (let b = Math.max(0, j - 1); b <= Math.min(rows - 1, j + 1); b++) {
        for (let a = Math.max(0, i - 1); a <= Math.min(columns - 1, i + 1); a++) {
          const at = b * columns + a;
          if (seen[at] || !(depth[at] > 0)) continue;
          seen[at] = 1;
          cells.push(at);
        }
      }
    }
    lakes.push(level_of(cells, heights.values, depth));
  }
  if (!lakes.length) return null;
  const beds = new Map();
  for (const lake of lakes) if (lake.filled) for (const at of lake.cells) beds.set(at, heights.values[at] - depth[at]);
  return { lakes, beds, depth };
}

function level_of(cells, heights, depth) {
  const spread = (value) => {
    let low = Infinity;
    let high = -Infinity;
    for (const at of cells) {
      low = Math.min(low, value(at));
      high = Math.max(high, value(at));
    }
    return [high - low, (high + low) / 2];
  };
  const [as_water, water_level] = spread((at) => heights[at]);
  const [as_bed, bed_level] = spread((at) => heights[at] + depth[at]);
  const filled = as_water <= as_bed;
  return { cells, filled, level: filled ? water_level : bed_level };
}
