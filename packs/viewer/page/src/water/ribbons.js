// SPDX-License-Identifier: Apache-2.0
// Paths as ribbons on the land: rivers in three levels by distance and importance, and the line of a section.
import { BufferAttribute, BufferGeometry, Mesh } from "three";
import { material } from "../material.js";
import { river_paths } from "./paths.js";
import { air_glsl } from "../shaders/air.glsl.js";
import { field_glsl } from "../shaders/field.glsl.js";
import { ribbon_fragment, ribbon_vertex } from "../shaders/ribbon.glsl.js";

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
