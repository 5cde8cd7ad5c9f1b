// SPDX-License-Identifier: Apache-2.0
// A layer as a picture of the grid: ramps and classes by a table of all whole numbers, pictures as they are.
import { parse, ramp_colour, ramp_of } from "./ramps.js";

export function paint_layer(layer, world) {
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
