// SPDX-License-Identifier: Apache-2.0
// Puts the editor beside the world that first.js builds.
import {use} from '../page/program.js';
import {Editor} from './editor.js';
import {Hints} from './text/hints.js';
import {textOf} from './unpack.js';

async function start() {
  const {program, worlds, world} = await self.begun;
  const hints = JSON.parse(await textOf('hints'));
  const editor = new Editor(document.querySelector('main'), program, worlds, new Hints(hints, worlds));
  editor.openLink(world, true);
  editor.follow();
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
