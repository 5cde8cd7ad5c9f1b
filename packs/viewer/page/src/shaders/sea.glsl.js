// SPDX-License-Identifier: Apache-2.0
// Seas and lakes as they are drawn: a flat surface, see-through where it is shallow; for data looks a flat sheet of their colours.
export const sea_vertex = /* glsl */ `
uniform mat4 projectionMatrix, viewMatrix;
in vec3 position;
#ifdef LAKE
in float inside;
out float within;
#endif
out vec3 where;
out float level;

void main() {
#ifdef LAKE
  within = inside;
  level = position.y;
  where = vec3(position.x, position.y * exaggeration, position.z);
#else
  level = 0.;
  where = position;
#endif
  gl_Position = projectionMatrix * viewMatrix * vec4(where, 1.);
}
`;

export const sea_fragment = /* glsl */ `
uniform sampler2D slopes, lights, drape;
uniform float beyond;     // depth far outside of the map, km
uniform float shading, classes;
in vec3 where;
in float level;
#ifdef LAKE
in float within;
#endif
out vec4 painted;

void main() {
  vec3 to = where - eye;
  float away = length(to);
  to /= away;
  vec2 c = cell_of(where.xz), inner = clamp(c, vec2(0.), spans);
  float cell_pixels = scale.w / (away * pixel);
  float outside = length(c - inner) / max(spans.x, spans.y);
#ifdef LAKE
  if (within < .5) discard;
  float depth = level - H(inner);
  float wind = .35;
#else
  float depth = depth_at(inner);
  float wind = 1.;
  if (outside > 0.) {
    depth = mix(depth > 0. ? max(depth, .02) : .25, max(depth, beyond), smoothstep(0., .12, outside));
  } else if (B(inner) > .98 * scale.z) {
    float shore = -H(inner);
    // Near land the drawn floor, which falls less steeply than the true one where a cell falls off a cliff.
    depth = mix(shore, depth, smoothstep(-.35 * scale.z, -scale.z, shore));
    if (shore < 0.) depth = shore;
  }
#endif
  if (depth <= 0.) discard;
#ifdef DATA
  vec2 uv = uv_of(inner);
#ifdef BY_HEIGHT
  vec3 colour = to_screen(texture(drape, vec2(ramp_place(level - depth), .5)).rgb);
#elif defined(CLAY)
  vec3 colour = mix(vec3(.62, .70, .74), vec3(.45, .56, .63), 1. - exp(-depth * 2.));
#else
  vec2 placed = classes > .5 && cell_pixels > 1. ? (floor(uv * cells) + .5) / cells : uv;
  vec4 value = textureGrad(drape, placed, dFdx(uv), dFdy(uv));
  vec3 colour = mix(vec3(.55, .63, .68), to_screen(value.rgb), value.a);
#endif
  if (outside > 0.) discard;
  // The coast, which no colour of a layer shows but a picture's.
  if (classes > -.5) colour *= 1. - .45 * (1. - smoothstep(.6, 1.8, depth / max(fwidth(depth), 1e-7))) * smoothstep(.25, .8, cell_pixels);
  colour = marks_on(colour, c, where.xz, level - depth, vec3(.05), .35, 1.);
  painted = vec4(mix(colour, film(sky_at_horizon(to)), .75 * (1. - exp(-away * air.x * (classes < -.5 ? .08 : .35)))), 1.);
#else
  // Looked up everywhere, as neighbours tell how coarse a picture is read.
  vec2 light = texture(lights, uv_of(inner)).xy, ground = texture(slopes, uv_of(inner)).xy;
  if (outside > 0.) {
    light = vec2(1.);
    ground = vec2(.2);
  }
#ifdef LAKE
  float least = 0.;
#else
  float least = max(0., (-from_shore(inner) - .7) * scale.w);
#endif
  vec4 w = water(where, to, away, depth, ground, least, light.x, wind);
  vec3 colour = through_air(w.rgb, where, to, away, 1.);
  // Far out it becomes the sky, else its end shows as a line.
  float near = 1. - smoothstep(.3, 1.5, away / (max(spans.x, spans.y) * scale.w));
  colour = mix(sky_at_horizon(to), colour, max(near, smoothstep(0., .075, -to.y)));
  painted = vec4(film(colour), mix(1., w.a, max(near, smoothstep(0., .03, -to.y))));
  if (outside == 0.) painted.rgb = marks_on(painted.rgb, c, where.xz, level - depth, vec3(.02), .25, 1.);
#endif
}
`;
