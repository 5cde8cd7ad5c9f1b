// SPDX-License-Identifier: Apache-2.0
// A layer, a ramp by height or clay: not lit but shaded, a factor of 1 on flat ground in the sun, so that the legend's
// colours are found again.
export const data_fragment = /* glsl */ `
uniform sampler2D drape;
uniform float classes;    // 1: nearest cell when near; -1: a picture, through clearer air

void main() {
  Surface s = surface();
#ifdef BY_HEIGHT
  vec3 colour = texture(drape, vec2(ramp_place(s.height), .5)).rgb;
#elif defined(CLAY)
  vec3 colour = vec3(.80, .785, .76);
  colour = from_screen(colour);
#else
  vec2 uv = s.uv;
  if (classes > .5 && s.cell_pixels > 1.) uv = (floor(uv * cells) + .5) / cells;
  vec3 colour = textureGrad(drape, uv, dFdx(s.uv), dFdy(s.uv)).rgb;
#endif
  if (sea_shown > .5 && s.height < 0. && s.triangle >= 0. && s.cell_pixels < 1.7) {
    s.normal = vec3(0., 1., 0.);
    s.light = vec2(1.);
  }
  if (shading > .5) {
    float facing = max(dot(s.normal, sun), 0.) * mix(.45, 1., s.light.x) / max(sun.y, .12);
    colour = to_screen(colour) * clamp(.30 + .70 * facing, 0., 1.25) * (.55 + .45 * s.light.y) ;
  } else {
    colour = to_screen(colour);
  }
  colour = marks(colour, s, vec3(.05), .6);
  painted = vec4(mix(colour, film(sky_at_horizon(s.to)), .75 * (1. - exp(-s.away * air.x * (classes < -.5 ? .08 : .35)))), 1.);
}
`;
