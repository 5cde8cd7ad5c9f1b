// SPDX-License-Identifier: Apache-2.0
// Layers of the page: their blocks as typed arrays, and the values that they stand for.

// Blocks of the page -> typed arrays, in a Worker made of a Blob, so that the page stays awake.
// Runs in the Worker: it must not name anything outside of itself.
function decoder() {
  const bytes_of = (text) => {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
  };

  // zlib streams one after the other, this long; or one alone.
  const inflate = async (bytes, lengths = [bytes.length]) => {
    const parts = [];
    let begin = 0;
    for (const length of lengths) {
      const stream = new Blob([bytes.subarray(begin, begin + length)]).stream().pipeThrough(new DecompressionStream("deflate"));
      parts.push(await new Response(stream).blob());
      begin += length;
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  };

  // Whole numbers of the grid: planes are joined, zigzag undone, then each cell is its prediction and what remains.
  const samples = (raw, coding, width, height) => {
    const wide = coding.bytes === 2;
    const count = width * height;
    if (raw.length !== count * coding.bytes) throw new Error("a block of another size than the grid");
    const out = wide ? new Uint16Array(count) : raw.slice();
    if (wide) for (let i = 0; i < count; i++) out[i] = (raw[i] << 8) | raw[count + i];
    if (coding.predictor === "none") return out;
    for (let i = 0; i < count; i++) out[i] = (out[i] >> 1) ^ -(out[i] & 1);
    const med = coding.predictor === "med";
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        const a = x ? out[i - 1] : 0;
        const b = y ? out[i - width] : 0;
        let p = x ? a : b;
        if (med && x && y) {
          const c = out[i - width - 1];
          const low = a < b ? a : b;
          const high = a < b ? b : a;
          p = c >= high ? low : c <= low ? high : a + b - c;
        }
        out[i] += p;
      }
    }
    return out;
  };

  return async ({ text, coding, width, height }) => {
    const bytes = bytes_of(text);
    if (coding.coding === "webp" || coding.coding === "png") return bytes;
    const raw = await inflate(bytes, coding.streams);
    return coding.coding === "grid" ? samples(raw, coding, width, height) : raw;
  };
}

export class Decoder {
  #worker = null;
  #waiting = new Map();
  #number = 0;
  #done = 0;
  #here = null;

  constructor() {
    const source = `const decode=(${decoder})();onmessage=async({data})=>{try{const result=await decode(data);` +
      "postMessage({number:data.number,result},[result.buffer])}catch(error){postMessage({number:data.number,error:String(error)})}}";
    try {
      this.#worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
      this.#worker.onmessage = ({ data }) => this.#settle(data);
      this.#worker.onerror = () => this.#fall_back();
    } catch {
      this.#fall_back();
    }
  }

  // The array of one block; the block's element is emptied, since its text is not needed twice.
  decode(block, coding, width, height) {
    const element = document.getElementById("b-" + block);
    if (!element) return Promise.reject(new Error(`block ${block} is missing`));
    const job = { number: this.#number++, text: element.textContent.trim(), coding, width, height };
    element.textContent = "";
    if (this.#here) return this.#here(job);
    return new Promise((resolve, reject) => {
      this.#waiting.set(job.number, { job, resolve, reject });
      this.#worker.postMessage(job);
    });
  }

  end() {
    this.#worker?.terminate();
  }

  #settle({ number, result, error }) {
    const { resolve, reject } = this.#waiting.get(number);
    this.#waiting.delete(number);
    this.told?.(++this.#done);
    if (error) reject(new Error(error));
    else resolve(result);
  }

  // Where a page may not have Workers, the same code runs here.
  #fall_back() {
    this.#here = decoder();
    for (const { job, resolve, reject } of this.#waiting.values()) this.#here(job).then(resolve, reject);
    this.#waiting.clear();
  }
}

// Grids that are larger than the graphics card's textures: every second, fourth ... cell of them.
export function texture_limit() {
  const canvas = typeof OffscreenCanvas === "undefined" ? document.createElement("canvas") : new OffscreenCanvas(1, 1);
  const gl = canvas.getContext("webgl2");
  const limit = gl ? gl.getParameter(gl.MAX_TEXTURE_SIZE) : 4096;
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return limit;
}

// How many cells one stands for; the scene's grid says so too.
export function thin_grid(grid, limit) {
  let every = 1;
  while (Math.ceil(Math.max(...grid.size) / every) > limit) every *= 2;
  return [every, { ...grid, size: grid.size.map((n) => Math.ceil(n / every)), every: grid.every * every }];
}

function thin_cells(cells, width, every) {
  if (every === 1) return cells;
  const height = cells.length / width;
  const columns = Math.ceil(width / every);
  const out = new cells.constructor(columns * Math.ceil(height / every));
  for (let j = 0, at = 0; j < height; j += every) for (let i = 0; i < width; i += every) out[at++] = cells[j * width + i];
  return out;
}

// One layer: whole numbers as the file has them, and the values they stand for.
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
