// SPDX-License-Identifier: Apache-2.0
// The large view: the land in three dimensions where the world writes it, or one layer.
import {find, load} from './cells.js';
import {Legend} from './legend.js';
import {button, make} from './make.js';
import {LayerMap} from './map.js';
import {Scene} from './scene.js';

export class Large {
  constructor(element, onChosen) {
    this.map = new LayerMap('The large view');
    this.legend = new Legend();
    this.scene = new Scene();
    this.stage = make('div', {className: 'stage'}, this.map.element, this.scene.element);
    this.three = button('3-D', () => onChosen(null));
    this.title = make('strong');
    this.foot = make('div', {className: 'foot'}, this.legend.element);
    element.append(make('div', {className: 'head'}, this.three, this.title), this.stage, this.foot);
  }

  async show(state, world, badge, chosen) {
    const has = Boolean(state.shown?.scene), three = has && chosen === null;
    this.three.hidden = !has;
    this.three.setAttribute('aria-pressed', three);
    this.scene.element.hidden = !three;
    if (has) this.scene.show(state.shown.number);
    this.map.element.hidden = this.foot.hidden = three;
    const layer = find(world, chosen) || world.layers.find((one) => one.kind === 'colour') || world.layers[0];
    this.title.textContent = three ? (badge ? 'the layers show a preview' : '') : layer?.name ?? '';
    if (three || !layer) return layer?.title;
    const turn = this.turn = (this.turn || 0) + 1, old = find(state.before, layer.title);
    try {
      const [now, then] = await Promise.all([load(world, layer), old ? load(state.before, old) : null]);
      if (turn !== this.turn) return layer.title;
      this.map.show(now, then, badge);
      this.legend.show(now);
    } catch { /* a newer world comes */ }
    return layer.title;
  }
}
