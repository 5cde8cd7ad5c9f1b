// SPDX-License-Identifier: Apache-2.0
// Pictures that the graphics card makes once and the land's shaders read: slopes, sun and openness, distance from the shore.
import { BufferAttribute, BufferGeometry, Camera, ClampToEdgeWrapping, DataTexture, HalfFloatType, LinearFilter, LinearMipmapLinearFilter,
  Mesh, RGFormat, RedFormat, RepeatWrapping, Scene, UnsignedByteType, WebGLRenderTarget } from "three";
import { material } from "../material.js";
import { field_glsl } from "../shaders/land.glsl.js";

const whole = new BufferGeometry();
whole.setAttribute("position", new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
const camera = new Camera();

const vertex = /* glsl */ `
in vec3 position;
out vec2 uv;
void main() {
  uv = position.xy * .5 + .5;
  gl_Position = vec4(position.xy, 0., 1.);
}
`;

function bake_target(world, width, height, { half = false, mips = false, format = RGFormat } = {}) {
  const target = new WebGLRenderTarget(width, height, {
    format,
    type: half ? HalfFloatType : UnsignedByteType,
    minFilter: mips ? LinearMipmapLinearFilter : LinearFilter,
    magFilter: LinearFilter,
    generateMipmaps: mips,
    anisotropy: mips ? 8 : 1,
    depthBuffer: false,
    wrapS: world.round("x") ? RepeatWrapping : ClampToEdgeWrapping,
    wrapT: world.round("y") ? RepeatWrapping : ClampToEdgeWrapping,
  });
  return target;
}

class Bake {
  constructor(uniforms, fragment, defines) {
    this.mesh = new Mesh(whole, material({ uniforms, vertex: [vertex], fragment, defines, test: false, write: false }));
    this.mesh.frustumCulled = false;
    this.scene = new Scene().add(this.mesh);
  }

  into(renderer, target) {
    renderer.setRenderTarget(target);
    renderer.render(this.scene, camera);
    renderer.setRenderTarget(null);
  }
}

// How much of the sun each place sees and how open the sky above it is, baked: soft shadows, the same from everywhere.
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

const light_fragment = /* glsl */ `
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
    this.bake = new Bake(this.own, [field_glsl, light_fragment], defines);
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

// How far each cell is from the shore, in cells, below 0 in the sea: for beaches, and for waves that come in.
const reach = 16; // cells to either side
const straight = 3; // chamfer of 3 and 4: within 8 % of the distance
const diagonal = 4;

export function shore_map(world) {
  const { columns, rows, heights: { values } } = world;
  const out = new Uint8Array(world.sea ? columns * rows : 1).fill(255);
  if (world.sea) {
    const land = distances(columns, rows, (at) => values[at] > 0);
    const sea = distances(columns, rows, (at) => !(values[at] > 0));
    // Of land the distance to the sea less half a cell, and the other way round.
    for (let at = 0; at < out.length; at++) {
      const cells = values[at] > 0 ? sea[at] / straight - 0.5 : 0.5 - land[at] / straight;
      out[at] = Math.round(127.5 + (127.5 * Math.max(-reach, Math.min(reach, cells))) / reach);
    }
  }
  const texture = new DataTexture(out, world.sea ? columns : 1, world.sea ? rows : 1, RedFormat, UnsignedByteType);
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = 4;
  texture.unpackAlignment = 1;
  texture.wrapS = world.round("x") ? RepeatWrapping : ClampToEdgeWrapping;
  texture.wrapT = world.round("y") ? RepeatWrapping : ClampToEdgeWrapping;
  texture.needsUpdate = true;
  return texture;
}

// To the nearest cell that is in, in thirds of a cell, up to the reach.
function distances(columns, rows, is_in) {
  const far = (reach + 1) * straight;
  const out = new Uint8Array(columns * rows);
  for (let at = 0; at < out.length; at++) out[at] = is_in(at) ? 0 : far;
  const nearer = (at, i, down, step) => {
    let best = out[at];
    if (i > 0) best = Math.min(best, step < 0 ? out[at - 1] + straight : far, down ? out[at + down - 1] + diagonal : far);
    if (i < columns - 1) best = Math.min(best, step > 0 ? out[at + 1] + straight : far, down ? out[at + down + 1] + diagonal : far);
    if (down) best = Math.min(best, out[at + down] + straight);
    out[at] = best;
  };
  for (let j = 0; j < rows; j++) for (let i = 0; i < columns; i++) nearer(j * columns + i, i, j ? -columns : 0, -1);
  for (let j = rows - 1; j >= 0; j--) for (let i = columns - 1; i >= 0; i--) nearer(j * columns + i, i, j < rows - 1 ? columns : 0, 1);
  return out;
}

// Slopes to the east and to the south of the drawn heights (Sobel), without exaggeration, with mips: far ones average.
const slope_fragment = /* glsl */ `
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
    this.bake = new Bake(uniforms, [field_glsl, slope_fragment], defines);
  }

  make(renderer) {
    this.uniforms.slopes.value = null;
    this.bake.into(renderer, this.target);
    this.uniforms.slopes.value = this.target.texture;
  }
}
