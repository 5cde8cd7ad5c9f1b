// SPDX-License-Identifier: Apache-2.0
// Air and sky.

// Air: one function for the sky and for what haze adds, so that no line shows where they meet; and how light becomes colour.
export const air_glsl = /* glsl */ `
uniform vec3 eye;
uniform vec3 sun;         // towards it
uniform vec3 sun_light;
uniform vec3 zenith;
uniform vec3 horizon;
uniform vec2 air;         // haze per km at height 0, km in which it thins by e
uniform float pixel;      // width of a pixel at distance 1

vec3 clear_sky(vec3 v) {
  float up = max(v.y, 0.);
  float towards = max(dot(v, sun), 0.);
  float low = exp(-up * 3.2);
  vec3 base = mix(horizon, zenith, 1. - exp(-5.2 * up));
  float glow = pow(towards, 6.);
  return base + sun_light * (.016 * glow * (.4 + low) + .05 * pow(towards, 40.) * (.35 + low));
}

vec3 sky_at_horizon(vec3 v) {
  return clear_sky(normalize(vec3(v.x, .012, v.z)));
}

vec3 through_air(vec3 colour, vec3 p, vec3 v, float distance_km, float share) {
  float a = max(eye.y, 0.) / air.y, b = max(p.y, 0.) / air.y;
  float between = abs(a - b) < 1e-3 ? exp(-b) : (exp(-b) - exp(-a)) / (a - b);
  vec3 kept = exp(-distance_km * air.x * between * share * vec3(.62, 1., 1.7));
  return mix(sky_at_horizon(v), colour, kept);
}

vec3 film(vec3 x) { // ACES as fitted by Narkowicz, then sRGB
  x = max(x, 0.);
  x = clamp(x * (2.51 * x + .03) / (x * (2.43 * x + .59) + .14), 0., 1.);
  return mix(12.92 * x, 1.055 * pow(x, vec3(1. / 2.4)) - .055, step(.0031308, x));
}

vec3 to_screen(vec3 x) { // linear to sRGB, as it is
  x = clamp(x, 0., 1.);
  return mix(12.92 * x, 1.055 * pow(x, vec3(1. / 2.4)) - .055, step(.0031308, x));
}

vec3 from_screen(vec3 x) { return mix(x / 12.92, pow((x + .055) / 1.055, vec3(2.4)), step(.04045, x)); }
`;

// The sky behind everything: one triangle at the far end.
export const sky_vertex = /* glsl */ `
uniform mat4 to_world;    // of the far plane's corners
in vec3 position;
out vec3 ray;

void main() {
  gl_Position = vec4(position.xy, 1., 1.);
  vec4 far = to_world * vec4(position.xy, 1., 1.);
  ray = far.xyz / far.w - eye;
}
`;

export const sky_fragment = /* glsl */ `
uniform float black, sea_shown;
in vec3 ray;
out vec4 painted;

void main() {
  vec3 v = normalize(ray);
  if (black > .5) { painted = vec4(0., 0., 0., 1.); return; }
  vec3 colour = clear_sky(v);
  float disc = smoothstep(.99990, .99995, dot(v, sun));
  colour += sun_light * disc * 3. * step(0., v.y);
  if (v.y > .005) { // high thin clouds on a plane
    vec2 p = v.xz / (v.y + .09);
    vec2 bent = p * 1.3 + .8 * vec2(fbm(p * 1.1), fbm(p * 1.1 + 30.));
    float cirrus = smoothstep(.50, .86, fbm(bent * vec2(1., 2.3))) * smoothstep(.01, .22, v.y) * .5;
    colour = mix(colour, horizon * .9 + sun_light * .055 * (.4 + pow(max(dot(v, sun), 0.), 4.)), cirrus);
  }
  // Without a sea there is nothing below: the horizon's light, fading.
  if (v.y < 0.) colour = mix(sky_at_horizon(v), zenith * .5 + horizon * .22, smoothstep(0., .9, -v.y));
  painted = vec4(film(colour), 1.);
}
`;
