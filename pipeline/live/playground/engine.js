// SPDX-License-Identifier: Apache-2.0
// The engine as a compiled module, and workers of worker.js that have it. A page that is hosted has another one with
// threads beside it. Browsers give the memory that threads share to isolated pages alone.
export class Engine {
  // `compiling`: the module, some time. `settings` go to the module beside `report`.
  constructor(compiling, address, settings = {}) {
    this.compiling = compiling.then((compiled) => { this.compiled = compiled; });
    this.compiling.catch(() => {});
    this.address = address;
    this.settings = settings;
  }

  // It holds the lock `life` as long as it lives: no event tells that a browser ended it.
  startWorker(files) {
    const worker = new Worker(this.address), {settings} = this, life = 'worker ' + Math.random();
    const give = () => worker.postMessage({compiled: this.compiled, files, settings, life});
    worker.addEventListener('message', (event) => {
      if (!event.data.life) return;
      event.stopImmediatePropagation();
      navigator.locks.request(life, () => worker.onerror({message: 'the browser, which stopped its worker: it may lack memory'}));
    });
    if (this.compiled) give();
    else this.compiling.then(give, (error) => worker.onerror(error));
    return worker;
  }
}

// `engine-threads` of a hosted page: the folder of the module. Null: there is none, or the page is not isolated. A service
// worker isolates it from its next visit on.
export function engineWithThreads(addressOf, workerScript) {
  const folder = document.querySelector('meta[name=engine-threads]')?.content;
  if (!folder) return null;
  if (!self.crossOriginIsolated) {
    navigator.serviceWorker?.register('isolated.js').catch(() => {});
    return null;
  }
  const file = (name) => new URL(folder + name, location.href).href, script = file('terrawright.js');
  const compiling = fetch(file('terrawright.wasm')).then(async (answer) => {
    if (!answer.ok) throw new Error(`${answer.url} answers ${answer.status}`);
    return WebAssembly.compile(await answer.arrayBuffer());
  });
  return new Engine(compiling, addressOf(`importScripts(${JSON.stringify(script)});\n`, workerScript),
    {threads: navigator.hardwareConcurrency, script, pool: file('terrawright.worker.js')});
}
