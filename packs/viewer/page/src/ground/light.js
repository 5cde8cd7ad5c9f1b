// SPDX-License-Identifier: Apache-2.0
// How much of the sun each place sees and how open the sky above it is, baked: soft shadows, the same from everywhere.
import { RedFormat } from "three";
import { Bake, bake_target } from "./bake.js";
import { field_glsl } from "../shaders/field.glsl.js";

// Heights for the rays, in a picture that is read smoothly; the sea counts as its surface.
const low_fragment = /* glsl */ `
uniform float sea_shown;
in vec2 uv;
out vec4 height;
void main() {
  float h = B(uv * cells - .5);
  height = vec4(sea_shown > .5 ? max(h, 0.) : h, 0., 0., 1.);
}
`;

const fragment = /* glsl */ `
uniform sampler2D ground;
uniform vec3 sun;
in vec2 uv;
out vec4 light;

float ground_at(vec2 p) { return texture(ground, p).r * exaggeration; }

void main() {
  vec2 cell = 1. / cells;
  float start = ground_at(uv);
  float flat_part = max(length(sun.xz), 1e-4), rise = max(sun.y, .01) / flat_part;
  vec2 towards = sun.xz / flat_part;
  float w = .045 + .05 * max(sun.y, 0.);
  float worst = -1.;
  float t = .6;
  for (int i = 0; i < 72; i++) {
    vec2 p = uv + towards * t * cell;
    float away = t * scale.w;
    worst = max(worst, (ground_at(p) - start - away * rise) / away);
    t = 1.045 * t + .42;
  }
  float seen = sun.y > 0. ? 1. - smoothstep(-w, .55 * w, worst) : 0.;

  float closed = 0.;
  float turn = 6.2831853 / 12.;
  for (int k = 0; k < 12; k++) {
    vec2 direction = vec2(cos(float(k) * turn), sin(float(k) * turn));
    float reach = 1., highest = 0.;
    for (int i = 0; i < 6; i++) {
      float up = ground_at(uv + direction * reach * cell) - start;
      highest = max(highest, up / length(vec2(up, reach * scale.w)));
      reach *= 1.9;
    }
    closed += highest;
  }
  light = vec4(seen, 1. - closed / 12., 0., 1.);
}
`;

export class Light {
  constructor(world, uniforms, defines, limit) {
    Object.assign(this, { world, uniforms, limit });
    this.own = { ...uniforms, ground: { value: null } };
    this.lowering = new Bake(this.own, [field_glsl, low_fragment], defines);
    this.bake = new Bake(this.own, [field_glsl, fragment], defines);
    this.targets = new Map();
  }

  // At most `side` cells a side: few while the sun is dragged, all at rest.
  make(renderer, side) {
    const shrink = Math.min(1, Math.min(side, this.limit) / Math.max(this.world.columns, this.world.rows));
    const [width, height] = [this.world.columns, this.world.rows].map((n) => Math.max(1, Math.round(n * shrink)));
    const key = width + "x" + height;
    if (!this.targets.has(key)) {
      this.targets.set(key, [
        bake_target(this.world, width, height, { half: true, format: RedFormat }), bake_target(this.world, width, height)]);
    }
    const [ground, light] = this.targets.get(key);
    this.uniforms.lights.value = null;
    this.own.ground.value = null;
    this.lowering.into(renderer, ground);
    this.own.ground.value = ground.texture;
    this.bake.into(renderer, light);
    this.uniforms.lights.value = light.texture;
  }
}
