// SPDX-License-Identifier: Apache-2.0
// Water: seas, lakes and rivers.

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
