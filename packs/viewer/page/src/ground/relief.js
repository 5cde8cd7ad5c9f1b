// SPDX-License-Identifier: Apache-2.0
// The heights that are drawn: whole numbers of 16 bits on the graphics card, lakes down to their beds; and the lowest and
// highest of each square of 32 cells and its parents, for the choice of nodes.
import { DataTexture, NearestFilter, RedIntegerFormat, UnsignedShortType } from "three";

export class Relief {
  constructor(world, lakes) {
    const coding = world.role("height").blocks[0];
    const exact = coding.transform === "linear" && world.role("height").cells[0] instanceof Uint16Array;
    const low = exact ? coding.low : world.lowest;
    const step = exact ? coding.step : (world.highest - world.lowest) / 65535 || 1;
    const { values } = world.heights;
    const q = new Uint16Array(values.length);
    for (let i = 0; i < q.length; i++) q[i] = Math.max(0, Math.min(65535, Math.round((values[i] - low) / step)));
    for (const [at, bed] of lakes?.beds ?? []) q[at] = Math.max(0, Math.round((bed - low) / step));
    this.low = world.up(low);
    this.step = step * world.scale;
    this.q = q;
    this.columns = world.columns;
    this.rows = world.rows;
    this.texture = this.#texture();
    this.levels = this.#pyramid(world.spans);
  }

  // km without exaggeration of a cell.
  cell(i, j) {
    const x = Math.min(Math.max(i, 0), this.columns - 1);
    const y = Math.min(Math.max(j, 0), this.rows - 1);
    return this.low + this.step * this.q[y * this.columns + x];
  }

  #texture() {
    const texture = new DataTexture(this.q, this.columns, this.rows, RedIntegerFormat, UnsignedShortType);
    texture.internalFormat = "R16UI";
    texture.minFilter = texture.magFilter = NearestFilter;
    texture.unpackAlignment = this.columns % 2 ? 2 : 4;
    texture.needsUpdate = true;
    return texture;
  }

  // levels[l] = {columns, rows, range}: lowest and highest km of squares of 32 * 2^l cells, with the cells around them
  // that a spline reaches.
  #pyramid(spans) {
    const levels = [];
    let columns = Math.ceil(spans[0] / 32);
    let rows = Math.ceil(spans[1] / 32);
    let range = new Float32Array(2 * columns * rows);
    for (let j = 0; j < rows; j++) {
      for (let i = 0; i < columns; i++) {
        let low = 65535;
        let high = 0;
        const [west, east] = [Math.max(0, i * 32 - 1), Math.min(this.columns - 1, i * 32 + 33)];
        const [north, south] = [Math.max(0, j * 32 - 1), Math.min(this.rows - 1, j * 32 + 33)];
        for (let y = north; y <= south; y++) {
          for (let x = west, at = y * this.columns + west; x <= east; x++, at++) {
            if (this.q[at] < low) low = this.q[at];
            if (this.q[at] > high) high = this.q[at];
          }
        }
        range.set([this.low + this.step * low, this.low + this.step * high], 2 * (j * columns + i));
      }
    }
    levels.push({ columns, rows, range });
    while (columns > 1 || rows > 1) {
      const below = levels.at(-1);
      columns = Math.ceil(columns / 2);
      rows = Math.ceil(rows / 2);
      range = new Float32Array(2 * columns * rows);
      for (let j = 0; j < rows; j++) {
        for (let i = 0; i < columns; i++) {
          let low = Infinity;
          let high = -Infinity;
          for (const y of [2 * j, Math.min(2 * j + 1, below.rows - 1)]) {
            for (const x of [2 * i, Math.min(2 * i + 1, below.columns - 1)]) {
              low = Math.min(low, below.range[2 * (y * below.columns + x)]);
              high = Math.max(high, below.range[2 * (y * below.columns + x) + 1]);
            }
          }
          range.set([low, high], 2 * (j * columns + i));
        }
      }
      levels.push({ columns, rows, range });
    }
    return levels;
  }
}
