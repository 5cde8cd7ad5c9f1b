// SPDX-License-Identifier: Apache-2.0
// Worlds of the page have the same digests with threads as without: node threads.mjs MODULE MODULE_WITH_THREADS SOURCES SIDE WORLD...
import assert from "node:assert/strict";
import fs from "node:fs";
import {createRequire} from "node:module";
import path from "node:path";

const [single, threaded, sources, side, ...worlds] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const configs = path.join(sources, "configs");
delete globalThis.fetch;  // emscripten would take Node for a browser

async function engine(file, threads) {
  const factory = require(path.resolve(file)), waiting = new Map();
  const module = await factory({
    threads,
    wasmBinary: fs.readFileSync(file.replace(/js$/, "wasm")),
    report: head => {
      const facts = JSON.parse(head);
      if (facts.event === "ended") waiting.get(facts.job)(facts);
    },
  });
  for (const name of fs.readdirSync(configs, {recursive: true}).filter(one => one.endsWith(".yaml"))) {
    module.FS.mkdirTree(path.join("/", path.dirname(name)));
    module.FS.writeFile("/" + name, fs.readFileSync(path.join(configs, name)));
  }
  module._terrawright_page_prepare(threads);
  let number = 0;
  return world => new Promise(resolve => {
    const text = fs.readFileSync(path.join(configs, world), "utf8").replace(/size: \[\d+, \d+\]/, `size: [${side}, ${side}]`);
    const job = JSON.stringify({job: ++number, knobs: {}, seed: null, preview: false, look: [], folder: "/out", file: world, text});
    const size = module.lengthBytesUTF8(job) + 1, place = module._malloc(size);
    module.stringToUTF8(job, place, size);
    waiting.set(number, resolve);
    module._terrawright_page_run(place);
    module._free(place);
  });
}

const alone = await engine(single, 1), expected = new Map();
for (const world of worlds) expected.set(world, (await alone(world)).digest);
for (const threads of [1, 2, 4]) {
  const together = await engine(threaded, threads), seconds = [];
  for (const world of worlds) {
    const ended = await together(world);
    assert.equal(ended.ending, "done", JSON.stringify(ended));
    assert.equal(ended.digest, expected.get(world), world);
    seconds.push(ended.seconds.toFixed(2));
  }
  console.log(`${threads} threads: ${worlds.length} digests are equal, in ${seconds.join(" and ")} s`);
}
process.exit(0);  // threads never end
