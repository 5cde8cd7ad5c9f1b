// SPDX-License-Identifier: Apache-2.0
// The natural look: ground by class, rock in beds where it is steep, beaches, snow, and grain finer than a cell.
export const natural_fragment = /* glsl */ `
uniform sampler2D drape;  // albedo, and in alpha the year's mean temperature
uniform vec4 steep;       // slopes where rock begins and where all is rock; snow shown; grain shown
uniform float sandy;      // beaches shown

vec2 grain(vec2 p, float cell_pixels, float rough) {
  vec2 sum = vec2(0.);
  vec3 frequency = vec3(2.2, 7., 24.), strength = vec3(.085, .080, .060);
  for (int i = 0; i < 3; i++) {
    float seen = 1. - smoothstep(.3, 1.2, frequency[i] / cell_pixels);
    if (seen > 0.) sum += noise(p * frequency[i] + float(i) * 31.).yz * strength[i] * seen;
  }
  return sum * rough;
}

// Beds of rock: -1/2 to 1/2, level and drawn out along the face, gone where they are narrower than pixels.
float strata(vec2 slope, float layer, float layer_pixel, float along) {
  vec2 faces = abs(slope.yx) + 1e-4;
  float east = noise(vec2(at.x * along, layer)).x, south = noise(vec2(at.y * along + 71., layer)).x;
  return (1. - smoothstep(.3, .95, layer_pixel)) * ((east * faces.x + south * faces.y) / (faces.x + faces.y) - .5);
}

vec3 lit_ground(vec3 albedo, vec3 normal, Surface s) {
  float facing = max(dot(normal, sun), 0.);
  vec3 ambient = mix(vec3(.16, .145, .115) * (horizon + .1), zenith * .82 + .22 * horizon, .5 + .5 * normal.y);
  float open = .2 + .8 * pow(s.light.y, 1.5);
  float bounce = max(.5 - .5 * dot(normal.xz, normalize(sun.xz + 1e-5)), 0.) * max(sun.y, 0.);
  vec3 light = .41 * sun_light * facing * s.light.x + .56 * ambient * open * 1.7 + .075 * bounce * sun_light * .33 * open;
  return albedo * light;
}

void main() {
  Surface s = surface();
  float h = s.height;
  bool coarse = s.cell_pixels < 1.7;
  if (sea_shown > .5 && h < 0. && s.triangle >= 0.) {
    if (coarse) {
      vec4 w = water(where, s.to, s.away, -h, s.slope, 0., s.light.x, 1.);
      painted = vec4(film(through_air(mix(vec3(.16, .17, .13), w.rgb, max(w.a, .7)), where, s.to, s.away, 1.)), 1.);
      return;
    }
    h = .0004;
  }

  // Albedo: of the classes, at a place that noise shifts so that borders become organic.
  vec3 shift = noise(at * .55), fine = noise(at * 2.3 + 9.);
  vec2 moved = at + (vec2(shift.x, noise(at * .55 + 57.).x) - .5) * 4.4 + (vec2(fine.x, noise(at * 2.3 + 91.).x) - .5) * 1.8;
  vec4 ground = texture(drape, uv_of(moved));
  vec3 albedo = ground.rgb;
  float temperature = ground.a * 80. - 40.;
  float forest = 1. - smoothstep(.055, .12, albedo.g);

  // Rock where it is steep, in strata.
  float slope = length(s.slope);
  float rock = smoothstep(steep.x, steep.y, slope + (fine.x - .5) * .35 * steep.x);
  float bed = h / scale.w, bed_pixel = fwidth(bed);
  vec3 stone = mix(vec3(.077, .077, .066), vec3(.127, .126, .110), noise(at * .21 + 40.).x);
  if (rock > 0.) {
    float bent = 1.4 * fbm(at * .13);
    float beds = .42 * strata(s.slope, bed * 11. + bent, bed_pixel * 11., .7)
               + .75 * strata(s.slope, bed * 38. + 3. * bent, bed_pixel * 38., 1.7);
    stone *= 1. + beds * mix(1., .4, smoothstep(.4, .9, s.normal.y));
  }

  vec2 rough = steep.w * grain(at, s.cell_pixels, mix(.55 + .9 * forest, .8, rock));
  vec3 normal = normalize(s.normal + vec3(-rough.x, 0., -rough.y) * (.75 + .25 * exaggeration));

  // Texture of what grows: crowns and tussocks, lighter and darker.
  float mottle = noise(at * 6.3).x * .5 + noise(at * 17.).x * .5 - .5;
  albedo *= 1. + steep.w * mottle * (.25 + .5 * forest) * smoothstep(1.2, 5., s.cell_pixels * .16);
  albedo = mix(albedo, stone, rock);

  // Sand at the sea, wet where waves reach; under water a pale floor that darkens with weed.
  if (sandy > .5) {
    float shore = from_shore(at) * scale.w, wide = min(.9 * scale.w, .30) * (.35 + 1.1 * shift.x);
    float beach = (1. - smoothstep(wide * .6, wide, shore)) * (1. - smoothstep(.010, .022, h)) * (1. - smoothstep(.3, .8, rock));
    vec3 sand = vec3(.315, .265, .175) * (.84 + .30 * fine.x);
    sand *= mix(.52, 1., smoothstep(.0002, .0014, h));
    if (h < 0.) {
      beach = 1.;
      float weed = mix(.4, smoothstep(.44, .66, fbm(at * .8)), smoothstep(2., 6., s.cell_pixels)) * smoothstep(.001, .006, -h);
      if (sea_shown > .5) sand = mix(sand * 1.25, vec3(.035, .07, .05), weed * .8);
      else sand = mix(sand * vec3(.72, .80, .88), vec3(.085, .105, .120), 1. - exp(h * 1.6)); // a bare floor: sand, then mud
    }
    albedo = mix(albedo, sand, beach);
  }

  // Snow where the year's mean is below 0 °C, less on rock and where noise says so.
  if (steep.z > .5 && temperature < 5.) {
    float snow = -temperature + 2.6 * (fbm(at * .35) - .62) - 2.2 * rock * rock + .9 * (fine.x - .5) + .8 * (noise(at * 7.).x - .5);
    snow = smoothstep(-.35, .75, snow);
    albedo = mix(albedo, vec3(.50, .535, .585), snow);
    normal = normalize(mix(normal, s.normal, snow * .6));
  }

  vec3 colour = lit_ground(albedo, normal, s);
  if (shading < .5) colour = albedo * 2.2;
  colour = through_air(colour, where, s.to, s.away, 1.);
  painted = vec4(film(colour), 1.);
  painted.rgb = marks(painted.rgb, s, vec3(.02, .02, .03), .55);
}
`;
