// SPDX-License-Identifier: Apache-2.0
// terrawright/world.h for JavaScript: worlds of the module terrawright.wasm, on one thread. docs/wasm.md shows its use.

const FLAGS = {writes: 1, judges: 2, onDemand: 4, sha256: 8, unclipped: 16};
const CELLS = [null, Float32Array, Float32Array, Float32Array, Uint8Array, Uint16Array, BigInt64Array, Float32Array, Uint8ClampedArray];
const PER_CELL = {7: 2, 8: 4};  // numbers of a vector, of a colour
const ANSWERS = ["done", "failed", "refused", "bad plugin", "unmet", "misused", "stopped"];

// Structs of the header as [name, type] in their order; a pointer has 32 bits.
const PROBLEM = [["size", "u32"], ["isWarning", "u32"], ["rule", "text"], ["message", "text"], ["hint", "text"], ["source", "text"],
                 ["line", "u32"], ["column", "u32"], ["length", "u32"], ["reserved", "u32"], ["shown", "text"]];
const PORT = [["size", "u32"], ["kind", "u32"], ["cellBytes", "u32"], ["places", "u32"], ["name", "text"], ["unit", "text"], ["recipe", "text"]];

// Loads the module: `factory` is what terrawright.js exports, `bytes` those of terrawright.wasm.
export async function load(factory, bytes) {
  const module = await factory({wasmBinary: bytes});
  return new Library(module);
}

export class Library {
  constructor(module) {
    this.module = module;
    this.files = module.FS;  // files in memory: configs, pictures that worlds read, and what they write
  }
  // Loads the stages. `plugins`: files of side modules. `memory`: bytes that a run may take.
  context({plugins = [], memory = 3e9} = {}) { return new Context(this, plugins, memory); }
}

// Bytes of the module that live as long as one call.
class Arguments {
  constructor(module) {
    this.module = module;
    this.blocks = [];
  }
  take(size) {
    const block = this.module._malloc(size);
    if (block === 0) throw new Error("there is no memory left");
    this.blocks.push(block);
    this.module.HEAPU8.fill(0, block, block + size);
    return block;
  }
  text(text) {
    if (text === undefined || text === null) return 0;
    const size = this.module.lengthBytesUTF8(text) + 1, block = this.take(size);
    this.module.stringToUTF8(text, block, size);
    return block;
  }
  texts(texts) {
    const block = this.take(4 * Math.max(1, texts.length));
    texts.forEach((text, i) => { this.view().setUint32(block + 4 * i, this.text(text), true); });
    return block;
  }
  view() { return new DataView(this.module.HEAPU8.buffer); }
  // A struct of [type, value]; the first one is its size.
  struct(...fields) {
    const places = [];
    let size = 4;
    for (const [type] of fields) {
      const bytes = /64/.test(type) ? 8 : 4;
      size = Math.ceil(size / bytes) * bytes;
      places.push(size);
      size += bytes;
    }
    size = Math.ceil(size / 8) * 8;
    const block = this.take(size), view = this.view();
    view.setUint32(block, size, true);
    fields.forEach(([type, value], i) => {
      if (/64/.test(type)) {
        view.setBigInt64(block + places[i], BigInt(Math.trunc(Number(value))), true);
      } else {
        view.setInt32(block + places[i], value, true);
      }
    });
    return block;
  }
  free() { this.blocks.splice(0).forEach(block => this.module._free(block)); }
}

function withArguments(module, call) {
  const given = new Arguments(module);
  try {
    return call(given);
  } finally {
    given.free();
  }
}

function read(module, at, fields) {
  const view = new DataView(module.HEAPU8.buffer), found = {};
  fields.forEach(([name, type], i) => {
    const number = view.getUint32(at + 4 * i, true);
    found[name] = type === "text" ? module.UTF8ToString(number) : number;
  });
  return found;
}

// An array of pointers that `call` gives.
function list(module, fields, call) {
  return withArguments(module, given => {
    const out = given.take(4), count = Number(call(out)), view = new DataView(module.HEAPU8.buffer), all = view.getUint32(out, true);
    return Array.from({length: count}, (_, i) => read(module, view.getUint32(all + 4 * i, true), fields));
  });
}

class Handle {
  constructor(module, kind, handle) {
    if (handle === 0) throw new Error("there is no memory left");
    this.module = module;
    this.kind = kind;
    this.handle = handle;
  }
  call(name, ...values) { return this.module["_terrawright_" + name](this.handle, ...values); }
  get answer() { return ANSWERS[this.call(this.kind + "_answer")]; }
  problems() { return list(this.module, PROBLEM, out => this.call(this.kind + "_problems", out)); }
  json(name, what) {
    return withArguments(this.module, given => {
      const text = this.call(name, given.text(what));
      return text === 0 ? null : JSON.parse(this.module.UTF8ToString(text));
    });
  }
  close() { this.call("close_" + this.kind); }
}

class Context extends Handle {
  constructor(library, plugins, memory) {
    super(library.module, "context", withArguments(library.module, given => library.module._terrawright_open_context(given.struct(
      ["u32", 1], ["ptr", given.texts(plugins)], ["u64", plugins.length], ["ptr", 0], ["u64", 0], ["u64", memory], ["i32", 1], ["u32", 0]))));
  }
  stages() { return this.json("describe", "stages").stages; }
  // `text`: the YAML itself; or `file`: its path. `set`: "PATH=VALUE", as --set takes them.
  open(request) { return new World(this, request); }
}

class World extends Handle {
  constructor(context, {text, file, set = [], seed, strict = false}) {
    const module = context.module;
    super(module, "world", withArguments(module, given => module._terrawright_open_world(context.handle, given.struct(
      ["u32", strict ? 1 : 0], ["ptr", given.text(file)], ["ptr", given.text(text)],
      ["u64", text === undefined ? 0 : module.lengthBytesUTF8(text)], ["ptr", given.texts(set)], ["u64", set.length], ["ptr", given.text(seed)]))));
  }
  facts() { return this.json("world_json", "facts"); }
  config() { return this.json("world_json", "config"); }
  ports() { return list(this.module, PORT, out => this.call("ports", out)); }
  // `keep`: names of ports to read afterwards. `flags`: names of FLAGS.
  run(request) { return new Run(this, request); }
}

class Run extends Handle {
  constructor(world, {keep = [], flags = [], folder, tile = 0} = {}) {
    const module = world.module;
    super(module, "run", withArguments(module, given => module._terrawright_open_run(world.handle, given.struct(
      ["u32", flags.reduce((all, flag) => all | FLAGS[flag], 0)], ["ptr", given.texts(keep)], ["u64", keep.length], ["ptr", given.text(folder)],
      ["ptr", 0], ["i64", tile], ["u64", 0], ["i32", 1], ["u32", 0], ["ptr", 0]))));
    this.size = world.facts();
  }
  go() { return ANSWERS[this.call("go")]; }
  plan() { return this.json("run_json", "plan"); }
  results() { return this.json("run_json", "results"); }
  port(name) { return withArguments(this.module, given => this.call("find", given.text(name))); }
  // Facts of a port of `keep`.
  kept(name) { return read(this.module, this.call("kept", this.port(name)), PORT); }
  // Cells of a layer, row by row; with `every`, each stands for `every` x `every` of the world's.
  cells(name, every = 1) {
    const facts = this.kept(name), width = Math.ceil(this.size.width / every), height = Math.ceil(this.size.height / every);
    const size = width * height * facts.cellBytes;
    return withArguments(this.module, given => {
      const to = given.take(size);
      const area = given.struct(["u32", 0], ["i64", every], ["i64", 0], ["i64", 0], ["i64", width], ["i64", height]);
      this.demand(this.call("read", this.port(name), area, to, BigInt(width), 0), name);
      const cells = new CELLS[facts.kind](this.module.HEAPU8.slice(to, to + size).buffer);
      return {width, height, perCell: PER_CELL[facts.kind] || 1, unit: facts.unit, cells};
    });
  }
  // XXH3-128 of a whole layer in hex, as in a manifest.
  digest(name) {
    return withArguments(this.module, given => {
      const to = given.take(16);
      this.demand(this.call("digest", this.port(name), to), name);
      return Array.from(this.module.HEAPU8.subarray(to, to + 16), byte => byte.toString(16).padStart(2, "0")).join("");
    });
  }
  number(name) {
    return withArguments(this.module, given => {
      const to = given.take(8);
      this.demand(this.call("number", this.port(name), to), name);
      return new DataView(this.module.HEAPU8.buffer).getFloat64(to, true);
    });
  }
  demand(answer, name) {
    if (answer !== 0) throw new Error(`'${name}' cannot be read: ${ANSWERS[answer]}`);
  }
}
