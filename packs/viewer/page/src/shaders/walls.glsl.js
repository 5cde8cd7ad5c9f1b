// SPDX-License-Identifier: Apache-2.0
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
