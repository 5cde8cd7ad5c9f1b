// SPDX-License-Identifier: Apache-2.0
// Which colour a value has, and the picture that comes of it.
import {cells} from './program.js';

const land = [[0, 112, 150, 92], [0.12, 151, 178, 112], [0.3, 205, 199, 146], [0.5, 181, 150, 105], [0.72, 140, 116, 98],
  [0.88, 190, 184, 178], [1, 248, 248, 248]];
const sea = [[0, 16, 42, 90], [0.55, 34, 92, 148], [0.85, 74, 142, 188], [1, 140, 195, 214]];
// Viridis, by nine of its stops.
const field = [[0, 68, 1, 84], [0.125, 71, 44, 122], [0.25, 59, 81, 139], [0.375, 44, 113, 142], [0.5, 33, 144, 141],
  [0.625, 39, 173, 129], [0.75, 92, 200, 99], [0.875, 170, 220, 50], [1, 253, 231, 37]];

function table(stops) {
  const colours = new Uint8ClampedArray(256 * 3);
  for (let i = 0, k = 0; i < 256; ++i) {
    const t = i / 255;
    while (k < stops.length - 2 && t > stops[k + 1][0]) ++k;
    const [a, ...from] = stops[k], [b, ...to] = stops[k + 1];
    const part = Math.min(1, Math.max(0, (t - a) / (b - a)));
    for (let c = 0; c < 3; ++c) colours[i * 3 + c] = from[c] + (to[c] - from[c]) * part;
  }
  return colours;
}
const landTable = table(land), seaTable = table(sea), fieldTable = table(field);

const channels = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

function isLogarithmic(layer, values) {
  if (!(layer.minimum >= 0) || layer.kind === 'weight' || layer.kind === 'height') return false;
  let sum = 0, count = 0;
  for (let i = 0; i < values.length; i += 97) {
    if (values[i] === values[i]) { sum += values[i]; ++count; }
  }
  return count > 0 && layer.maximum > 60 * (sum / count);
}

// {picture: ImageData, ends: [low, high], css: [stops of a bar], log}
export function painted(layer, values, isShaded = true) {
  const {width, height, kind} = layer, picture = new ImageData(width, height), to = picture.data;
  if (kind === 'colour') {
    to.set(values);
    return {picture};
  }
  const count = width * height, magnitude = kind === 'vector';
  const at = magnitude ? (i) => Math.hypot(values[2 * i], values[2 * i + 1]) : (i) => values[i];
  if (kind === 'class' || kind === 'mask') {
    const colours = new Map((layer.legend || []).map((entry) => [entry.value, channels(entry.colour)]));
    if (kind === 'mask') colours.set(0, [58, 92, 122]).set(1, [214, 206, 178]);
    for (let i = 0; i < count; ++i) {
      const colour = colours.get(values[i]) || [255, 0, 255];
      to[4 * i] = colour[0]; to[4 * i + 1] = colour[1]; to[4 * i + 2] = colour[2]; to[4 * i + 3] = 255;
    }
    return {picture};
  }
  let low = layer.minimum ?? 0, high = layer.maximum ?? 1;
  if (magnitude) {
    low = Infinity; high = -Infinity;
    for (let i = 0; i < count; ++i) { const v = at(i); if (v < low) low = v; if (v > high) high = v; }
  }
  const heights = kind === 'height' && low < 0 && high > 0, log = isLogarithmic(layer, values);
  const scale = log ? 255 / Math.log1p(high) : 255 / Math.max(high - low, 1e-12);
  for (let i = 0; i < count; ++i) {
    const v = at(i), k = 4 * i;
    if (v !== v) continue;  // no value: nothing is painted
    let colours = fieldTable, t;
    if (heights) {
      colours = v < 0 ? seaTable : landTable;
      t = v < 0 ? 255 * (1 - Math.sqrt(v / low)) : 255 * (v / high);
    } else if (kind === 'height') {
      colours = landTable;
      t = (v - low) * scale;
    } else {
      t = log ? Math.log1p(Math.max(0, v)) * scale : (v - low) * scale;
    }
    const c = 3 * Math.max(0, Math.min(255, Math.round(t)));
    to[k] = colours[c]; to[k + 1] = colours[c + 1]; to[k + 2] = colours[c + 2]; to[k + 3] = 255;
  }
  if (kind === 'height' && isShaded) shade(to, values, width, height, high - Math.max(low, heights ? 0 : low));
  const css = heights || kind === 'height' ? land : field;
  return {picture, ends: [heights ? 0 : low, high], low, log,
    css: css.map(([t, r, g, b]) => `rgb(${r} ${g} ${b}) ${t * 100}%`)};
}

// Light from the north-west.
function shade(to, values, width, height, relief) {
  const steep = width / 9 / Math.max(relief, 1e-9);
  for (let y = 0; y < height; ++y) {
    for (let x = 0; x < width; ++x) {
      const i = y * width + x, v = values[i];
      const dx = values[y * width + Math.min(x + 1, width - 1)] - values[y * width + Math.max(x - 1, 0)];
      const dy = values[Math.min(y + 1, height - 1) * width + x] - values[Math.max(y - 1, 0) * width + x];
      const slope = (dx + dy) * steep;
      if (slope !== slope) continue;
      const light = 1 + (v < 0 ? 0.12 : 0.34) * Math.max(-1, Math.min(1, slope));
      for (let c = 0; c < 3; ++c) to[4 * i + c] *= light;
    }
  }
}

// Layers of worlds: fetched once, painted once, forgotten with their world.
const known = new Map();  // "number/index" -> Promise of {layer, values, canvas, ...}

export function load(world, layer) {
  const key = world.number + '/' + layer.index;
  if (!known.has(key)) known.set(key, fetched(world, layer).catch((error) => { known.delete(key); throw error; }));
  return known.get(key);
}

async function fetched(world, layer) {
  const bytes = await cells(world.number, layer.index);
  const values = layer.kind === 'colour' ? new Uint8ClampedArray(bytes) : new Float32Array(bytes);
  const look = painted(layer, values), canvas = document.createElement('canvas');
  canvas.width = layer.width;
  canvas.height = layer.height;
  canvas.getContext('2d').putImageData(look.picture, 0, 0);
  delete look.picture;
  return {layer, values, canvas, ...look};
}

// Its picture without the light that heights have.
export const unshaded = (image) => (image.layer.kind === 'height' ? painted(image.layer, image.values, false).picture : image.canvas);

// Of worlds that are not shown any more.
export function forget(numbers) {
  for (const key of known.keys()) {
    if (!numbers.has(Number(key.split('/')[0]))) known.delete(key);
  }
}

export const find = (world, title) => world?.layers.find((layer) => layer.title === title);
