// SPDX-License-Identifier: Apache-2.0
// Value noise and its gradient by one fetch: each texel of the map holds the four corners of its cell of the lattice.
export const noise_glsl = /* glsl */ `
uniform sampler2D noise_map;

vec3 noise(vec2 p) { // value 0 to 1, and its slope in x and y
  vec2 i = floor(p), f = p - i;
  vec2 u = f * f * f * (f * (f * 6. - 15.) + 10.), du = 30. * f * f * (f * (f - 2.) + 1.);
  vec4 k = texelFetch(noise_map, ivec2(i) & 255, 0);
  float cross_term = k.x - k.y - k.z + k.w;
  return vec3(k.x + (k.y - k.x) * u.x + (k.z - k.x) * u.y + cross_term * u.x * u.y,
              du * (vec2(k.y - k.x, k.z - k.x) + cross_term * u.yx));
}

float fbm(vec2 p) {
  float sum = 0., size = .5;
  for (int i = 0; i < 4; i++) {
    sum += size * noise(p).x;
    p = mat2(1.6, 1.2, -1.2, 1.6) * p + 17.3;
    size *= .5;
  }
  return sum / .9375;
}
`;
