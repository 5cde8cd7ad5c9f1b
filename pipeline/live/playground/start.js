// SPDX-License-Identifier: Apache-2.0
// Starts the page without a server: puts the editor beside the world, and the session into the engine that first.js compiles.
import {make} from '../page/elements.js';
import {use} from '../page/program.js';
import {Editor, worldOf} from './editor.js';
import {InPage, instantiate} from './in_page.js';
import {Hints} from './text/hints.js';
import {textOf} from './unpack.js';

async function start() {
  const [worlds, hints] = await Promise.all([textOf('worlds').then(JSON.parse), textOf('hints').then(JSON.parse)]);
  const {engine, builder, script} = await self.engines;
  const files = {...worlds, 'share/terrawright/schema/terrawright.schema.json': ''};  // by which the engine finds its own worlds
  for (const [path, text] of Object.entries(worlds)) files['share/terrawright/configs/' + path] = text;
  const program = new InPage(builder, engine, files);
  await new Promise((resolve, reject) => {
    document.head.append(make('script', {src: script, onload: resolve, onerror: () => reject(new Error('its script is refused'))}));
  });
  await engine.compiling;
  program.begin(await instantiate(self.terrawright, engine.compiled));
  // The world is being built while the editor is made.
  const world = await worldOf(location.hash, worlds);
  program.text(world.name, world.text, world.isFirst);
  new Editor(document.querySelector('main'), program, worlds, new Hints(hints, worlds)).openLink(world, true);
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
