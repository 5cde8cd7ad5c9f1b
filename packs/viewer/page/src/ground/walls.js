// SPDX-License-Identifier: Apache-2.0
// Side walls where the land meets the map's edge, down to the sea or, without one, to a base.
import { BufferAttribute, InstancedBufferAttribute, InstancedBufferGeometry, Mesh } from "three";
import { material } from "../material.js";
import { air_glsl } from "../shaders/air.glsl.js";
import { field_glsl } from "../shaders/field.glsl.js";
import { node_glsl } from "../shaders/land.glsl.js";
import { noise_glsl } from "../shaders/noise.glsl.js";
import { walls_fragment, walls_vertex } from "../shaders/walls.glsl.js";

const most = 1024;

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
    this.nodes = new InstancedBufferAttribute(new Float32Array(4 * most), 4);
    this.edges = new InstancedBufferAttribute(new Float32Array(most), 1);
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
        if (!at_edge || walls === most) return;
        this.nodes.array.set(nodes.subarray(4 * n, 4 * n + 4), 4 * walls);
        this.edges.array[walls++] = side;
      });
    }
    this.mesh.geometry.instanceCount = walls;
    this.mesh.visible = walls > 0;
    this.nodes.needsUpdate = this.edges.needsUpdate = true;
  }
}
