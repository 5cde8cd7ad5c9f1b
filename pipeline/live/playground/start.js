// SPDX-License-Identifier: Apache-2.0
// Starts the page without a server: unpacks the engine, which lies in the page, compiles it once, and puts the editor
// beside the world.
import {make} from '../page/elements.js';
import {use} from '../page/program.js';
import {Editor} from './editor.js';
import {Engine, engineWithThreads} from './engine.js';
import {InPage, instantiate} from './in_page.js';
import {Hints} from './text/hints.js';
import {addressOf, textOf, unpacked} from './unpack.js';

async function start() {
  const wasm = new Response(unpacked('engine-wasm'), {headers: {'Content-Type': 'application/wasm'}});
  const compiling = WebAssembly.compileStreaming(wasm);
  const [script, workerScript, worlds, hints] = await Promise.all([textOf('engine-js'), textOf('worker-js'),
    textOf('worlds').then(JSON.parse), textOf('hints').then(JSON.parse)]);
  const engine = new Engine(compiling, addressOf(script, '\n', workerScript));
  // The first worker and the editor start while the engine is compiled.
  const program = new InPage(engineWithThreads(addressOf, workerScript) ?? engine, engine, {...worlds});
  const editor = new Editor(document.querySelector('main'), program, worlds, new Hints(hints, worlds));
  await editor.openLink();
  await new Promise((resolve, reject) => {
    document.head.append(make('script', {src: addressOf(script), onload: resolve, onerror: () => reject(new Error('its script is refused'))}));
  });
  await engine.compiling;
  program.begin(await instantiate(self.terrawright, engine.compiled));
  editor.build();
  return program;
}

// The page asks from its first moment on.
const started = start();
started.catch((error) => {
  document.getElementById('status').textContent = 'the engine does not start: ' + error.message;
  document.body.dataset.state = 'silent';
});
use({
  listen: async (...how) => (await started).listen(...how),
  ask: async (...how) => (await started).ask(...how),
  cells: async (...how) => (await started).cells(...how),
});
started.then(use);
