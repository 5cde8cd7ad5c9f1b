// SPDX-License-Identifier: Apache-2.0
// Lakes from a layer of their depths: which cells, at which level their water stands, and where their beds lie.
// Heights may be those of the water (filled up to where lakes spill) or those of the beds: the flatter reading is right.
import { BufferAttribute, BufferGeometry, Mesh } from "three";

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

// Lakes: flat squares at their levels, grown by a cell, so that the ground itself cuts their shores.
export class Lakes {
  constructor(world, relief, found, materials) {
    const geometry = lake_geometry(world, relief, found);
    this.materials = materials;
    this.mesh = new Mesh(geometry, materials.natural);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 3;
    this.triangles = geometry.index.count / 3;
  }
}

function lake_geometry(world, relief, { lakes }) {
  const { columns, rows } = world;
  const position = [];
  const inside = [];
  const index = [];
  for (const { cells, level } of lakes) {
    const surface = world.up(level);
    const own = new Set(cells);
    const squares = new Set();
    for (const at of cells) {
      const i = at % columns;
      const j = (at - i) / columns;
      for (const b of [j - 1, j]) for (const a of [i - 1, i]) if (a >= 0 && b >= 0 && a < columns - 1 && b < rows - 1) squares.add(b * columns + a);
    }
    const vertices = new Map();
    const vertex = (at) => {
      if (!vertices.has(at)) {
        vertices.set(at, inside.length);
        const i = at % columns;
        const j = (at - i) / columns;
        const [x, z] = world.km_of(i, j);
        position.push(x, surface, z);
        // Ground below the lake's level that is not of the lake lies beyond its outlet: the water ends before it.
        inside.push(own.has(at) || relief.cell(i, j) >= surface - 0.0002 ? 1 : 0);
      }
      return vertices.get(at);
    };
    for (const at of squares) {
      const [a, b, c, d] = [vertex(at), vertex(at + 1), vertex(at + columns), vertex(at + columns + 1)];
      index.push(a, c, b, b, c, d);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(position), 3));
  geometry.setAttribute("inside", new BufferAttribute(new Float32Array(inside), 1));
  geometry.setIndex(new BufferAttribute(new Uint32Array(index), 1));
  return geometry;
}
