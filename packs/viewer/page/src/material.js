// SPDX-License-Identifier: Apache-2.0
// Materials, the uniforms that they share, and the map of their noise.
import { DataTexture, DoubleSide, FrontSide, GLSL3, Matrix4, NearestFilter, NoBlending, NormalBlending, RGBAFormat, RawShaderMaterial,
  UnsignedByteType, Vector2, Vector3, Vector4 } from "three";

// Materials: their shaders of parts, and uniforms that all of them share by reference.
export function material({ uniforms, vertex, fragment, defines = {}, blend = false, both_sides = false, test = true, write = true }) {
  return new RawShaderMaterial({
    glslVersion: GLSL3,
    uniforms,
    defines,
    vertexShader: "precision highp float;\nprecision highp int;\n" + vertex.join("\n"),
    fragmentShader: "precision highp float;\nprecision highp int;\n" + fragment.join("\n"),
    transparent: blend,
    blending: blend ? NormalBlending : NoBlending,
    side: both_sides ? DoubleSide : FrontSide,
    depthTest: test,
    depthWrite: write,
  });
}

// What the shaders are told, once for all of them.
const of = (value) => ({ value });

export function shared_uniforms(world) {
  return {
    heights: of(null), cells: of(new Vector2(world.columns, world.rows)), spans: of(new Vector2(...world.spans)),
    scale: of(new Vector4(0, 0, -1e9, world.grid_cell)), exaggeration: of(1),
    noise_map: of(null), slopes: of(null), shores: of(null), lights: of(null), drape: of(null), vectors: of(null),
    eye: of(new Vector3()), pixel: of(0.001), to_world: of(new Matrix4()), time: of(0),
    sun: of(new Vector3()), sun_light: of(new Vector3()), zenith: of(new Vector3()), horizon: of(new Vector3()),
    air: of(new Vector2()), contours: of(0), sea_shown: of(0), shading: of(1), steep: of(new Vector4()), sandy: of(1),
    classes: of(0), wire_shown: of(0), grid_km: of(0), arrows: of(new Vector3()), black: of(0), beyond: of(2),
    ramp: of(new Vector4()), base: of(0), data_look: of(0), wall_look: of(0),
  };
}

// Of a ramp by height: km of its ends below and above 0, and where 0 lies in its picture.
export const ramp_glsl = /* glsl */ `
uniform vec4 ramp; // lowest, highest, place of the sea's level (0: no sea), unused
float ramp_place(float h) {
  float place = h < 0. && ramp.z > 0. ? ramp.z * clamp(1. - h / ramp.x, 0., 1.) * .998
                                      : ramp.z + (1. - ramp.z) * clamp((h - max(ramp.x, ramp.z > 0. ? 0. : ramp.x)) / max(ramp.y - (ramp.z > 0. ? 0. : ramp.x), 1e-9), .001, .999);
  return place;
}
`;

// The map of the shaders' noise: 256 x 256 whole numbers by a fixed rule, each texel with its right and lower neighbours.
const side = 256;

function lattice() {
  const out = new Uint8Array(side * side);
  let state = 0x2545f491;
  for (let i = 0; i < out.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    out[i] = state >>> 24;
  }
  return out;
}

const corners = lattice();
const corner = (i, j) => corners[(j & 255) * side + (i & 255)];

export function noise_map() {
  const data = new Uint8Array(4 * side * side);
  for (let j = 0; j < side; j++)
    for (let i = 0; i < side; i++)
      data.set([corner(i, j), corner(i + 1, j), corner(i, j + 1), corner(i + 1, j + 1)], 4 * (j * side + i));
  const texture = new DataTexture(data, side, side, RGBAFormat, UnsignedByteType);
  texture.minFilter = texture.magFilter = NearestFilter;
  texture.needsUpdate = true;
  return texture;
}

// The same noise for what is painted on the CPU: 0 to 1, in four octaves.
function noise(x, y) {
  const i = Math.floor(x);
  const j = Math.floor(y);
  const u = (x - i) ** 2 * (3 - 2 * (x - i));
  const v = (y - j) ** 2 * (3 - 2 * (y - j));
  const above = corner(i, j) * (1 - u) + corner(i + 1, j) * u;
  return (above + (corner(i, j + 1) * (1 - u) + corner(i + 1, j + 1) * u - above) * v) / 255;
}

export function fbm(x, y) {
  let sum = 0;
  for (let octave = 0, size = 0.5; octave < 4; octave++, size /= 2) {
    sum += size * noise(x, y);
    [x, y] = [1.6 * x - 1.2 * y + 17.3, 1.2 * x + 1.6 * y + 17.3];
  }
  return sum / 0.9375;
}
