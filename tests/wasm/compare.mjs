// SPDX-License-Identifier: Apache-2.0
// Builds worlds by the program and by terrawright.wasm, and compares the manifests, with the hash of every layer, number,
// grid, table and file: node compare.mjs MODULE PROGRAM SOURCES SIDE [PLUGIN PLUGIN_OF_WASM] WORLD...
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import fs from "node:fs";
import {createRequire} from "node:module";
import os from "node:os";
import path from "node:path";

const [moduleFile, program, sources, side, ...rest] = process.argv.slice(2);
const plugins = rest[0].endsWith(".so") ? rest.splice(0, 2) : [];
const factory = createRequire(import.meta.url)(path.resolve(moduleFile));
const {load} = await import(path.join(sources, "pipeline/api/wasm/world.mjs"));

// Without outputs of formats that the module lacks: views are of a pack that is left out, and legends need fonts.
function writable(text) {
  return text.replace(/^outputs:\n(?:[ #].*\n|\n)*/m, outputs => {
    const [head, ...items] = outputs.split(/^(?=  - )/m);
    return head + items.filter(item => !/\b(scene|sheet):/.test(item)).join("").replace(/, legend: \w+/g, "");
  });
}

function copy(files, from, to) {
  files.mkdirTree(to);
  for (const entry of fs.readdirSync(from, {withFileTypes: true})) {
    const here = path.join(from, entry.name), there = to + "/" + entry.name;
    if (entry.isDirectory()) copy(files, here, there);
    if (entry.isFile()) files.writeFile(there, fs.readFileSync(here));
  }
}

function native(config, out, set) {
  const options = set.flatMap(one => ["--set", one]);
  if (plugins.length > 0) options.push("--plugins", plugins[0]);
  execFileSync(program, ["build", config, "--quiet", "--cache", "off", "--threads", "1", "--out", out, ...options], {stdio: ["ignore", "ignore", "inherit"]});
  const manifest = fs.readdirSync(out).find(name => name.endsWith(".manifest.json"));
  return {manifest, text: fs.readFileSync(path.join(out, manifest), "utf8")};
}

// Builds of a plugin have other bytes on each machine.
const plain = text => JSON.parse(text, (key, value) => key === "plugin_sha256" ? undefined : value);
const hashes = text => text.match(/"(xxh3_128|sha256)": /g).length;

const begin = performance.now();
const library = await load(factory, fs.readFileSync(moduleFile.replace(/js$/, "wasm")));
copy(library.files, path.join(sources, "configs"), "/configs");
copy(library.files, path.join(sources, "examples/100-plugin"), "/examples/100-plugin");
if (plugins.length > 0) library.files.writeFile("/plugin.so", fs.readFileSync(plugins[1]));
const before = performance.now();
const context = library.context({plugins: plugins.length > 0 ? ["/plugin.so"] : []});
assert.equal(context.answer, "done", JSON.stringify(context.problems()));
console.log(`loaded in ${(before - begin).toFixed(0)} ms, ${context.stages().length} stages in ${(performance.now() - before).toFixed(0)} ms`);

let compared = 0;
for (const config of rest) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "wasm-"));
  try {
    const set = side === "own" ? [] : [`world.size=[${side},${side}]`];
    fs.cpSync(path.join(sources, path.dirname(config)), path.join(folder, "sources"), {recursive: true});
    const changed = path.join(folder, "sources", path.basename(config)), text = writable(fs.readFileSync(changed, "utf8"));
    fs.writeFileSync(changed, text);
    library.files.writeFile("/" + config, text);
    const expected = native(changed, path.join(folder, "out"), set), layers = JSON.parse(expected.text).layers;
    const start = performance.now();
    const world = context.open({file: "/" + config, set});
    assert.equal(world.answer, "done", world.problems().map(problem => problem.shown).join("\n"));
    const layer = world.ports().find(port => port.cellBytes > 0 && layers[port.name]);
    const run = world.run({flags: ["writes"], folder: "/out", keep: [layer.name]});
    const answer = run.go(), seconds = (performance.now() - start) / 1000;
    assert.equal(answer, "done", run.problems().map(problem => problem.shown).join("\n"));
    assert.deepEqual(plain(library.files.readFile("/out/" + expected.manifest, {encoding: "utf8"})), plain(expected.text), config);
    assert.equal(run.digest(layer.name), layers[layer.name].xxh3_128);
    assert.equal(run.cells(layer.name).cells.byteLength, run.size.width * run.size.height * layer.cellBytes);
    const count = hashes(expected.text);
    compared += count;
    console.log(`${config}: ${count} hashes are equal, ${seconds.toFixed(2)} s`);
    run.close();
    world.close();
  } finally {
    fs.rmSync(folder, {recursive: true});
  }
}
// An error is that of the program, with its place.
const wrong = context.open({text: "terrawright: 1\nname: wrong\nworld: {size: [9, 9]}\nstages: {a: {use: heights.nois@1}}\n"});
assert.equal(wrong.answer, "refused");
assert.match(wrong.problems().map(problem => problem.message).join("\n"), /heights\.nois/);
assert.ok(wrong.problems().some(problem => problem.line === 4));
console.log(`${compared} hashes of ${rest.length} worlds are equal; ${(library.module.HEAPU8.length / 1048576).toFixed(0)} MiB of memory`);
