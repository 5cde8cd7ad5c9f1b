// SPDX-License-Identifier: Apache-2.0
// All layers beside each other, as tiles; other nodes can be looked at too.
import {find, load} from './cells.js';
import {Legend} from './legend.js';
import {button, make} from './make.js';
import {LayerMap} from './map.js';
import {ask} from './news.js';

export class Layers {
  constructor(element, onChosen) {
    this.element = element;
    this.onChosen = onChosen;
    this.tiles = new Map();
    this.choice = make('select', {'aria-label': 'Look at another layer'});
    this.choice.onchange = () => {
      const title = this.choice.value;
      this.choice.value = '';
      if (title) ask('look', {titles: [...this.look, title]});
    };
    this.add = make('div', {className: 'add'}, this.choice);
    element.append(this.add);
  }

  show(state, world, badge, large) {
    this.look = state.look;
    this.offer(state, world);
    const titles = new Set(world.layers.map((layer) => layer.title));
    for (const [title, tile] of this.tiles) {
      if (titles.has(title)) continue;
      tile.map.remove();
      tile.legend.remove();
      tile.element.remove();
      this.tiles.delete(title);
    }
    for (const layer of world.layers) {
      const tile = this.tiles.get(layer.title) || this.make(layer);
      tile.element.dataset.large = layer.title === large ? 'yes' : 'no';
      tile.close.hidden = !state.look.includes(layer.title);
      this.fill(tile, layer, world, state.before, badge);
    }
    this.element.append(...world.layers.map((layer) => this.tiles.get(layer.title).element), this.add);
  }

  async fill(tile, layer, world, before, badge) {
    const turn = tile.turn = (tile.turn || 0) + 1, old = find(before, layer.title);
    try {
      const [now, then] = await Promise.all([load(world, layer), old ? load(before, old) : null]);
      if (turn !== tile.turn) return;
      tile.map.show(now, then, badge);
      tile.legend.show(now);
    } catch { /* a newer world comes */ }
  }

  make(layer) {
    const map = new LayerMap(layer.name), legend = new Legend();
    const close = button('\u00d7', () => ask('look', {titles: this.look.filter((title) => title !== layer.title)}),
      {className: 'plain', 'aria-label': 'Do not look at ' + layer.title});
    const name = button(layer.name, () => this.onChosen(layer.title), {title: 'Show it large'});
    const element = make('article', {className: 'tile', 'data-title': layer.title}, map.element,
      make('div', {className: 'name'}, name, layer.title === layer.name ? null : make('span', {className: 'soft'}, layer.title), close),
      legend.element);
    const tile = {element, map, legend, close};
    this.tiles.set(layer.title, tile);
    return tile;
  }

  offer(state, world) {
    const there = new Set(world.layers.map((layer) => layer.title));
    const titles = state.ports.filter((port) => !there.has(port.title));
    const key = titles.map((port) => port.title).join();
    if (key === this.offered) return;
    this.offered = key;
    this.choice.replaceChildren(make('option', {value: ''}, 'Look at another node \u2026'),
      ...titles.map((port) => make('option', {value: port.title, title: port.doc}, port.title)));
  }
}
