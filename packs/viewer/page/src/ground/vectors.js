// SPDX-License-Identifier: Apache-2.0
// A vector layer for the arrows: both parts in one picture of at most 512 cells a side.
import { DataTexture, DataUtils, HalfFloatType, LinearFilter, RGFormat } from "three";

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
