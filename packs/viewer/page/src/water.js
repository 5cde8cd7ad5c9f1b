// SPDX-License-Identifier: Apache-2.0
// Water: lakes, seas and rivers.
import { BufferAttribute, BufferGeometry, Mesh } from "three";
import { material, ramp_glsl } from "./material.js";
import { air_glsl } from "./shaders/air.glsl.js";
import { field_glsl } from "./shaders/land.glsl.js";
import { marks_glsl, noise_glsl } from "./shaders/looks.glsl.js";
import { ribbon_fragment, ribbon_vertex, sea_fragment, sea_vertex, water_glsl } from "./shaders/water.glsl.js";

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

// The sea: a plane at 0 that reaches six times the world, and the materials of all flat water.
export function water_materials(uniforms, defines) {
  const part = (more) => material({
    uniforms,
    vertex: [field_glsl, sea_vertex],
    fragment: [air_glsl, field_glsl, noise_glsl, marks_glsl, ramp_glsl, water_glsl, sea_fragment],
    defines: { ...defines, ...more },
    blend: true,
    both_sides: true,
    write: Boolean(more.LAKE),
  });
  return {
    natural: part({}), data: part({ DATA: 1 }), height: part({ DATA: 1, BY_HEIGHT: 1 }), clay: part({ DATA: 1, CLAY: 1 }),
  };
}

export class Sea {
  constructor(world, uniforms, defines) {
    // Rings of squares, near ones small: one large square would lose precision far out.
    const reach = 6 * Math.max(world.width, world.depth);
    const position = [];
    const index = [];
    const steps = [-reach, -reach / 3, -world.width / 2, 0, world.width / 2, reach / 3, reach];
    const down = [-reach, -reach / 3, -world.depth / 2, 0, world.depth / 2, reach / 3, reach];
    const side = steps.length;
    for (const z of down) for (const x of steps) position.push(x, 0, z);
    for (let j = 0; j + 1 < side; j++) {
      for (let i = 0; i + 1 < side; i++) {
        const a = j * side + i;
        index.push(a, a + side, a + 1, a + 1, a + side, a + side + 1);
      }
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(position), 3));
    geometry.setIndex(index);
    this.materials = water_materials(uniforms, defines);
    this.mesh = new Mesh(geometry, this.materials.natural);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 4;
  }
}

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

function smooth(points) {
  return points.length < 3 ? points : cut_corners(cut_corners(soften(points)));
}

// Rivers of a table, most important first: places in cells of the grid, width in m.
function river_paths(world, table) {
  const paths = table.places.map((places, row) => {
    const points = [];
    for (let k = 0; k < places.length; k += 2) points.push(world.to_grid(places[k], places[k + 1]));
    const number = (column) => Number(table.value(row, column)) || 0;
    return { points: smooth(points), width: number("width"), weight: number("order") * 1e6 + (number("discharge") || number("length")) };
  });
  return paths.filter(({ points }) => points.length > 1).sort((a, b) => b.weight - a.weight);
}

// Paths as ribbons on the land: rivers in three levels by distance and importance, and the line of a section.
const strides = [1, 2, 4];
const far_triangles = 60000;

function ribbon_geometry(paths) {
  const places = [];
  const widths = [];
  const index = strides.map(() => []);
  for (const { points, width } of paths) {
    const first = widths.length / 2;
    points.forEach((point, k) => {
      const [a, b] = [points[Math.max(0, k - 1)], points[Math.min(points.length - 1, k + 1)]];
      const away = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
      const across = [-(b[1] - a[1]) / away, (b[0] - a[0]) / away];
      for (const side of [-1, 1]) {
        places.push(...point, ...across);
        widths.push(side, width);
      }
    });
    strides.forEach((stride, level) => {
      for (let k = 0; k < points.length - 1; k += stride) {
        const [a, b] = [first + 2 * k, first + 2 * Math.min(k + stride, points.length - 1)];
        index[level].push(a, b, a + 1, a + 1, b, b + 1);
      }
    });
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("path", new BufferAttribute(new Float32Array(places), 4));
  geometry.setAttribute("side", new BufferAttribute(new Float32Array(widths), 2));
  return { geometry, index: index.map((list) => new BufferAttribute(new Uint32Array(list), 1)) };
}

function ribbon_mesh(geometry, uniforms, defines) {
  const mesh = new Mesh(geometry, material({
    uniforms, vertex: [field_glsl, ribbon_vertex], fragment: [air_glsl, field_glsl, ribbon_fragment], defines, blend: true, both_sides: true,
    write: false }));
  mesh.frustumCulled = false;
  mesh.renderOrder = 2.5;
  return mesh;
}

export class Rivers {
  constructor(world, table, uniforms, defines) {
    const { geometry, index } = ribbon_geometry(river_paths(world, table));
    this.index = index;
    this.cell = world.grid_cell;
    geometry.setIndex(index[0]);
    this.mesh = ribbon_mesh(geometry, uniforms, defines);
  }

  // Near the ground all bends of all rivers, from afar few bends of the greatest.
  choose(above_ground) {
    const cells = above_ground / this.cell;
    const level = cells < 30 ? 0 : cells < 110 ? 1 : 2;
    const { geometry } = this.mesh;
    if (geometry.index !== this.index[level]) geometry.setIndex(this.index[level]);
    geometry.setDrawRange(0, level === 2 ? Math.min(this.index[2].count, 3 * far_triangles) : this.index[level].count);
  }
}

export class SectionLine {
  constructor(world, uniforms, defines) {
    Object.assign(this, { world, uniforms, defines, mesh: null });
  }

  // Along places in km, or nothing.
  set(places, scene) {
    if (this.mesh) {
      scene.remove(this.mesh);
      this.mesh.geometry.dispose();
      this.mesh = null;
    }
    if (!places || places.length < 2) return;
    const { geometry, index } = ribbon_geometry([{ points: places.map(([x, z]) => this.world.grid_of(x, z)), width: 0 }]);
    geometry.setIndex(index[0]);
    this.mesh = ribbon_mesh(geometry, this.uniforms, { ...this.defines, SECTION: 1 });
    this.mesh.renderOrder = 5;
    scene.add(this.mesh);
  }
}
