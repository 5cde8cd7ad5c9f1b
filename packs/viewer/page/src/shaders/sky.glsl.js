// SPDX-License-Identifier: Apache-2.0
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
