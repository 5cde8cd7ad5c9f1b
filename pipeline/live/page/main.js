// SPDX-License-Identifier: Apache-2.0
// Puts the page together, and shows each state as it comes.
import {forget} from './cells.js';
import {Problems, button, seconds} from './elements.js';
import {Knobs} from './knobs.js';
import {Large, Layers} from './layers.js';
import {Compare} from './map.js';
import {ask, listen} from './program.js';
import {Seed, Strip} from './seed.js';

const at = (id) => document.getElementById(id);
let chosen = null, state = null;
const choose = (title) => { chosen = title; show(state); };
const problems = new Problems(at('problems')), knobs = new Knobs(at('knobs')), seed = new Seed(at('seed'));
const large = new Large(at('large'), choose), layers = new Layers(at('layers'), choose), strip = new Strip(at('strip'));
const compare = new Compare(at('large'));
const others = button('Other seeds', () => (state.strip.length ? strip.close() : strip.open(0)));
const stop = button('Stop', () => ask(state.busy ? 'stop' : 'again'));
at('actions').append(others, compare.toggle, stop);

function status({busy, shown, preview, failed, checking}) {
  if (busy) {
    const share = busy.share !== undefined ? Math.round(100 * busy.share) + ' %' : '';
    return [busy.kind === 'preview' ? 'preview' : 'building', busy.node?.replaceAll('/', ' / '), share, busy.left].filter(Boolean).join(' \u00b7 ');
  }
  if (preview) return 'preview in ' + seconds(preview.seconds);
  if (failed) return shown ? 'the last good world' : 'no world yet';
  if (!shown) return '';
  const ran = shown.nodes.ran + shown.nodes.painted_again;
  return `built in ${seconds(shown.seconds)} \u00b7 ${ran} of ${ran + shown.nodes.cached} nodes ran${checking ? ' \u00b7 checking the library' : ''}`;
}

async function show(now) {
  if (!now) return;
  state = now;
  const world = state.preview ?? state.shown, badge = state.preview ? 'preview' : '';
  problems.show(state.problems, state.failed && Boolean(state.shown));
  knobs.show(state.knobs);
  seed.show(state.seed);
  compare.show(state);
  at('status').textContent = status(state);
  at('progress').hidden = !state.busy || state.busy.share === undefined;
  at('progress').value = state.busy?.share ?? 0;
  stop.textContent = state.busy ? 'Stop' : 'Build';
  others.setAttribute('aria-pressed', state.strip.length > 0);
  document.body.dataset.state = state.busy ? 'busy' : state.failed ? 'failed' : 'shown';
  document.body.dataset.world = state.shown?.number ?? 0;
  if (!world) return;
  at('name').textContent = world.name;
  const [unit, metres] = Math.min(world.width, world.height) * world.cell < 100 ? ['m', 1] : ['km', 1000];
  const side = (cells) => (cells * world.cell / metres).toLocaleString('en', {maximumFractionDigits: 1});
  at('facts').textContent = `${world.width} \u00d7 ${world.height} cells \u00b7 ${side(world.width)} \u00d7 ${side(world.height)} ${unit}`;
  document.title = `${world.name} \u00b7 seed ${world.seed}`;
  const title = await large.show(state, world, badge, chosen);
  if (now !== state) return;
  document.body.dataset.layer = title ?? '';
  layers.show(state, world, badge, title);
  strip.show(state, title);
  const kept = [state.shown, state.before, state.preview, ...state.strip.map((other) => other.world)];
  forget(new Set(kept.filter(Boolean).map((one) => one.number)));
}

listen(show, () => {
  at('status').textContent = 'the program does not answer';
  document.body.dataset.state = 'silent';
});
