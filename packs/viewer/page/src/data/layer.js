// SPDX-License-Identifier: Apache-2.0
// One layer: whole numbers as the file has them, and the values they stand for.
import { thin_cells } from "./thin.js";

export class Layer {
  constructor(facts, stored, thin) {
    Object.assign(this, facts);
    this.stored = stored; // cells of the file's grid
    this.thin = thin; // of which each thin-th is kept
    this.width = Math.ceil(stored[0] / thin);
    this.cells = null; // whole numbers of each block, once decoded
    this.picture = null; // of a colour: the ImageBitmap
  }

  get decoded() {
    return Boolean(this.cells || this.picture);
  }

  async decode(decoder) {
    if (this.kind === "colour") {
      const [{ block, coding }] = this.blocks;
      const bytes = await decoder.decode(block, { coding });
      this.picture = await createImageBitmap(new Blob([bytes], { type: "image/" + coding }));
    } else {
      const blocks = this.blocks.map((coding) => decoder.decode(coding.block, coding, ...this.stored));
      this.cells = (await Promise.all(blocks)).map((cells) => thin_cells(cells, this.stored[0], this.thin));
    }
    return this;
  }

  // What the whole number q of a block means.
  read(block, q) {
    const coding = this.blocks[block];
    if (q === coding.missing) return NaN;
    const value = coding.low + coding.step * q;
    return coding.transform === "log1p" ? Math.expm1(value) : value;
  }

  // The value of cell (i, j) of the grid: a number (NaN: none), of a vector [x, y] to the east and to the south, of a
  // colour null.
  value(i, j) {
    if (!this.cells) return this.kind === "colour" ? null : NaN;
    const at = j * this.width + i;
    if (this.cells.length === 1) return this.read(0, this.cells[0][at]);
    return this.cells.map((cells, block) => this.read(block, cells[at]));
  }

  // All values: a Float32Array, of a vector two.
  get values() {
    const all = this.cells?.map((cells, block) => this.#decode_all(cells, block));
    return all?.length === 1 ? all[0] : all;
  }

  // As scalars: of a vector its lengths.
  get magnitudes() {
    const all = this.values;
    return Array.isArray(all) ? all[0].map((x, i) => Math.hypot(x, all[1][i])) : all;
  }

  // The step of the whole numbers: values are exact to half of it (of log1p: relative).
  get step() {
    return this.blocks[0].step ?? null;
  }

  #decode_all(cells, block) {
    const table = new Float32Array(this.blocks[block].bytes === 1 ? 256 : 65536);
    for (let q = 0; q < table.length; q++) table[q] = this.read(block, q);
    const out = new Float32Array(cells.length);
    for (let i = 0; i < out.length; i++) out[i] = table[cells[i]];
    return out;
  }
}

// Tables of lines and points: places in cells of the world, and their values by column.
export async function open_table(table, decoder) {
  const places = read_places(await decoder.decode(table.places, { coding: "bytes" }), table.rows);
  const text = new TextDecoder().decode(await decoder.decode(table.values, { coding: "bytes" }));
  const values = JSON.parse(text);
  const value = (row, column) => values[column]?.[row] ?? null;
  return { ...table, places, values, value };
}

// Of each row the x, y of its places, one after the other: Float32Array of fractional cells.
function read_places(bytes, rows) {
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  const signed = () => {
    const z = varint();
    return z % 2 ? -(z + 1) / 2 : z / 2;
  };
  const all = [];
  for (let row = 0; row < rows; row++) {
    const places = new Float32Array(2 * varint());
    let x = 0;
    let y = 0;
    for (let i = 0; i < places.length; i += 2) {
      places[i] = (x += signed()) / 16;
      places[i + 1] = (y += signed()) / 16;
    }
    all.push(places);
  }
  return all;
}
