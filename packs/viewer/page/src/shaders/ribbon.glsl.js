// SPDX-License-Identifier: Apache-2.0
// Ribbons on the land, drawn towards the eye by a share of the distance, so that coarse triangles do not hide them.
export const ribbon_vertex = /* glsl */ `
uniform mat4 projectionMatrix, viewMatrix;
uniform vec3 eye;
uniform float pixel, sea_shown;
in vec4 path;             // cell, and across
in vec2 side;             // -1 or 1, width in m
out vec3 where;
out vec2 at;
out float aside;

void main() {
  float middle = H(path.xy);
  vec3 p = vec3(km_of(path.xy), 0.).xzy;
  p.y = exaggeration * middle;
  float away = distance(eye, p);
#ifdef SECTION
  float width = away * pixel * 3.2;
#else
  float width = max(side.y * .001, away * pixel * (1.1 + .022 * side.y));
#endif
  at = path.xy + path.zw * side.x * .5 * width / scale.w;
  p.xz = km_of(at);
  float h = min(H(at), middle + .004);
  if (sea_shown > .5) h = max(h, .0005);
  p.y = exaggeration * h;
  float bias = mix(.004, .02, smoothstep(20., 400., away / scale.w));
#ifdef SECTION
  bias = .03;
#endif
  where = p;
  aside = side.x;
  gl_Position = projectionMatrix * viewMatrix * vec4(mix(p, eye, bias), 1.);
}
`;

export const ribbon_fragment = /* glsl */ `
uniform sampler2D lights, slopes;
uniform float data_look, shading;
in vec3 where;
in vec2 at;
in float aside;
out vec4 painted;

void main() {
  vec3 to = where - eye;
  float away = length(to);
  to /= away;
#ifdef SECTION
  painted = vec4(mix(vec3(1.), vec3(.93, .38, .05), smoothstep(1., .7, abs(aside))), 1.);
#else
  float soft = 1. - smoothstep(.75, 1., abs(aside));
  if (data_look > .5) {
    painted = vec4(mix(vec3(.10, .30, .52), film(sky_at_horizon(to)), .75 * (1. - exp(-away * air.x * .35))), .9 * soft);
    return;
  }
  vec2 light = texture(lights, uv_of(at)).xy;
  float fresnel = .02 + .5 * pow(1. - max(-to.y, 0.), 5.);
  vec3 body = vec3(.018, .070, .095) * (.30 * sun_light * max(sun.y, 0.) * (.35 + .65 * light.x) + .9 * zenith);
  vec3 colour = mix(body, clear_sky(normalize(vec3(to.x, -to.y + .05, to.z))), fresnel);
  colour = through_air(colour, where, to, away, 1.);
  painted = vec4(film(colour), .94 * soft);
#endif
}
`;
