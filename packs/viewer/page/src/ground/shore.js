// SPDX-License-Identifier: Apache-2.0
// How far each cell is from the shore, in cells, below 0 in the sea: for beaches, and for waves that come in.
import { ClampToEdgeWrapping, DataTexture, LinearFilter, LinearMipmapLinearFilter, RedFormat, RepeatWrapping, UnsignedByteType } from "three";
import { Bake, bake_target } from "./bake.js";
import { field_glsl } from "../shaders/field.glsl.js";

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
