// SPDX-License-Identifier: Apache-2.0
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
