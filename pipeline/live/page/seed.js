// SPDX-License-Identifier: Apache-2.0
// The seed: another one with a click, back, or into the file.
import {button, make} from './make.js';
import {ask} from './news.js';

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
