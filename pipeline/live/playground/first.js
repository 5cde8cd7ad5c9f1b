// SPDX-License-Identifier: Apache-2.0
// The first script of the page: it unpacks all others and runs them. Meanwhile the engine is compiled, and its first worker
// starts.
import {Engine, engineWithThreads} from './engine.js';
import {addressOf, textOf, unpacked} from './unpack.js';

async function engines() {
  const wasm = new Response(unpacked('engine-wasm'), {headers: {'Content-Type': 'application/wasm'}});
  const compiling = WebAssembly.compileStreaming(wasm);
  const [script, workerScript] = await Promise.all([textOf('engine-js'), textOf('worker-js')]);
  const engine = new Engine(compiling, addressOf(script, '\n', workerScript));
  const builder = engineWithThreads(addressOf, workerScript) ?? engine;
  builder.startAhead();
  return {engine, builder, script: addressOf(script)};
}

document.getElementById('status').textContent = 'starting';
self.engines = engines();
self.engines.catch(() => {});  // start.js says it
textOf('page-js').then((text) => {
  const script = document.createElement('script');
  script.src = addressOf(text);
  document.head.append(script);
}).catch((error) => {
  document.getElementById('status').textContent = 'the page does not start: ' + error.message;
});
