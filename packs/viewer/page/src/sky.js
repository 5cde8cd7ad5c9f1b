// SPDX-License-Identifier: Apache-2.0
// The sky and the sun.
import { BufferAttribute, BufferGeometry, Mesh } from "three";
import { material } from "./material.js";
import { air_glsl, sky_fragment, sky_vertex } from "./shaders/air.glsl.js";
import { noise_glsl } from "./shaders/looks.glsl.js";

// The sky.
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

// The sun by azimuth and height: where it stands, its light through the air, and the colours of the sky.
const radians = Math.PI / 180;
const mix = (a, b, t) => a.map((x, i) => x + (b[i] - x) * t);

export function sun_of({ azimuth, height }) {
  const up = Math.max(height, 0);
  const air_mass = 1 / (Math.sin(up * radians) + 0.15 * (up + 3.885) ** -1.253);
  // Dusk: below the horizon light goes within six degrees.
  const day = Math.min(1, Math.max(0, (height + 6) / 8));
  const light = [0.055, 0.13, 0.3].map((k) => 5.6 * Math.exp(-k * 0.75 * air_mass) * (height > 0 ? 1 : 0));
  const warm = Math.exp(-up / 9);
  const dim = 0.06 + 0.94 * day * (1 - 0.3 * warm);
  const flat = Math.cos(height * radians);
  return {
    towards: [Math.sin(azimuth * radians) * flat, Math.sin(height * radians), -Math.cos(azimuth * radians) * flat],
    light,
    zenith: mix([0.075, 0.22, 0.6], [0.09, 0.14, 0.34], warm).map((x) => x * dim),
    horizon: mix([0.5, 0.68, 0.92], [1.0, 0.62, 0.36], warm * 0.85).map((x) => x * dim),
  };
}
