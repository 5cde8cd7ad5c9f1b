// SPDX-License-Identifier: Apache-2.0
// A worker: it gets the compiled module and the files, then jobs and files to write, one after the other.
import {Library} from '../../api/wasm/world.mjs';
import {call, instantiate} from './in_page.js';

const sentences = (handle) => handle.problems().filter((one) => !one.isWarning)
  .map((one) => [one.message, one.hint].filter(Boolean).join('; ')).join('\n');

// The bytes of `file`, the only file of the output `output` (YAML). The world is `text` with the values of `set` and `seed`.
function written(module, {config, text, set, seed, file, output}) {
  const context = new Library(module).context({memory: 2e9});
  const open = (...more) => context.open({file: config, text, seed, set: [...set, `outputs=[${output}]`, ...more]});
  let world = open('expect=[]');
  if (world.answer !== 'done') world = open();  // a config may have no `expect`
  if (world.answer !== 'done') throw new Error(sentences(world));
  const run = world.run({flags: ['writes'], folder: '/written'});
  if (run.go() !== 'done') throw new Error(sentences(run));
  const {contents, usedBytes} = module.FS.lookupPath('/written/' + file).node;  // no copy, for which there may be no memory
  return contents.subarray(0, usedBytes);
}

const encoder = new TextEncoder();
let module, isGiven = false, last = Promise.resolve();

async function hear(data) {
  try {
    if (data.compiled) {
      // The lock is held before a job begins. A page without an origin has no locks.
      if (navigator.locks) await new Promise((go) => navigator.locks.request(data.life, () => {
        self.postMessage({life: true});
        go();
        return new Promise(() => {});
      }).catch(go));
      const {threads, script, pool} = data.settings;
      module = await instantiate(self.terrawright, data.compiled, {
        threads, mainScriptUrlOrBlob: script, locateFile: (name) => pool ?? name,
        report: (head, bytes) => self.postMessage({head, bytes}, bytes ? [bytes] : []),
      });
      module._terrawright_page_prepare(data.settings.threads ?? 1);
      self.postMessage({ready: true});
    }
    for (const [path, content] of Object.entries(data.files ?? {})) {
      module.FS.mkdirTree(path.split('/').slice(0, -1).join('/') || '/');
      const bytes = typeof content === 'string' ? encoder.encode(content) : content;  // emscripten takes five times as long for a text
      module.FS.writeFile(path, bytes, {canOwn: true});
    }
    if (data.run) call(module, 'run', data.run);
    if (data.asked) self.postMessage({answered: data.asked});
    if (data.write) {
      const bytes = written(module, data.write);
      self.postMessage({written: bytes}, [bytes.buffer]);
    }
  } catch (error) {
    const how = String(error.message ?? error);
    self.postMessage({lost: data.write ? how : `an error in the engine (${how})`});
  }
}

// One message after the other, the module first.
const early = [];
self.onmessage = ({data}) => {
  if (!isGiven && !data.compiled) return void early.push(data);
  isGiven = true;
  for (const one of [data, ...early.splice(0)]) last = last.then(() => hear(one));
};
