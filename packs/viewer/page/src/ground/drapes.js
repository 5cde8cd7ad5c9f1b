// SPDX-License-Identifier: Apache-2.0
// Layers as pictures on the land: natural ground, ramps and classes, arrows.
import { parse, to_linear, to_srgb, ramp_colour, ramp_of } from "./ramps.js";
import { fbm } from "../material.js";
import { ClampToEdgeWrapping, DataTexture, DataUtils, HalfFloatType, LinearFilter, LinearMipmapLinearFilter, RGBAFormat, RGFormat,
  RepeatWrapping, SRGBColorSpace, UnsignedByteType } from "three";

// What ground looks like from above, by the names that classes have: linear red, green and blue.
// Classes of other names take their legend's colour, duller and darker, as a map's colours are brighter than ground.
const grounds = [
  [/ice|glacier|snow/, [0.46, 0.5, 0.56]],
  [/tundra|alpine|moor/, [0.185, 0.17, 0.1]],
  [/boreal|taiga|conifer/, [0.036, 0.056, 0.031]],
  [/temperate rain forest/, [0.037, 0.063, 0.026]],
  [/tropical rain forest/, [0.024, 0.062, 0.02]],
  [/tropical seasonal|savanna/, [0.135, 0.15, 0.05]],
  [/seasonal forest|deciduous|mixed forest/, [0.058, 0.088, 0.034]],
  [/woodland|shrub|chaparral/, [0.125, 0.135, 0.06]],
  [/forest|jungle/, [0.036, 0.068, 0.03]],
  [/steppe|grass|prairie|meadow/, [0.225, 0.2, 0.085]],
  [/desert|dune|arid/, [0.4, 0.31, 0.19]],
  [/swamp|marsh|wetland|bog/, [0.07, 0.085, 0.045]],
  [/sand/, [0.3, 0.26, 0.17]],
  [/rock|cliff|bare/, [0.15, 0.138, 0.122]],
];
const waters = /ocean|shelf|coast|beach|\bsea\b|\blake\b|\briver\b|water|unknown|none|nodata/;

// null: no ground of its own, that of its neighbours.
function ground_of(entry) {
  const name = (entry.name + " " + (entry.title ?? "")).toLowerCase();
  if (waters.test(name) && !/sea ice/.test(name)) return null;
  if (/sea ice/.test(name)) return null;
  for (const [pattern, colour] of grounds) if (pattern.test(name)) return colour;
  const linear = parse(entry.colour).map((x) => to_linear(x / 255));
  const grey = (linear[0] + linear[1] + linear[2]) / 3;
  return linear.map((x) => (x + (grey - x) * 0.35) * 0.55);
}

// The layer of classes that says what grows: the one with most names that are known here.
export function ground_layer(world) {
  let best = null;
  let most = 1;
  for (const layer of world.layers) {
    if (layer.kind !== "class" || !layer.legend) continue;
    const known = layer.legend.filter(({ name }) => grounds.some(([pattern]) => pattern.test(name.toLowerCase()))).length;
    if (known > most) [best, most] = [layer, known];
  }
  return best;
}

// The natural look's drape: albedo by class, or by height and warmth where there are none; in alpha the temperature.
const meadow = [0.105, 0.13, 0.052];
const heights_of_land = [[0, [0.1, 0.125, 0.05]], [0.3, [0.062, 0.092, 0.036]], [0.6, [0.1, 0.11, 0.06]], [1, [0.19, 0.175, 0.13]]];

function paint_natural(world) {
  const { columns, rows } = world;
  const count = columns * rows;
  const colours = new Float32Array(3 * count);
  const layer = ground_layer(world);
  if (layer?.decoded) by_class(layer, columns, rows, colours);
  else by_height(world, colours);
  const temperature = world.role("temperature");
  const warm = temperature?.decoded ? temperature.values : null;
  const out = new Uint8Array(4 * count);
  const encode = new Uint8Array(1024);
  for (let n = 0; n < 1024; n++) encode[n] = Math.round(255 * to_srgb(n / 1023));
  for (let j = 0, at = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++, at++) {
      // Large patches, lighter and darker, that no class tells of.
      const vary = 0.8 + 0.4 * fbm(i / 20, j / 20);
      for (let k = 0; k < 3; k++) out[4 * at + k] = encode[Math.min(1023, Math.round(1023 * colours[3 * at + k] * vary))];
      const degrees = warm && !Number.isNaN(warm[at]) ? warm[at] : 20;
      out[4 * at + 3] = Math.max(0, Math.min(255, Math.round(((degrees + 40) / 80) * 255)));
    }
  }
  return out;
}

function by_class(layer, columns, rows, colours) {
  const grounds = new Map(layer.legend.map((entry) => [entry.value, ground_of(entry)]));
  const [codes] = layer.cells;
  const count = codes.length;
  const done = new Uint8Array(count);
  let front = [];
  for (let at = 0; at < count; at++) {
    const ground = grounds.get(codes[at]);
    if (!ground) continue;
    colours.set(ground, 3 * at);
    done[at] = 1;
  }
  // Water and what is not known takes the ground beside it, up to eight cells out; else dark seams lie along coasts.
  for (let round = 0; round < 8; round++) {
    const taken = [];
    const look = round ? front : null;
    const from = look ?? { length: count };
    for (let n = 0; n < from.length; n++) {
      const at = look ? look[n] : n;
      if (!done[at]) continue;
      const i = at % columns;
      for (const next of [i > 0 && at - 1, i < columns - 1 && at + 1, at >= columns && at - columns, at + columns < count && at + columns]) {
        if (next === false || done[next]) continue;
        done[next] = 2;
        colours.copyWithin(3 * next, 3 * at, 3 * at + 3);
        taken.push(next);
      }
    }
    front = taken;
  }
  for (let at = 0; at < count; at++) if (!done[at]) colours.set(meadow, 3 * at);
}

function by_height(world, colours) {
  const { values } = world.heights;
  const lowest = world.sea ? 0 : world.lowest;
  for (let at = 0; at < values.length; at++) {
    const t = Math.min(1, Math.max(0, (values[at] - lowest) / (world.highest - lowest || 1)));
    let n = 1;
    while (n < heights_of_land.length - 1 && t > heights_of_land[n][0]) n++;
    const [[a, from], [b, to]] = [heights_of_land[n - 1], heights_of_land[n]];
    for (let k = 0; k < 3; k++) colours[3 * at + k] = from[k] + ((to[k] - from[k]) * (t - a)) / (b - a);
  }
}

// A layer as a picture of the grid: ramps and classes by a table of all whole numbers, pictures as they are.
function paint_layer(layer, world) {
  if (layer.picture) return paint_picture(layer, world);
  const out = new Uint8Array(4 * world.columns * world.rows);
  const pixels = new Uint32Array(out.buffer);
  if (layer.kind === "vector") {
    const lengths = layer.magnitudes;
    const ramp = ramp_of(layer, world);
    const table = new Uint32Array(1025);
    for (let n = 0; n <= 1024; n++) table[n] = pack(ramp_colour(ramp, ramp.minimum + ((ramp.maximum - ramp.minimum) * n) / 1024));
    const scale = 1024 / (ramp.maximum - ramp.minimum || 1);
    for (let at = 0; at < pixels.length; at++)
      pixels[at] = Number.isNaN(lengths[at]) ? 0 : table[Math.max(0, Math.min(1024, Math.round((lengths[at] - ramp.minimum) * scale)))];
    return out;
  }
  const [cells] = layer.cells;
  const table = layer.kind === "class" ? class_table(layer) : ramp_table(layer, world);
  for (let at = 0; at < pixels.length; at++) pixels[at] = table[cells[at]];
  return out;
}

const pack = ([r, g, b]) => ((255 << 24) | (Math.round(b) << 16) | (Math.round(g) << 8) | Math.round(r)) >>> 0;

function class_table(layer) {
  const table = new Uint32Array(65536).fill(pack([128, 128, 128]));
  for (const { value, colour } of layer.legend) table[value] = pack(parse(colour));
  return table;
}

function ramp_table(layer, world) {
  const ramp = ramp_of(layer, world);
  const fine = new Uint32Array(4097);
  const [low, high] = [layer.minimum ?? 0, layer.maximum ?? 1];
  const used = layer.cells[0] instanceof Uint8Array ? 256 : 65536;
  const table = new Uint32Array(65536);
  if (ramp.log || used === 256) {
    let last = NaN;
    let colour = 0;
    for (let q = 0; q < used; q++) {
      const value = layer.read(0, q);
      // Far above the highest there is nothing to paint.
      if (Number.isNaN(value) || value > high * 2 + 1e-9) continue;
      if (!(Math.abs(value - last) <= 1e-9)) colour = pack(ramp_colour(ramp, (last = value)));
      table[q] = colour;
    }
    return table;
  }
  for (let n = 0; n <= 4096; n++) fine[n] = pack(ramp_colour(ramp, low + ((high - low) * n) / 4096));
  for (let q = 0; q < used; q++) {
    const value = layer.read(0, q);
    table[q] = Number.isNaN(value) ? 0 : fine[Math.max(0, Math.min(4096, Math.round(((value - low) / (high - low || 1)) * 4096)))];
  }
  return table;
}

function paint_picture(layer, world) {
  const canvas = new OffscreenCanvas(world.columns, world.rows).getContext("2d", { willReadFrequently: true });
  canvas.drawImage(layer.picture, 0, 0, world.columns, world.rows);
  return new Uint8Array(canvas.getImageData(0, 0, world.columns, world.rows).data.buffer);
}

// Painted layers on the graphics card: at most four are kept, those that were used last.
const most = 4;

export class Drapes {
  #kept = new Map();

  constructor(world) {
    this.world = world;
  }

  // The texture of a look: "natural", "hypsometric", "greys", or of a layer by "layer:NAME".
  get(key) {
    let texture = this.#kept.get(key);
    if (texture) this.#kept.delete(key);
    else texture = this.#make(key);
    this.#kept.set(key, texture);
    if (this.#kept.size > most) {
      const [oldest, unused] = this.#kept.entries().next().value;
      unused.dispose();
      this.#kept.delete(oldest);
    }
    return texture;
  }

  forget() {
    for (const texture of this.#kept.values()) texture.dispose();
    this.#kept.clear();
  }

  #make(key) {
    const { world } = this;
    if (key === "hypsometric" || key === "greys") return this.#texture(height_ramp(world, key), 1024, 1, false);
    const pixels = key === "natural" ? paint_natural(world) : paint_layer(world.layer(key.slice(6)), world);
    return this.#texture(pixels, world.columns, world.rows, true);
  }

  #texture(pixels, width, height, mips) {
    const texture = new DataTexture(pixels, width, height, RGBAFormat, UnsignedByteType);
    texture.colorSpace = SRGBColorSpace;
    texture.magFilter = LinearFilter;
    texture.minFilter = mips ? LinearMipmapLinearFilter : LinearFilter;
    texture.generateMipmaps = mips;
    texture.anisotropy = mips ? 8 : 1;
    texture.wrapS = this.world.round("x") ? RepeatWrapping : ClampToEdgeWrapping;
    texture.wrapT = this.world.round("y") ? RepeatWrapping : ClampToEdgeWrapping;
    texture.needsUpdate = true;
    return texture;
  }
}

// The ramps by height, for whatever height a pixel has. Where there is a sea, its part is the first 2/5.
export const sea_part = (world) => (world.sea ? 0.4 : 0);

function height_ramp(world, key) {
  const out = new Uint8Array(4 * 1024);
  const part = sea_part(world);
  const layer = world.role("height");
  const ramp = ramp_of({ ...layer, kind: "height", minimum: world.lowest, maximum: world.highest }, world);
  for (let n = 0; n < 1024; n++) {
    const place = (n + 0.5) / 1024;
    const value = place < part
      ? Math.min(-1e-6, world.lowest * (1 - place / part))
      : (part ? 0 : world.lowest) + ((place - part) / (1 - part)) * (world.highest - (part ? 0 : world.lowest));
    const colour = key === "greys" ? grey(value, world) : ramp_colour(ramp, value);
    out.set([...colour.map(Math.round), 255], 4 * n);
  }
  return out;
}

// Greys as a picture of heights has them: from the lowest to the highest, land apart from the sea floor.
function grey(value, world) {
  const place = (value - world.lowest) / (world.highest - world.lowest || 1);
  if (!world.sea) return Array(3).fill(255 * (0.06 + 0.94 * place));
  const level = value < 0 ? 0.28 * (1 - value / world.lowest) : 0.36 + 0.64 * (value / (world.highest || 1));
  return Array(3).fill(255 * level);
}

// A vector layer for the arrows: both parts in one picture of at most 512 cells a side.
export function vector_map(layer, world) {
  const shrink = Math.max(1, Math.ceil(Math.max(world.columns, world.rows) / 512));
  const width = Math.ceil(world.columns / shrink);
  const height = Math.ceil(world.rows / shrink);
  const data = new Uint16Array(2 * width * height);
  let largest = 0;
  for (let j = 0; j < height; j++) {
    for (let i = 0; i < width; i++) {
      const at = [Math.min(i * shrink + (shrink >> 1), world.columns - 1), Math.min(j * shrink + (shrink >> 1), world.rows - 1)];
      const [x, y] = layer.value(...at).map((part) => (Number.isNaN(part) ? 0 : part));
      largest = Math.max(largest, Math.hypot(x, y));
      data[2 * (j * width + i)] = DataUtils.toHalfFloat(x);
      data[2 * (j * width + i) + 1] = DataUtils.toHalfFloat(y);
    }
  }
  const texture = new DataTexture(data, width, height, RGFormat, HalfFloatType);
  texture.minFilter = texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  return { texture, largest };
}
