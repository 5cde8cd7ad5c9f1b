// SPDX-License-Identifier: Apache-2.0
// The grid in the shaders: heights in km without exaggeration, bilinear (B) and Catmull-Rom (H), and where textures lie.
export const field_glsl = /* glsl */ `
uniform highp usampler2D heights;
uniform vec2 cells;       // of the grid
uniform vec2 spans;       // cells that are drawn
uniform vec4 scale;       // km of 0, km of one step, lowest km that is drawn, km of a cell
uniform float exaggeration;
uniform sampler2D shores; // distance from the shore, -16 to 16 cells

float height_of(ivec2 c) {
  ivec2 n = ivec2(cells);
#ifdef WRAP_X
  c.x = (c.x % n.x + n.x) % n.x;
#endif
#ifdef WRAP_Y
  c.y = (c.y % n.y + n.y) % n.y;
#endif
  return scale.x + scale.y * float(texelFetch(heights, clamp(c, ivec2(0), n - 1), 0).r);
}

float shown(ivec2 c) { return max(height_of(c), scale.z); }

float B(vec2 c) {
  ivec2 i = ivec2(floor(c));
  vec2 t = fract(c);
  return mix(mix(shown(i), shown(i + ivec2(1, 0)), t.x), mix(shown(i + ivec2(0, 1)), shown(i + 1), t.x), t.y);
}

float depth_at(vec2 c) { // true depth, not the drawn one
  ivec2 i = ivec2(floor(c));
  vec2 t = fract(c);
  return -mix(mix(height_of(i), height_of(i + ivec2(1, 0)), t.x),
              mix(height_of(i + ivec2(0, 1)), height_of(i + 1), t.x), t.y);
}

vec4 spline(float t) {
  return vec4(t * (-.5 + t * (1. - .5 * t)), 1. + t * t * (-2.5 + 1.5 * t),
              t * (.5 + t * (2. - 1.5 * t)), t * t * (-.5 + .5 * t));
}

float H(vec2 c) {
  ivec2 i = ivec2(floor(c)) - 1;
  vec4 u = spline(fract(c.x)), v = spline(fract(c.y));
  float sum = 0.;
  for (int y = 0; y < 4; y++)
    sum += v[y] * dot(u, vec4(shown(i + ivec2(0, y)), shown(i + ivec2(1, y)), shown(i + ivec2(2, y)), shown(i + ivec2(3, y))));
  return sum;
}

float from_shore(vec2 c) { return (texture(shores, (c + .5) / cells).r * 255. - 127.5) * 16. / 127.5; }
vec2 uv_of(vec2 c) { return (c + .5) / cells; }
vec2 cell_of(vec2 xz) { return xz / scale.w + spans * .5; }
vec2 km_of(vec2 c) { return (c - spans * .5) * scale.w; }
`;
