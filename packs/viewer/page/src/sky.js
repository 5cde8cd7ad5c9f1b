// SPDX-License-Identifier: Apache-2.0
// The sky.
import { BufferAttribute, BufferGeometry, Mesh } from "three";
import { material } from "./material.js";
import { air_glsl } from "./shaders/air.glsl.js";
import { noise_glsl } from "./shaders/noise.glsl.js";
import { sky_fragment, sky_vertex } from "./shaders/sky.glsl.js";

export class Sky {
  constructor(uniforms) {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array([-1, -1, 1, 3, -1, 1, -1, 3, 1]), 3));
    const sky = material({
      uniforms, vertex: ["uniform vec3 eye;", sky_vertex], fragment: [air_glsl, noise_glsl, sky_fragment], test: true, write: false });
    this.mesh = new Mesh(geometry, sky);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 2; // behind the land, before what is seen through
  }
}
