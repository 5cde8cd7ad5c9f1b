// SPDX-License-Identifier: Apache-2.0
// The seed: another one with a click, back, or into the file.
import {find, load} from './cells.js';
import {button, make} from './elements.js';
import {ask} from './program.js';

export class Seed {
  constructor(element) {
    this.text = make('input', {type: 'text', size: 8, 'aria-label': 'Seed', spellcheck: false});
    this.text.onchange = () => ask('seed', {seed: this.text.value.trim()});
    this.back = button('back', () => ask('seed', {seed: ''}));
    this.problem = make('span', {className: 'soft'});
    this.write = button('write', async () => { this.problem.textContent = await ask('write', {seed: true}); }, {title: 'Put the seed into the file'});
    element.append(make('label', {className: 'soft'}, 'seed '), this.text,
      button('Another one', () => ask('seed', {seed: String(1 + Math.floor(Math.random() * 99999))}), {className: 'main', id: 'another'}),
      this.back, this.write, this.problem);
  }
  show({own, turned}) {
    if (document.activeElement !== this.text) this.text.value = turned ?? own ?? '';
    this.back.hidden = this.write.hidden = turned === null;
    if (turned === null) this.problem.textContent = '';
    this.back.textContent = 'back to ' + own;
  }
}

// Twelve other seeds as previews; a click takes one.
export class Strip {
  constructor(element) {
    this.element = element;
    this.first = 0;
    this.row = make('div', {className: 'row'});
    element.append(make('div', {className: 'head'}, make('strong', {}, 'Other seeds'),
      button('twelve more', () => this.open(this.first + 12)), button('close', () => this.close(), {className: 'plain'})), this.row);
    this.seeds = [];
  }

  open(first = this.first) {
    this.first = first;
    const own = /^\d{1,9}$/.test(this.own ?? '') ? Number(this.own) : 0;
    ask('strip', {seeds: Array.from({length: 12}, (_, i) => String(own + first + i + 1))});
  }
  close() { ask('strip', {seeds: []}); }

  show(state, title) {
    this.own = state.seed.own;
    const opens = this.element.hidden && state.strip.length > 0;
    this.element.hidden = state.strip.length === 0;
    const seeds = state.strip.map((other) => other.seed).join();
    if (seeds !== this.seeds) {
      this.seeds = seeds;
      this.row.replaceChildren(...state.strip.map((other) => {
        const canvas = make('canvas', {width: 208, height: 208});
        return make('button', {type: 'button', 'data-seed': other.seed, 'aria-label': 'Seed ' + other.seed,
          onclick: () => ask('seed', {seed: other.seed})}, canvas, other.seed);
      }));
    }
    state.strip.forEach((other, i) => this.fill(this.row.children[i], other, state, title));
    if (opens) this.element.scrollIntoView({block: 'nearest'});
  }

  async fill(element, other, state, title) {
    element.setAttribute('aria-pressed', (state.seed.turned ?? state.seed.own) === other.seed);
    element.title = other.failed ? 'This seed gives no world' : '';
    const canvas = element.firstChild, context = canvas.getContext('2d');
    const key = other.world ? other.world.number + title : '';
    if (key === element.dataset.shown) return;
    element.dataset.shown = key;
    context.clearRect(0, 0, canvas.width, canvas.height);
    if (!other.world) return;
    const layer = find(other.world, title) || other.world.layers[0];
    if (!layer) return;
    const image = await load(other.world, layer).catch(() => null);
    if (!image || element.dataset.shown !== key) return;
    const fit = Math.min(canvas.width / layer.width, canvas.height / layer.height);
    const [w, h] = [layer.width * fit, layer.height * fit];
    context.imageSmoothingQuality = 'high';
    context.drawImage(image.canvas, (canvas.width - w) / 2, (canvas.height - h) / 2, w, h);
  }
}
