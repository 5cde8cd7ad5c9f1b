// SPDX-License-Identifier: Apache-2.0
// The engine as a compiled module, and workers of worker.js that have it.
export class Engine {
  // `compiling`: the module, some time.
  constructor(compiling, address) {
    this.compiling = compiling.then((compiled) => { this.compiled = compiled; });
    this.compiling.catch(() => {});
    this.address = address;
  }

  startWorker(files) {
    const worker = new Worker(this.address);
    const give = () => worker.postMessage({compiled: this.compiled, files});
    if (this.compiled) give();
    else this.compiling.then(give, (error) => worker.onerror(error));
    return worker;
  }
}
