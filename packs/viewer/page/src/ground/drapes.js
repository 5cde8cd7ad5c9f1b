// SPDX-License-Identifier: Apache-2.0
// Painted layers on the graphics card: at most four are kept, those that were used last.
import { ClampToEdgeWrapping, DataTexture, LinearFilter, LinearMipmapLinearFilter, RGBAFormat, RepeatWrapping, SRGBColorSpace,
  UnsignedByteType } from "three";
import { paint_natural } from "./natural.js";
import { paint_layer } from "./paint.js";
import { ramp_colour, ramp_of } from "./ramps.js";

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
