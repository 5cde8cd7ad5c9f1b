// SPDX-License-Identifier: Apache-2.0
// Starts the page without a server: unpacks the engine, which lies in the page, compiles it once, and puts the editor
// beside the world.
import {make} from '../page/elements.js';
import {use} from '../page/program.js';
import {Editor} from './editor.js';
import {InPage, instantiate} from './in_page.js';
import {textOfLink} from './link.js';
import {Hints} from './text/hints.js';
import {addressOf, textOf, unpacked} from './unpack.js';

async function start() {
  const wasm = new Response(unpacked('engine-wasm'), {headers: {'Content-Type': 'application/wasm'}});
  const [compiled, script, workerScript, worlds, hints] = await Promise.all([WebAssembly.compileStreaming(wasm), textOf('engine-js'),
    textOf('worker-js'), textOf('worlds').then(JSON.parse), textOf('hints').then(JSON.parse)]);
  await new Promise((resolve, reject) => {
    document.head.append(make('script', {src: addressOf(script), onload: resolve, onerror: () => reject(new Error('its script is refused'))}));
  });
  const address = addressOf(script, '\n', workerScript);
  const startWorker = (files) => {
    const worker = new Worker(address);
    worker.postMessage({compiled, files});
    return worker;
  };
  const program = new InPage(await instantiate(self.terrawright, compiled), startWorker, {...worlds});
  const editor = new Editor(document.querySelector('main'), program, worlds, new Hints(hints, worlds));
  const linked = await textOfLink(location.hash).catch(() => null);
  if (linked) editor.open('linked.yaml', linked);
  else editor.open('island.yaml', worlds['island.yaml']);
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
