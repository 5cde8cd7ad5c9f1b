// SPDX-License-Identifier: Apache-2.0
// Ramps of colour: ordered in lightness and told apart by all eyes, chosen by what a layer's unit and kind say.
// Anchors after Crameri's batlow, davos, vik and oslo and after the tints of atlases; between them in OKLab.

const anchors = {
  height: ["#3f7a4c", "#7ea65a", "#c3c476", "#d8b56a", "#b98250", "#93644c", "#a58f88", "#cfc9c6", "#f7f7f7"],
  depth: ["#0a1b3d", "#123463", "#1f5a8e", "#3f86b4", "#7cb6cf", "#bfe0e6"],
  rain: ["#f3e9c4", "#c9dc9a", "#7cc092", "#3a9ba0", "#2a6fa3", "#2c4491", "#2b1a5e"],
  cold: ["#2a1a6b", "#2f55a8", "#5c97cc", "#a9cfe2", "#f1f1ea"],
  warm: ["#f1f1ea", "#f2d08a", "#e69a4e", "#c6522f", "#7a1420"],
  flow: ["#eef3ee", "#b4d8d6", "#66adc4", "#2f77b0", "#1c4489", "#14204f"],
  any: ["#fdf1c9", "#f2c977", "#e39a5c", "#bf6a6a", "#86497c", "#4a3372", "#1f1f4d"],
  greys: ["#000000", "#ffffff"],
  share: ["#f6f3e6", "#cfd8a2", "#8fb477", "#4f8b66", "#22605a", "#0f3540"],
};

export const parse = (css) => [1, 3, 5].map((i) => parseInt(css.slice(i, i + 2), 16));
export const css = (rgb) => "#" + rgb.map((x) => Math.round(Math.min(255, Math.max(0, x))).toString(16).padStart(2, "0")).join("");
export const to_linear = (x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
export const to_srgb = (x) => (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055);

function to_oklab(rgb) {
  const [r, g, b] = rgb.map((x) => to_linear(x / 255));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s];
}

function from_oklab([lightness, a, b]) {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s].map((x) => 255 * to_srgb(Math.min(1, Math.max(0, x))));
}

// The colour [r, g, b] of a ramp at 0 to 1.
export function colour_at(name, place) {
  const list = anchors[name];
  const at = Math.min(1, Math.max(0, place)) * (list.length - 1);
  const first = Math.min(Math.floor(at), list.length - 2);
  const [a, b] = [list[first], list[first + 1]].map((text) => to_oklab(parse(text)));
  return from_oklab(a.map((x, i) => x + (b[i] - x) * (at - first)));
}

// Which ramp shows a layer, between which values, and whether on a scale of powers.
export function ramp_of(layer, world) {
  if (layer.kind === "height" || (layer === world.role("height"))) {
    const bathymetry = world.sea && layer.minimum < 0;
    return { name: bathymetry ? "relief" : "height", minimum: layer.minimum, maximum: layer.maximum, log: false };
  }
  const [minimum, maximum] = usual(layer);
  const unit = layer.unit ?? "";
  const name = layer.name.toLowerCase();
  if (/^(°C|degC|C|K)$/.test(unit) && minimum < 0 && maximum > 0) {
    // About 0, and as far to either side.
    const far = Math.max(-minimum, maximum);
    return { name: "temperature", minimum: -far, maximum: far, from: minimum, to: maximum, log: false };
  }
  if (/^(°C|degC|C)$/.test(unit)) return { name: maximum <= 0 ? "cold" : "warm", minimum, maximum, log: false };
  if (/m3\/s|m³\/s/.test(unit)) return { name: "flow", minimum: Math.max(minimum, maximum / 1e5), maximum, log: true };
  if (/^mm/.test(unit) || /rain|runoff|wet|moist/.test(name)) return { name: "rain", minimum, maximum, log: false };
  if (/depth|width|water|lake/.test(name)) return { name: "flow", minimum: Math.min(0, minimum), maximum, log: false };
  if (layer.kind === "weight" || layer.kind === "mask") return { name: "share", minimum: layer.kind === "mask" ? 0 : minimum, maximum, log: false };
  if (minimum < 0 && maximum > 0 && Math.min(-minimum, maximum) > 0.2 * Math.max(-minimum, maximum)) {
    const far = Math.max(-minimum, maximum);
    return { name: "temperature", minimum: -far, maximum: far, from: minimum, to: maximum, log: false };
  }
  return { name: "any", minimum, maximum, log: layer.kind === "count" && minimum > 0 && maximum > 1e4 * minimum };
}

// From the least to the most but for one in two hundred to either side; cells of 0 do not count.
function usual(layer) {
  if (layer.kind === "mask" || !layer.decoded) return [layer.minimum ?? 0, layer.maximum ?? 1];
  if (layer.usual) return layer.usual;
  const values = layer.magnitudes;
  const stride = Math.max(1, Math.floor(values.length / 200000));
  const some = [];
  for (let i = 0; i < values.length; i += stride) if (values[i] !== 0 && !Number.isNaN(values[i])) some.push(values[i]);
  some.sort((a, b) => a - b);
  const pick = (share) => some[Math.round(share * (some.length - 1))];
  layer.usual = some.length ? [pick(0.005), pick(0.995)] : [layer.minimum ?? 0, layer.maximum ?? 1];
  return layer.usual;
}

// 0 to 1 along the ramp.
export function place_of(ramp, value) {
  const { minimum, maximum, log } = ramp;
  if (maximum === minimum) return 0.5;
  const place = log ? Math.log(Math.max(value, minimum) / minimum) / Math.log(maximum / minimum) : (value - minimum) / (maximum - minimum);
  return Math.min(1, Math.max(0, place));
}

export function ramp_colour(ramp, value) {
  if (ramp.name === "relief") {
    return value < 0 ? colour_at("depth", 1 - Math.sqrt(value / ramp.minimum)) : colour_at("height", Math.max(0, value / (ramp.maximum || 1)));
  }
  const place = place_of(ramp, value);
  if (ramp.name === "temperature") return place < 0.5 ? colour_at("cold", 2 * place) : colour_at("warm", 2 * place - 1);
  return colour_at(ramp.name, place);
}

// For the legend: values with their colours, from the least to the most.
export function stops_of(ramp, count = 33) {
  const low = ramp.from ?? ramp.minimum;
  const high = ramp.to ?? ramp.maximum;
  const stops = [];
  for (let n = 0; n < count; n++) {
    const t = n / (count - 1);
    const value = ramp.log ? low * (high / low) ** t : low + (high - low) * t;
    stops.push([value, css(ramp_colour(ramp, value))]);
  }
  return { stops, minimum: low, maximum: high };
}

// What the legend of a layer says; of "hypsometric" and "greys" that of the heights.
export function legend_of(world, name) {
  const layer = world.layer(name) ?? world.role("height");
  if (layer.kind === "class") return { classes: layer.legend };
  if (layer.kind === "colour") return null;
  const ramp = name === "greys" ? { name: "greys", minimum: layer.minimum, maximum: layer.maximum, log: false } : ramp_of(layer, world);
  return { ...stops_of(ramp), step: layer.step, log: ramp.log, unit: layer.unit };
}
