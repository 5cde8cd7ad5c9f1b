// SPDX-License-Identifier: Apache-2.0
// The map of the shaders' noise: 256 x 256 whole numbers by a fixed rule, each texel with its right and lower neighbours.
import { DataTexture, NearestFilter, RGBAFormat, UnsignedByteType } from "three";

const side = 256;

function lattice() {
  const out = new Uint8Array(side * side);
  let state = 0x2545f491;
  for (let i = 0; i < out.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    out[i] = state >>> 24;
  }
  return out;
}

const corners = lattice();
const corner = (i, j) => corners[(j & 255) * side + (i & 255)];

export function noise_map() {
  const data = new Uint8Array(4 * side * side);
  for (let j = 0; j < side; j++)
    for (let i = 0; i < side; i++)
      data.set([corner(i, j), corner(i + 1, j), corner(i, j + 1), corner(i + 1, j + 1)], 4 * (j * side + i));
  const texture = new DataTexture(data, side, side, RGBAFormat, UnsignedByteType);
  texture.minFilter = texture.magFilter = NearestFilter;
  texture.needsUpdate = true;
  return texture;
}

// The same noise for what is painted on the CPU: 0 to 1, in four octaves.
function noise(x, y) {
  const i = Math.floor(x);
  const j = Math.floor(y);
  const u = (x - i) ** 2 * (3 - 2 * (x - i));
  const v = (y - j) ** 2 * (3 - 2 * (y - j));
  const above = corner(i, j) * (1 - u) + corner(i + 1, j) * u;
  return (above + (corner(i, j + 1) * (1 - u) + corner(i + 1, j + 1) * u - above) * v) / 255;
}

export function fbm(x, y) {
  let sum = 0;
  for (let octave = 0, size = 0.5; octave < 4; octave++, size /= 2) {
    sum += size * noise(x, y);
    [x, y] = [1.6 * x - 1.2 * y + 17.3, 1.2 * x + 1.6 * y + 17.3];
  }
  return sum / 0.9375;
}
