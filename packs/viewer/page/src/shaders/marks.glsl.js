// SPDX-License-Identifier: Apache-2.0
// What is drawn onto the land of every look: contours, the grid of squares, the lines of the mesh, arrows of a vector.
export const marks_glsl = /* glsl */ `
uniform float contours;   // km between them, 0: none
uniform float wire_shown;
uniform float grid_km;    // 0: none
uniform sampler2D vectors;
uniform vec3 arrows;      // shown, cells between two, largest length

float line(float value, float width) { // one line at each whole number
  float step_size = fwidth(value);
  float from = abs(fract(value - .5) - .5) / max(step_size, 1e-6);
  return (1. - smoothstep(width - .5, width + .5, from)) * (1. - smoothstep(.18, .5, step_size));
}

float contour_lines(float height) {
  float value = height / contours;
  return max(.55 * line(value, .6), .95 * line(value / 5., .9));
}

// Squares and one diagonal, as meshes are drawn; twice as wide where they would touch.
float mesh_lines(vec2 c, float between) {
  vec2 p = c / between;
  float dense = max(fwidth(p.x), fwidth(p.y));
  float level = max(0., log2(dense / .14));
  float whole = floor(level), rest = level - whole;
  float sum = 0.;
  for (int i = 0; i < 2; i++) {
    vec2 q = p / exp2(whole + float(i));
    vec3 value = vec3(q, q.x + q.y), width = fwidth(value);
    vec3 from = abs(fract(value - .5) - .5) / max(width, 1e-6);
    vec3 drawn = 1. - smoothstep(.35, 1.15, from);
    sum = max(sum, max(drawn.x, max(drawn.y, drawn.z)) * (i == 0 ? 1. - rest : 1.));
  }
  return sum;
}

float arrow_shape(vec2 c) {
  vec2 centre = (floor(c / arrows.y) + .5) * arrows.y;
  vec2 v = texture(vectors, uv_of(centre)).xy;
  float size = length(v);
  if (size < 1e-6 * arrows.z) return 0.;
  v /= size;
  vec2 q = (c - centre) / arrows.y;
  vec2 p = vec2(dot(q, v), abs(dot(q, vec2(-v.y, v.x))));
  float reach = .14 + .30 * clamp(size / arrows.z, 0., 1.);
  float shaft = max(p.y - .035, abs(p.x) - reach);
  float head = max(p.x - reach, p.y * .9 + (p.x - reach) * .55);
  head = max(head, reach - .20 - p.x);
  float inside = min(shaft, head), soft = (fwidth(c.x) + fwidth(c.y)) / arrows.y;
  return 1. - smoothstep(-soft * .5, soft * .5, inside);
}

vec3 marks_on(vec3 colour, vec2 c, vec2 xz, float height, vec3 ink, float strength, float mesh_between) {
  if (contours > 0.) colour = mix(colour, ink, contour_lines(height) * strength);
  if (grid_km > 0.) colour = mix(colour, vec3(1.), .5 * max(line(xz.x / grid_km, .7), line(xz.y / grid_km, .7)));
  if (wire_shown > .5) colour = mix(colour, vec3(1.), .45 * mesh_lines(c, mesh_between));
  if (arrows.x > .5) colour = mix(colour, vec3(.02), .8 * arrow_shape(c));
  return colour;
}
`;

export const land_marks_glsl = /* glsl */ `
vec3 marks(vec3 colour, Surface s, vec3 ink, float strength) {
  return marks_on(colour, at, where.xz, s.height, ink, strength, between);
}
`;

// White lines on black, as a text of the 1990s had it. Hidden lines stay hidden unless shading is off.
export const wire_fragment = /* glsl */ `
void main() {
  Surface s = surface();
  float seen = mesh_lines(at, between);
  vec3 colour = vec3(seen * mix(.35, 1., exp(-s.away * air.x * .45)));
  if (contours > 0.) colour = max(colour, vec3(.25, .8, 1.) * contour_lines(s.height));
  if (shading < .5 && seen < .04) discard;
  painted = vec4(colour, 1.);
}
`;
