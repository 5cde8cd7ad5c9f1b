// SPDX-License-Identifier: Apache-2.0
// Layers of worlds: fetched once, painted once, forgotten with their world.
import {painted} from './colours.js';

const known = new Map();  // "number/index" -> Promise of {layer, values, canvas, ...}

export function load(world, layer) {
  const key = world.number + '/' + layer.index;
  if (!known.has(key)) known.set(key, fetched(key, layer).catch((error) => { known.delete(key); throw error; }));
  return known.get(key);
}

async function fetched(key, layer) {
  const answer = await fetch('cells/' + key);
  if (answer.status !== 200) throw new Error('the layer is gone');
  const bytes = await answer.arrayBuffer();
  const values = layer.kind === 'colour' ? new Uint8ClampedArray(bytes) : new Float32Array(bytes);
  const look = painted(layer, values), canvas = document.createElement('canvas');
  canvas.width = layer.width;
  canvas.height = layer.height;
  canvas.getContext('2d').putImageData(look.picture, 0, 0);
  delete look.picture;
  return {layer, values, canvas, ...look};
}

// Of worlds that are not shown any more.
export function forget(numbers) {
  for (const key of known.keys()) {
    if (!numbers.has(Number(key.split('/')[0]))) known.delete(key);
  }
}

export const find = (world, title) => world?.layers.find((layer) => layer.title === title);
