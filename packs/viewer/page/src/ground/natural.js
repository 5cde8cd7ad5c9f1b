// SPDX-License-Identifier: Apache-2.0
// The natural look's drape: albedo by class, or by height and warmth where there are none; in alpha the temperature.
import { ground_layer, ground_of } from "./albedo.js";
import { fbm } from "../noise.js";
import { to_srgb } from "./ramps.js";

const meadow = [0.105, 0.13, 0.052];
const heights_of_land = [[0, [0.1, 0.125, 0.05]], [0.3, [0.062, 0.092, 0.036]], [0.6, [0.1, 0.11, 0.06]], [1, [0.19, 0.175, 0.13]]];

export function paint_natural(world) {
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
