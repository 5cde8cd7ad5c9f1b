// SPDX-License-Identifier: Apache-2.0
// Water: its body's colour by depth, waves whose small ones fade with distance, fresnel, glitter, and foam along shores.
// What seas and lakes share; the land paints with it where its coarse triangles stand above water.
export const water_glsl = /* glsl */ `
uniform float time;

vec3 water_normal(vec2 xz, float footprint, float grazing, float wind) { // in km; footprint: km of a pixel
  float calm = .45 + .75 * smoothstep(.32, .72, fbm(xz * .16 + time * .004));
  vec2 tilt = vec2(0.);
  float frequency = 1.1;
  vec2 p = xz;
  for (int i = 0; i < 8; i++) {
    float seen = 1. - smoothstep(.18, .9, footprint * frequency);
    if (seen > 0.) {
      vec2 drift = vec2(.9, .45) * time * .035 * sqrt(frequency);
      tilt += noise(p * frequency + drift + float(i) * 7.7).yz * seen * (.030 + .006 * float(i));
    }
    p = mat2(.8, .6, -.6, .8) * p;
    frequency *= 2.35;
  }
  tilt *= calm * wind * (1. - .6 * grazing);
  return normalize(vec3(-tilt.x, 1., -tilt.y));
}

// rgb and how much of the ground is hidden; depth in km, slope of the ground, and how far the shore is at least.
vec4 water(vec3 p, vec3 v, float distance_km, float depth, vec2 ground, float least_shore, float visible, float wind) {
  float footprint = distance_km * pixel / max(-v.y, .06);
  float grazing = 1. - smoothstep(.03, .35, -v.y);
  vec3 n = water_normal(p.xz, footprint, grazing, wind);
  float facing = max(dot(n, -v), .02);
  float fresnel = .02 + .98 * pow(1. - facing, 5.);
  fresnel *= mix(1., .62, grazing);

  float d = max(depth, 0.);
  vec3 body = mix(vec3(.090, .330, .320), vec3(.012, .135, .190), 1. - exp(-30. * d));
  body = mix(body, vec3(.0045, .034, .080), 1. - exp(-8. * d));
  if (wind < .5) body = mix(vec3(.040, .105, .090), vec3(.006, .040, .062), 1. - exp(-26. * d)); // a lake's
  float day = clamp(dot(sun_light, vec3(.09)), 0., 1.);
  vec3 lit = body * (sun_light * max(sun.y, 0.) * (.20 + .26 * visible) + .60 * zenith + .18 * horizon);
  float cover = 1. - exp(-105. * d);

  vec3 mirror = reflect(v, n);
  mirror.y = abs(mirror.y) + .02;
  vec3 above = clear_sky(normalize(mirror));
  float towards = max(dot(normalize(mirror), sun), 0.);
  vec3 glitter = sun_light * visible * (2.2 * pow(towards, 220.) + .045 * pow(towards, 36.));

  // Foam lies where waves meet the shore: a thin edge, and sets that come in.
  float shore = max(d / clamp(length(ground), .012, .16), least_shore);
  float near = footprint * 1.6;
  float edge = (1. - smoothstep(.010 + near * .3, .05 + near, shore)) * (1. - smoothstep(.2, 2.5, footprint / .05));
  float broken = noise(p.xz * 9.).x * .6 + noise(p.xz * 31.).x * .4;
  float sets = sin(3.2 * shore * 14. + 7. * fbm(p.xz * 2.3) - time * .7);
  float foam = edge * smoothstep(.25, .62, broken) * .85;
  foam += smoothstep(.72, 1., sets) * (1. - smoothstep(.02, .16, shore)) * smoothstep(.42, .68, broken) * .6
        * (1. - smoothstep(.008, .03, footprint));
  foam *= (1. - smoothstep(.010, .036, d)) * wind;

  vec3 colour = mix(lit, above, fresnel) + glitter;
  vec3 white = vec3(.62, .66, .68) * (.33 * sun_light * max(sun.y, 0.) * (.3 + .7 * visible) + .55 * horizon);
  colour = mix(colour, white, clamp(foam, 0., 1.));
  return vec4(colour, clamp(max(max(cover, fresnel * smoothstep(0., .002, d)), foam), 0., 1.));
}
`;
