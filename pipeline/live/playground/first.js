// SPDX-License-Identifier: Apache-2.0
// The first script of the page: it unpacks the engine, which lies in the page, compiles it once, and builds the world of the
// address. Meanwhile all other scripts are unpacked and run.
import {Engine, engineWithThreads} from './engine.js';
import {InPage, instantiate} from './in_page.js';
import {worldOf} from './link.js';
import {addressOf, textOf, unpacked} from './unpack.js';

const run = (src) => new Promise((resolve, reject) => {
  const script = document.createElement('script');
  Object.assign(script, {src, onload: resolve, onerror: () => reject(new Error('its script is refused'))});
  document.head.append(script);
});

async function begin() {
  const wasm = new Response(unpacked('engine-wasm'), {headers: {'Content-Type': 'application/wasm'}});
  const compiling = WebAssembly.compileStreaming(wasm);
  const [script, workerScript, worlds] = await Promise.all([textOf('engine-js'), textOf('worker-js'), textOf('worlds').then(JSON.parse)]);
  const engine = new Engine(compiling, addressOf(script, '\n', workerScript));
  const files = {...worlds, 'share/terrawright/schema/terrawright.schema.json': ''};  // by which the engine finds its own worlds
  for (const [path, text] of Object.entries(worlds)) files['share/terrawright/configs/' + path] = text;
  const program = new InPage(engineWithThreads(addressOf, workerScript) ?? engine, engine, files);
  await run(addressOf(script));
  await engine.compiling;
  program.begin(await instantiate(self.terrawright, engine.compiled));
  const world = await worldOf(location.hash, worlds);
  program.text(world.name, world.text, world.isFirst);
  return {program, worlds, world};
}

document.getElementById('status').textContent = 'starting';
self.begun = begin();
self.begun.catch(() => {})  // start.js tells it
  .then(() => textOf('page-js')).then((text) => run(addressOf(text))).catch((error) => {
    document.getElementById('status').textContent = 'the page does not start: ' + error.message;
  });
