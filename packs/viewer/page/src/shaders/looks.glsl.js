// SPDX-License-Identifier: Apache-2.0
// Looks of the land: data, natural ground, and marks on both.

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

// What is drawn onto the land of every look: contours, the grid of squares, the lines of the mesh, arrows of a vector.
export const marks_glsl = /* glsl */ `
uniform float contours;   // km between them, 0: none
uniform float wire_shown;
uniform float grid_km;    // 0: none
uniform sampler2D vectors;
uniform vec3 arrows;      // shown, cells between two, largest length

float line(float value, float width) { // one line at each whole number
  float step_size = fwidth(value);
  float from = abs(fract(value - .5) - .5) / max(step_size, 1e-6);
  return (1. - smoothstep(width - .5, width + .5, from)) * (1. - smoothstep(.18, .5, step_size));
}

float contour_lines(float height) {
  float value = height / contours;
  return max(.55 * line(value, .6), .95 * line(value / 5., .9));
}

// Squares and one diagonal, as meshes are drawn; twice as wide where they would touch.
float mesh_lines(vec2 c, float between) {
  vec2 p = c / between;
  float dense = max(fwidth(p.x), fwidth(p.y));
  float level = max(0., log2(dense / .14));
  float whole = floor(level), rest = level - whole;
  float sum = 0.;
  for (int i = 0; i < 2; i++) {
    vec2 q = p / exp2(whole + float(i));
    vec3 value = vec3(q, q.x + q.y), width = fwidth(value);
    vec3 from = abs(fract(value - .5) - .5) / max(width, 1e-6);
    vec3 drawn = 1. - smoothstep(.35, 1.15, from);
    sum = max(sum, max(drawn.x, max(drawn.y, drawn.z)) * (i == 0 ? 1. - rest : 1.));
  }
  return sum;
}

float arrow_shape(vec2 c) {
  vec2 centre = (floor(c / arrows.y) + .5) * arrows.y;
  vec2 v = texture(vectors, uv_of(centre)).xy;
  float size = length(v);
  if (size < 1e-6 * arrows.z) return 0.;
  v /= size;
  vec2 q = (c - centre) / arrows.y;
  vec2 p = vec2(dot(q, v), abs(dot(q, vec2(-v.y, v.x))));
  float reach = .14 + .30 * clamp(size / arrows.z, 0., 1.);
  float shaft = max(p.y - .035, abs(p.x) - reach);
  float head = max(p.x - reach, p.y * .9 + (p.x - reach) * .55);
  head = max(head, reach - .20 - p.x);
  float inside = min(shaft, head), soft = (fwidth(c.x) + fwidth(c.y)) / arrows.y;
  return 1. - smoothstep(-soft * .5, soft * .5, inside);
}

vec3 marks_on(vec3 colour, vec2 c, vec2 xz, float height, vec3 ink, float strength, float mesh_between) {
  if (contours > 0.) colour = mix(colour, ink, contour_lines(height) * strength);
  if (grid_km > 0.) colour = mix(colour, vec3(1.), .5 * max(line(xz.x / grid_km, .7), line(xz.y / grid_km, .7)));
  if (wire_shown > .5) colour = mix(colour, vec3(1.), .45 * mesh_lines(c, mesh_between));
  if (arrows.x > .5) colour = mix(colour, vec3(.02), .8 * arrow_shape(c));
  return colour;
}
`;

export const land_marks_glsl = /* glsl */ `
vec3 marks(vec3 colour, Surface s, vec3 ink, float strength) {
  return marks_on(colour, at, where.xz, s.height, ink, strength, between);
}
`;

// White lines on black, as a text of the 1990s had it. Hidden lines stay hidden unless shading is off.
export const wire_fragment = /* glsl */ `
void main() {
  Surface s = surface();
  float seen = mesh_lines(at, between);
  vec3 colour = vec3(seen * mix(.35, 1., exp(-s.away * air.x * .45)));
  if (contours > 0.) colour = max(colour, vec3(.25, .8, 1.) * contour_lines(s.height));
  if (shading < .5 && seen < .04) discard;
  painted = vec4(colour, 1.);
}
`;
