// SPDX-License-Identifier: Apache-2.0
// The land: one instanced draw call of all nodes, with a material for each kind of look.
import { BufferAttribute, InstancedBufferAttribute, InstancedBufferGeometry, Mesh } from "three";
import { material } from "../material.js";
import { choose_nodes } from "./nodes.js";
import { air_glsl } from "../shaders/air.glsl.js";
import { data_fragment } from "../shaders/data.glsl.js";
import { field_glsl } from "../shaders/field.glsl.js";
import { land_vertex, node_glsl, surface_glsl } from "../shaders/land.glsl.js";
import { land_marks_glsl, marks_glsl, wire_fragment } from "../shaders/marks.glsl.js";
import { natural_fragment } from "../shaders/natural.glsl.js";
import { noise_glsl } from "../shaders/noise.glsl.js";
import { water_glsl } from "../shaders/water.glsl.js";
import { ramp_glsl } from "../uniforms.js";

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
