// SPDX-License-Identifier: Apache-2.0
// Builds worlds in Node, one for each line of the input: node wasm.mjs MODULE SOURCES. bench/browser.py writes lines of JSON,
// {text, set}, and reads one for each: seconds on the wall and of the processor, of nodes, digests, bytes of memory.
import fs from "node:fs";
import {createRequire} from "node:module";
import path from "node:path";
import readline from "node:readline";

const [moduleFile, sources] = process.argv.slice(2);
const factory = createRequire(import.meta.url)(path.resolve(moduleFile));
const {load} = await import(path.join(sources, "pipeline/api/wasm/world.mjs"));

function copy(files, from, to) {
  files.mkdirTree(to);
  for (const entry of fs.readdirSync(from, {withFileTypes: true})) {
    const here = path.join(from, entry.name), there = to + "/" + entry.name;
    if (entry.isDirectory()) copy(files, here, there);
    if (entry.isFile()) files.writeFile(there, fs.readFileSync(here));
  }
}

// The place in the table of a function of JavaScript with the type (i32, i32, f64). The bytes are a module that exports
// what it imports.
function placed(table, f) {
  const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 3, 127, 127, 124, 0, 2, 7, 1, 1, 101, 1, 102, 0, 0, 7, 5, 1, 1, 102, 0, 0]);
  const place = table.grow(1);
  table.set(place, new WebAssembly.Instance(new WebAssembly.Module(bytes), {e: {f}}).exports.f);
  return place;
}

// The engine's clock, which is this one in Node, shows the processor time of the process.
process.hrtime = () => {
  const {user, system} = process.cpuUsage(), used = user + system;
  return [Math.floor(used / 1e6), 1e3 * (used % 1e6)];
};

const began = performance.now();
const library = await load(factory, fs.readFileSync(moduleFile.replace(/js$/, "wasm"))), module = library.module;
copy(library.files, path.join(sources, "configs"), "/configs");
const context = library.context();

// An observer of each run: its `ends` is the fifth field, and is the last one of a request.
let nodes = {};
const observer = module._malloc(32);
module.HEAPU32.fill(0, observer / 4, observer / 4 + 8);
module.HEAPU32[observer / 4] = 32;
module.HEAPU32[observer / 4 + 5] = placed(module.asm.__indirect_function_table, (user, name, seconds) => {
  nodes[module.UTF8ToString(name)] = seconds;
});
module._terrawright_open_run = (world, request) => {
  module.HEAPU32[request / 4 + 14] = observer;
  return module.asm.terrawright_open_run(world, request);
};

function built({text, set, keep}) {
  const start = performance.now(), before = process.cpuUsage();
  nodes = {};
  const world = context.open({text, file: "/configs/bench.yaml", set});
  if (world.answer !== "done") throw new Error(world.problems().map(problem => problem.shown).join("\n"));
  const run = world.run({keep});
  if (run.go() !== "done") throw new Error(run.problems().map(problem => problem.shown).join("\n"));
  const used = process.cpuUsage(before), wall = (performance.now() - start) / 1000;
  const digests = keep.map(name => run.digest(name));
  run.close();
  world.close();
  return {wall, processor: (used.user + used.system) / 1e6, nodes, digests, memory: module.HEAPU8.length};
}

const answer = facts => console.log(JSON.stringify(facts));
answer({seconds: (performance.now() - began) / 1000});
for await (const line of readline.createInterface({input: process.stdin})) {
  try {
    answer(built(JSON.parse(line)));
  } catch (error) {
    answer({problem: error.message});
  }
}
