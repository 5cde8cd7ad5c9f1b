// SPDX-License-Identifier: Apache-2.0
// Slopes to the east and to the south of the drawn heights (Sobel), without exaggeration, with mips: far ones average.
import { Bake, bake_target } from "./bake.js";
import { field_glsl } from "./shaders/field.glsl.js";

const fragment = /* glsl */ `
in vec2 uv;
out vec4 slope;
void main() {
  ivec2 c = ivec2(gl_FragCoord.xy);
  float a = shown(c + ivec2(-1, -1)), b = shown(c + ivec2(0, -1)), d = shown(c + ivec2(1, -1));
  float e = shown(c + ivec2(-1, 0)), f = shown(c + ivec2(1, 0));
  float g = shown(c + ivec2(-1, 1)), h = shown(c + ivec2(0, 1)), i = shown(c + ivec2(1, 1));
  slope = vec4(vec2(d + 2. * f + i - a - 2. * e - g, g + 2. * h + i - a - 2. * b - d) / (8. * scale.w), 0., 1.);
}
`;

export class Slopes {
  constructor(world, uniforms, defines) {
    this.uniforms = uniforms;
    this.target = bake_target(world, world.columns, world.rows, { half: true, mips: true });
    this.bake = new Bake(uniforms, [field_glsl, fragment], defines);
  }

  make(renderer) {
    this.uniforms.slopes.value = null;
    this.bake.into(renderer, this.target);
    this.uniforms.slopes.value = this.target.texture;
  }
}
