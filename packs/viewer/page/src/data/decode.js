// SPDX-License-Identifier: Apache-2.0
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
