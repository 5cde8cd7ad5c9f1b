// SPDX-License-Identifier: Apache-2.0
// What the shaders are told, once for all of them.
import { Matrix4, Vector2, Vector3, Vector4 } from "three";

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
