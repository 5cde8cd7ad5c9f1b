// SPDX-License-Identifier: Apache-2.0
// The sea: a plane at 0 that reaches six times the world, and the materials of all flat water.
import { BufferAttribute, BufferGeometry, Mesh } from "three";
import { material } from "../material.js";
import { air_glsl } from "../shaders/air.glsl.js";
import { field_glsl } from "../shaders/field.glsl.js";
import { marks_glsl } from "../shaders/marks.glsl.js";
import { noise_glsl } from "../shaders/noise.glsl.js";
import { sea_fragment, sea_vertex } from "../shaders/sea.glsl.js";
import { water_glsl } from "../shaders/water.glsl.js";
import { ramp_glsl } from "../uniforms.js";

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
