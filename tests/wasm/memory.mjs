// SPDX-License-Identifier: Apache-2.0
// Files lie in memory: a world whose swapped layers find no room there is refused before it starts, and a write that finds
// none says so: node memory.mjs MODULE SOURCES
import assert from "node:assert/strict";
import fs from "node:fs";
import {createRequire} from "node:module";
import path from "node:path";

const [moduleFile, sources] = process.argv.slice(2);
const factory = createRequire(import.meta.url)(path.resolve(moduleFile));
const {load} = await import(path.join(sources, "pipeline/api/wasm/world.mjs"));
const library = await load(factory, fs.readFileSync(moduleFile.replace(/js$/, "wasm")));
const land = side => `terrawright: 1
name: large
world: {size: [${side}, ${side}], cell: 10 m, seed: 11}
stages:
  n: {use: heights.noise@1, with: {kind: ridged, wavelength: 1 km, octaves: 9}}
  s: {use: sea.level@1, in: {height: n}, with: {percentile: 55 %}}
  m: {use: shape.metres@1, in: {height: n, level: s.level}, with: {peak: 2 km}}
outputs: [{file: a.exr, layers: {m: m}}]
`;

// Ends of a run that keeps a layer, and of one that writes a file.
function ends(side, memory) {
  const world = library.context({memory}).open({text: land(side)});
  assert.equal(world.answer, "done");
  return [{keep: ["m"]}, {flags: ["writes"], folder: "/out"}].map(how => {
    const run = world.run(how), answer = run.go(), [problem] = run.problems();
    run.close();
    return {answer, ...problem};
  });
}
const begin = performance.now();
for (const side of [40001, 100000]) {
  for (const {answer, message, hint, line} of ends(side, 2e9)) {
    assert.equal(answer, "refused");
    assert.match(message, /^this world needs [0-9.]+ GB of memory with its files and swapped layers, and there are 4\.\d+ GB$/);
    assert.match(hint, /world\.size/);
    assert.equal(line, 3);
  }
}
// A page's preview of such a world does not delay the refusal.
const {module} = library, heads = [];
module.report = head => heads.push(JSON.parse(head));
const job = JSON.stringify({job: 1, knobs: {}, seed: null, preview: true, look: [], folder: "/out", file: "/large.yaml", text: land(40001)});
const place = module._malloc(4 * job.length);
module.stringToUTF8(job, place, 4 * job.length);
module._terrawright_page_run(place);
module._free(place);
assert.match(heads.find(one => one.event === "loaded").problems[0].message, /of memory with its files/);
assert.equal(heads.at(-1).ending, "refused");

const seconds = (performance.now() - begin) / 1000;
assert.ok(seconds < 10, `refusing took ${seconds} s`);
assert.deepEqual(ends(2049, 75e6).map(one => one.answer), ["done", "done"]);  // layers are swapped

// Files that lie there already take their part. Zeros that nobody touches take none of the machine.
const dropped = [1, 2, 3, 4].map(number => `/heights${number}.raw`);
for (const file of dropped) library.files.writeFile(file, new Uint8Array(1010 << 20), {canOwn: true});
for (const {answer, message, hint} of ends(2049, 75e6)) {
  assert.equal(answer, "refused");
  assert.match(message, /^this world needs [0-9.]+ MB of memory with its files and swapped layers, and there are [0-9.]+ MB$/);
  assert.match(hint, /world\.size/);
}
for (const file of dropped) library.files.unlink(file);
assert.deepEqual(ends(2049, 75e6).map(one => one.answer), ["done", "done"]);

// Arrays of JavaScript, in which files lie, find no memory.
const whole = globalThis.Uint8Array, most = 1 << 20;
globalThis.Uint8Array = new Proxy(whole, {
  construct(target, given) {
    if (given[0] > most) throw new RangeError("Array buffer allocation failed");
    return Reflect.construct(target, given);
  },
});
const [, swapped] = ends(2049, 75e6), [, written] = ends(2049, 200e6);
globalThis.Uint8Array = whole;
assert.match(swapped.message, /cannot write .* of layers that do not fit .*: No space left on device; make the world smaller/);
assert.match(written.message, /a\.exr.*No space left on device/);
assert.deepEqual(ends(2049, 75e6).map(one => one.answer), ["done", "done"]);
console.log(`worlds that files in memory cannot hold are refused, in ${seconds.toFixed(1)} s; full files are told`);
