// SPDX-License-Identifier: Apache-2.0
// The land: its heights on the graphics card, nodes by distance, its draw call, and walls at the map's edge.
import { Box3, BufferAttribute, DataTexture, Frustum, InstancedBufferAttribute, InstancedBufferGeometry, Matrix4, Mesh, NearestFilter,
  RedIntegerFormat, UnsignedShortType } from "three";
import { material, ramp_glsl } from "../material.js";
import { air_glsl } from "../shaders/air.glsl.js";
import { data_fragment, land_marks_glsl, marks_glsl, natural_fragment, noise_glsl, wire_fragment } from "../shaders/looks.glsl.js";
import { field_glsl, land_vertex, node_glsl, surface_glsl, walls_fragment, walls_vertex } from "../shaders/land.glsl.js";
import { water_glsl } from "../shaders/water.glsl.js";

// The heights that are drawn: whole numbers of 16 bits on the graphics card, lakes down to their beds; and the lowest and
// highest of each square of 32 cells and its parents, for the choice of nodes.
export class Relief {
  constructor(world, lakes) {
    const coding = world.role("height").blocks[0];
    const exact = coding.transform === "linear" && world.role("height").cells[0] instanceof Uint16Array;
    const low = exact ? coding.low : world.lowest;
    const step = exact ? coding.step : (world.highest - world.lowest) / 65535 || 1;
    const { values } = world.heights;
    const q = new Uint16Array(values.length);
    for (let i = 0; i < q.length; i++) q[i] = Math.max(0, Math.min(65535, Math.round((values[i] - low) / step)));
    for (const [at, bed] of lakes?.beds ?? []) q[at] = Math.max(0, Math.round((bed - low) / step));
    this.low = world.up(low);
    this.step = step * world.scale;
    this.q = q;
    this.columns = world.columns;
    this.rows = world.rows;
    this.texture = this.#texture();
    this.levels = this.#pyramid(world.spans);
  }

  // km without exaggeration of a cell.
  cell(i, j) {
    const x = Math.min(Math.max(i, 0), this.columns - 1);
    const y = Math.min(Math.max(j, 0), this.rows - 1);
    return this.low + this.step * this.q[y * this.columns + x];
  }

  #texture() {
    const texture = new DataTexture(this.q, this.columns, this.rows, RedIntegerFormat, UnsignedShortType);
    texture.internalFormat = "R16UI";
    texture.minFilter = texture.magFilter = NearestFilter;
    texture.unpackAlignment = this.columns % 2 ? 2 : 4;
    texture.needsUpdate = true;
    return texture;
  }

  // levels[l] = {columns, rows, range}: lowest and highest km of squares of 32 * 2^l cells, with the cells around them
  // that a spline reaches.
  #pyramid(spans) {
    const levels = [];
    let columns = Math.ceil(spans[0] / 32);
    let rows = Math.ceil(spans[1] / 32);
    let range = new Float32Array(2 * columns * rows);
    for (let j = 0; j < rows; j++) {
      for (let i = 0; i < columns; i++) {
        let low = 65535;
        let high = 0;
        const [west, east] = [Math.max(0, i * 32 - 1), Math.min(this.columns - 1, i * 32 + 33)];
        const [north, south] = [Math.max(0, j * 32 - 1), Math.min(this.rows - 1, j * 32 + 33)];
        for (let y = north; y <= south; y++) {
          for (let x = west, at = y * this.columns + west; x <= east; x++, at++) {
            if (this.q[at] < low) low = this.q[at];
            if (this.q[at] > high) high = this.q[at];
          }
        }
        range.set([this.low + this.step * low, this.low + this.step * high], 2 * (j * columns + i));
      }
    }
    levels.push({ columns, rows, range });
    while (columns > 1 || rows > 1) {
      const below = levels.at(-1);
      columns = Math.ceil(columns / 2);
      rows = Math.ceil(rows / 2);
      range = new Float32Array(2 * columns * rows);
      for (let j = 0; j < rows; j++) {
        for (let i = 0; i < columns; i++) {
          let low = Infinity;
          let high = -Infinity;
          for (const y of [2 * j, Math.min(2 * j + 1, below.rows - 1)]) {
            for (const x of [2 * i, Math.min(2 * i + 1, below.columns - 1)]) {
              low = Math.min(low, below.range[2 * (y * below.columns + x)]);
              high = Math.max(high, below.range[2 * (y * below.columns + x) + 1]);
            }
          }
          range.set([low, high], 2 * (j * columns + i));
        }
      }
      levels.push({ columns, rows, range });
    }
    return levels;
  }
}

// Which nodes are drawn: a quadtree over the grid, split where the eye is near, cut by the view's frustum, near ones first.
// Limits in km: the lowest ground that is drawn, what is hidden by the sea, the foot of the walls.
const split_at = 3.5; // times a node's size; belongs together with the morph in land.glsl.js
const finest = -3;

const box = new Box3();
const frustum = new Frustum();
const matrix = new Matrix4();

function choose_nodes(world, relief, camera, exaggeration, { lowest, hidden, base }, out) {
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

// The land: one instanced draw call of all nodes, with a material for each kind of look.
const most = 4096;

export class Land {
  constructor(world, relief, uniforms, defines) {
    Object.assign(this, { world, relief });
    const geometry = new InstancedBufferGeometry();
    const grid = [];
    const index = [];
    for (let j = 0; j <= 32; j++) for (let i = 0; i <= 32; i++) grid.push(i, j);
    for (let j = 0; j < 32; j++) {
      for (let i = 0; i < 32; i++) {
        const [a, b, c, d] = [j * 33 + i, j * 33 + i + 1, j * 33 + i + 33, j * 33 + i + 34];
        index.push(a, c, b, b, c, d);
      }
    }
    geometry.setAttribute("grid", new BufferAttribute(new Float32Array(grid), 2));
    geometry.setIndex(index);
    this.nodes = new InstancedBufferAttribute(new Float32Array(4 * most), 4);
    geometry.setAttribute("node", this.nodes);
    const part = (fragment, more = {}) => material({
      uniforms,
      vertex: [field_glsl, node_glsl, land_vertex],
      fragment: [air_glsl, field_glsl, noise_glsl, marks_glsl, ramp_glsl, surface_glsl, land_marks_glsl, ...fragment],
      defines: { ...defines, ...more },
    });
    this.materials = {
      natural: part([water_glsl, natural_fragment]),
      data: part([data_fragment]),
      height: part([data_fragment], { BY_HEIGHT: 1 }),
      clay: part([data_fragment], { CLAY: 1 }),
      wireframe: part([wire_fragment]),
    };
    this.mesh = new Mesh(geometry, this.materials.natural);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 1;
  }

  choose(camera, exaggeration, limits) {
    this.count = choose_nodes(this.world, this.relief, camera, exaggeration, limits, this.nodes.array);
    this.mesh.geometry.instanceCount = this.count;
    this.nodes.clearUpdateRanges();
    this.nodes.addUpdateRange(0, 4 * this.count);
    this.nodes.needsUpdate = true;
  }
}

// Side walls where the land meets the map's edge, down to the sea or, without one, to a base.
const most_at_edge = 1024;

export class Walls {
  constructor(world, uniforms, defines) {
    this.world = world;
    const geometry = new InstancedBufferGeometry();
    const steps = [];
    const index = [];
    for (let k = 0; k <= 32; k++) steps.push(k, 0, k, 1);
    for (let k = 0; k < 32; k++) index.push(2 * k, 2 * k + 1, 2 * k + 2, 2 * k + 2, 2 * k + 1, 2 * k + 3);
    geometry.setAttribute("step_down", new BufferAttribute(new Float32Array(steps), 2));
    geometry.setIndex(index);
    this.nodes = new InstancedBufferAttribute(new Float32Array(4 * most_at_edge), 4);
    this.edges = new InstancedBufferAttribute(new Float32Array(most_at_edge), 1);
    geometry.setAttribute("node", this.nodes);
    geometry.setAttribute("edge", this.edges);
    this.mesh = new Mesh(geometry, material({
      uniforms, vertex: [field_glsl, node_glsl, walls_vertex], fragment: [air_glsl, field_glsl, noise_glsl, walls_fragment], defines,
      both_sides: true }));
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 1.5;
  }

  // Of the chosen nodes those at an edge.
  choose(nodes, count) {
    const { spans } = this.world;
    let walls = 0;
    for (let n = 0; n < count; n++) {
      const [column, row, step] = nodes.subarray(4 * n, 4 * n + 3);
      const sides = [column === 0, column + 32 * step >= spans[0], row === 0, row + 32 * step >= spans[1]];
      sides.forEach((at_edge, side) => {
        if (!at_edge || walls === most_at_edge) return;
        this.nodes.array.set(nodes.subarray(4 * n, 4 * n + 4), 4 * walls);
        this.edges.array[walls++] = side;
      });
    }
    this.mesh.geometry.instanceCount = walls;
    this.mesh.visible = walls > 0;
    this.nodes.needsUpdate = this.edges.needsUpdate = true;
  }
}
