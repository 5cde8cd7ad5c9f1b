// SPDX-License-Identifier: Apache-2.0
// Before and after, under one slider for all maps.
import {button, make} from './make.js';
import {camera, changed} from './map.js';
import {ask} from './news.js';

export class Compare {
  constructor(element) {
    this.slider = make('input', {type: 'range', min: 0, max: 1, step: 0.002, value: 0.5, 'aria-label': 'Before and after'});
    this.slider.oninput = () => this.set(Number(this.slider.value));
    this.pin = button('keep this as before', () => ask('pin', {pinned: !this.pinned}));
    this.bar = make('div', {className: 'compare', hidden: true}, 'before', this.slider, 'after', this.pin);
    this.toggle = button('Before / after', () => this.set(camera.split === null ? 0.5 : null), {id: 'compare'});
    element.append(this.bar);
  }
  set(split) {
    camera.split = split;
    this.bar.hidden = split === null;
    this.toggle.setAttribute('aria-pressed', split !== null);
    if (split !== null) this.slider.value = split;
    changed();
  }
  show(state) {
    this.pinned = state.pinned;
    this.pin.setAttribute('aria-pressed', state.pinned);
    this.toggle.disabled = !state.before;
    if (!state.before && camera.split !== null) this.set(null);
  }
}
