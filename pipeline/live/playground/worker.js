// SPDX-License-Identifier: Apache-2.0
// The worker that builds: it gets the compiled module and the files, then one job after the other.
import {call, instantiate} from './in_page.js';

let engine = null;

self.onmessage = async ({data}) => {
  try {
    if (data.compiled) {
      engine = instantiate(self.terrawright, data.compiled, {
        report: (head, bytes) => self.postMessage({head, bytes}, bytes ? [bytes] : []),
      });
      const module = await engine;  // once: no job runs between two files
      for (const [path, text] of Object.entries(data.files)) call(module, 'file', path, text);
    } else {
      call(await engine, 'run', data.run);
    }
  } catch (error) {
    self.postMessage({lost: String(error.message ?? error)});
  }
};
