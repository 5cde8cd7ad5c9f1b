// SPDX-License-Identifier: Apache-2.0
// The program in this page: the session of `watch` on the page's thread, and a worker that builds. Both run one compiled
// module. A worker hears nothing while it builds, so a job that is given up ends its worker, and another one starts.

// Calls a function of the module with texts.
export function call(module, name, ...texts) {
  const places = texts.map((text) => {
    const size = module.lengthBytesUTF8(text) + 1, place = module._malloc(size) >>> 0;
    if (place === 0) throw new Error('the page has no more memory');
    module.stringToUTF8(text, place, size);
    return place;
  });
  const answer = module['_terrawright_page_' + name](...places);
  for (const place of places) module._free(place);
  return answer ? module.UTF8ToString(answer >>> 0) : '';
}

// An instance of the engine from its compiled form.
export const instantiate = (factory, compiled, more = {}) => new Promise((resolve, reject) => {
  factory({
    ...more,
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled)).catch(reject);
      return {};
    },
  }).then(resolve, reject);
});

const mostProblems = 100;  // as the program shows

export class InPage {
  // `engine` builds, and `writer` writes files. Both give workers that have these files.
  constructor(engine, writer, files) {
    this.engine = engine;
    this.writer = writer;
    this.files = files;  // contents by their paths beside the config
    this.kept = new Map();  // "world/layer": cells of layers
    this.jobs = new Map();  // by the number of the world: its config, knobs and seed
    this.listeners = [];
    this.newest = 0;
    this.replaceWorker();
  }

  // `session`: the module that holds the session. Nothing is asked before.
  begin(session) { this.session = session; }

  listen(onState) {
    this.listeners.push(onState);
    if (this.state) onState(this.state);
  }

  // `first`: a preview comes before the whole.
  text(file, text, first) {
    if (first) call(this.session, 'ask', 'preview', '{}');
    call(this.session, 'text', file, text.replaceAll('\0', '\ufffd'));
    this.step();
  }

  async ask(what, body) {
    const refused = what === 'write' ? await this.refusal(body) : '';
    if (refused) return refused;
    const answer = JSON.parse(call(this.session, 'ask', what, JSON.stringify(body)));
    if (answer.text !== undefined) this.onText?.(answer.text);
    this.step();
    return answer.problem ?? '';
  }

  // Why the engine refuses a value that was turned. It knows once it has loaded the world with all that is turned now.
  async refusal({seed: isSeed}) {
    const seed = isSeed && this.state?.seed.turned || '', isNumber = isFinite(seed.replaceAll('_', ''));
    if (isNumber && !(/^(-?[1-9]\d*|0|)$/.test(seed) && BigInt(seed) < 2n ** 64n && BigInt(seed) >= -(2n ** 63n)))
      return `the seed ${seed} cannot be written: a number must be whole, and between -9223372036854775808 and 18446744073709551615`;
    const turned = () => String(this.state.knobs.filter((knob) => knob.turned !== undefined).map((knob) => [knob.name, knob.turned]).sort());
    const loaded = () => String(Object.entries(this.jobs.get(this.newest)?.knobs ?? {}).sort());
    while (this.state?.busy) {
      if (this.state.busy.share !== undefined && turned() === loaded()) return '';
      await new Promise((go) => setTimeout(go, 30));
    }
    return this.state?.problems.find((one) => one.severity === 'error' && one.file === '--set')?.message ?? '';
  }

  async cells(world, layer) {
    const cells = this.kept.get(`${world}/${layer}`);
    if (!cells) throw new Error('the layer is gone');
    return cells;
  }

  step() {
    clearTimeout(this.later);
    const {orders, idle, state} = JSON.parse(this.session.UTF8ToString(this.session._terrawright_page_step(performance.now()) >>> 0));
    for (const {run} of orders) {
      if (run) this.run(run);
      else this.replaceWorker();
    }
    if (state) this.show(state);
    if (!idle) this.later = setTimeout(() => this.step(), 50);
  }

  // A file beside the config.
  put(path, content) {
    this.files[path] = content;
    this.worker?.postMessage({files: {[path]: content}});
  }

  // A worker whose module has the writers. This is the only place that knows which module that is.
  engineForFiles() { return this.writer.startWorker(this.files); }

  // The bytes of a file, as worker.js takes the job. A worker of its own writes it, so builds go on.
  write(job) {
    const worker = this.engineForFiles();
    return new Promise((resolve, reject) => {
      worker.onmessage = ({data: {written, lost}}) => (written ? resolve(written) : lost !== undefined && reject(new Error(lost)));
      worker.onerror = (event) => reject(new Error('the writing ended by ' + (event.message || 'an error of its worker')));
      worker.postMessage({write: job});
    }).finally(() => worker.terminate());
  }

  run(job) {
    this.newest = job.job;
    this.jobs.set(job.job, job);
    if (!this.worker) this.replaceWorker();
    this.running = job.job;
    this.worker.postMessage({run: JSON.stringify(job)});
    if (!this.engine.settings.threads) this.worker.postMessage({asked: job.job});
  }

  replaceWorker() {
    this.worker?.terminate();
    const worker = this.worker = this.engine.startWorker(this.files);
    worker.onmessage = ({data}) => { if (worker === this.worker) this.hear(data); };
    worker.onerror = (event) => { if (worker === this.worker) this.lose(event.message || 'an error of its worker'); };
  }

  hear({head, bytes, lost, ready, answered}) {
    if (ready) return void (this.isReady = true);
    if (answered) return answered === this.running ? this.lose('an interruption of its worker') : undefined;
    if (lost !== undefined) return this.lose(lost);
    const {event, job, index} = JSON.parse(head);
    if (event === 'layer') this.kept.set(`${job}/${index}`, bytes);
    if (event === 'ended') this.running = 0;
    call(this.session, 'hear', head);
    this.step();
  }

  // The next job starts another worker. Threads that never were ready are left for one.
  lose(how) {
    this.worker.terminate();
    this.worker = null;
    if (this.engine !== this.writer && !this.isReady) {
      this.warning = {severity: 'warning', message: `the engine with threads does not start: ${how}`, hint: 'the page builds on one thread'};
      this.engine = this.writer;
      const job = this.jobs.get(this.newest);
      if (job) this.run(job);
    } else if (this.session) {
      call(this.session, 'lost', how);
      this.step();
    }
  }

  show(state) {
    this.state = state;
    const more = state.problems.length - mostProblems;
    if (more > 0) state.problems.splice(mostProblems, more, {severity: 'warning', message: `and ${more} more problems`});
    if (this.warning) state.problems.push(this.warning);
    const worlds = [state.shown, state.before, state.preview, ...state.strip.map((other) => other.world)];
    const there = new Set([this.newest, ...worlds.filter(Boolean).map((world) => world.number)]);
    for (const key of this.kept.keys()) if (!there.has(parseInt(key))) this.kept.delete(key);
    for (const number of this.jobs.keys()) if (!there.has(number)) this.jobs.delete(number);
    for (const listener of this.listeners) listener(state);
  }
}
