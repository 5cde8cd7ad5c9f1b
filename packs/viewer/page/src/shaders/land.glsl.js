// SPDX-License-Identifier: Apache-2.0
// The form of the land: the grid, its nodes, and walls at the map's edge.

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

// Land: nodes of 32 x 32 squares whose odd vertices slide onto the even ones with distance, so that no cracks appear.
// Where a vertex of a node lies. Shared by the land and the walls at the map's edge.
export const node_glsl = /* glsl */ `
uniform vec3 eye;
in vec4 node; // column, row, cells between vertices, level

vec3 place(vec2 grid, out vec2 c) {
  c = node.xy + grid * node.z;
  vec2 edge = min(c, spans);
  vec3 p = vec3(km_of(edge), 0.).xzy;
  p.y = exaggeration * (node.w < 1. ? H(edge) : shown(ivec2(edge)));
  float range = 224. * node.z * scale.w;
  float morph = clamp((distance(eye, p) / range - .72) / .26, 0., 1.);
  c = min(c - fract(grid * .5) * 2. * node.z * morph, spans);
  p.xz = km_of(c);
  p.y = exaggeration * (node.w < 1. ? H(c) : B(c));
  return p;
}
`;

export const land_vertex = /* glsl */ `
uniform mat4 projectionMatrix, viewMatrix;
in vec2 grid;
out vec2 at;
out vec3 where;
flat out float between;

void main() {
  vec2 c;
  where = place(grid, c);
  at = c;
  between = max(node.z, 1.);
  gl_Position = projectionMatrix * viewMatrix * vec4(where, 1.);
}
`;

// What all looks of the land begin with: view, footprint, height, slope, light.
export const surface_glsl = /* glsl */ `
uniform sampler2D slopes, lights;
uniform float sea_shown;  // 1: water stands at 0
uniform float shading;
in vec2 at;
in vec3 where;
flat in float between;
out vec4 painted;

struct Surface {
  vec3 to; float away; float cell_pixels; vec2 uv; float height; float triangle; vec2 slope; vec3 normal; vec2 light;
};

Surface surface() {
  Surface s;
  s.to = where - eye;
  s.away = length(s.to);
  s.to /= s.away;
  s.cell_pixels = scale.w / (s.away * pixel);
  s.uv = uv_of(at);
  s.triangle = where.y / exaggeration;
  s.height = s.triangle;
  if ((sea_shown > .5 && abs(s.triangle) < .06) || contours > 0.) s.height = H(at);
  s.slope = texture(slopes, s.uv).xy;
  s.normal = normalize(vec3(-exaggeration * s.slope.x, 1., -exaggeration * s.slope.y));
  s.light = texture(lights, s.uv).xy;
  return s;
}
`;

// Walls at the map's edge: the land's own vertices there, and the same ones at the base.
export const walls_vertex = /* glsl */ `
uniform mat4 projectionMatrix, viewMatrix;
uniform float base;
in vec2 step_down;        // 0 to 32 along the edge; 0 above, 1 below
in float edge;            // west, east, north, south
out vec3 where;
out float under;
flat out vec3 outwards;

void main() {
  vec2 grid = edge < .5 ? vec2(0., step_down.x) : edge < 1.5 ? vec2(32., step_down.x)
            : edge < 2.5 ? vec2(step_down.x, 0.) : vec2(step_down.x, 32.);
  outwards = edge < .5 ? vec3(-1., 0., 0.) : edge < 1.5 ? vec3(1., 0., 0.) : edge < 2.5 ? vec3(0., 0., -1.) : vec3(0., 0., 1.);
  vec2 c;
  where = place(grid, c);
  float top = where.y;
  if (step_down.y > .5) where.y = min(base, top);
  under = top - where.y;
  gl_Position = projectionMatrix * viewMatrix * vec4(where, 1.);
}
`;

export const walls_fragment = /* glsl */ `
uniform float base, wall_look; // 0 natural, 1 data, 2 wireframe
in vec3 where;
in float under;
flat in vec3 outwards;
out vec4 painted;

void main() {
  vec3 to = where - eye;
  float away = length(to);
  to /= away;
  if (wall_look > 1.5) { painted = vec4(0., 0., 0., 1.); return; }
  float along = dot(where.xz, vec2(outwards.z, outwards.x)) / scale.w;
  float h = where.y / (exaggeration * scale.w);
  // Beds that lie about level, bent and broken a little.
  float bent = h * 1.6 + 3.2 * fbm(vec2(along * .012, h * .05)) + .002 * along;
  float seen = 1. - smoothstep(.2, .9, fwidth(bent));
  float beds = mix(.5, noise(vec2(bent, along * .03)).x * .6 + noise(vec2(bent * 3.3, along * .05)).x * .4, seen);
  vec3 stone = mix(vec3(.105, .085, .068), vec3(.235, .195, .150), beds);
  stone = mix(stone, vec3(.07, .055, .035), exp(-under / (.25 * scale.w)) * .7);
  float facing = max(dot(outwards, sun), 0.);
  if (wall_look > .5) {
    vec3 grey = vec3(.50, .49, .47) * (.86 + .2 * beds) * (.62 + .38 * facing);
    painted = vec4(mix(grey, film(sky_at_horizon(to)), .75 * (1. - exp(-away * air.x * .35))), 1.);
    return;
  }
  vec3 light = .41 * sun_light * (.16 * max(sun.y, 0.) + .84 * facing) + .62 * (zenith * .35 + horizon * .65);
  painted = vec4(film(through_air(stone * light, where, to, away, 1.)), 1.);
}
`;
