// SPDX-License-Identifier: Apache-2.0
// The layers: a small map of each, one of them large, and legends.
import {find, load} from './cells.js';
import {button, make, rounded, withUnit} from './elements.js';
import {heightsUnder} from './ground.js';
import {Land} from './land.js';
import {LayerMap, camera, onChange} from './map.js';
import {ask, scene} from './program.js';

// All layers beside each other, as tiles; other nodes can be looked at too.
export class Layers {
  constructor(element, onChosen) {
    this.element = element;
    this.onChosen = onChosen;
    this.tiles = new Map();
    this.choice = make('select', {'aria-label': 'Look at another layer'});
    this.choice.onchange = () => {
      const title = this.choice.value;
      this.choice.value = '';
      if (title) ask('look', {titles: [...new Set([...this.look, title])]});
    };
    this.add = make('div', {className: 'add', hidden: true}, this.choice);
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
    const all = [...world.layers.map((layer) => this.tiles.get(layer.title).element), this.add];
    if (all.some((one, place) => one !== this.element.children[place])) this.element.append(...all);
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
    this.add.hidden = titles.length === 0;
    this.choice.replaceChildren(make('option', {value: ''}, 'Look at another node \u2026'),
      ...titles.map((port) => make('option', {value: port.title, title: port.doc}, port.title)));
  }
}

// The 3-D view: another world's loads behind the one that is shown, from where one looks at it now.
export class Scene {
  constructor() {
    this.element = make('div', {className: 'scene'});
    this.number = 0;
    addEventListener('message', (event) => {
      if (event.source !== this.front?.contentWindow || event.data?.terrawright !== 'link') return;
      this.onLink?.(String(event.data.link ?? ''));
    });
  }

  // The hash of the link that the view would give; where it does not answer soon, that of its address.
  link() {
    if (!this.front) return Promise.resolve('');
    return new Promise((resolve) => {
      const fallback = setTimeout(() => resolve(this.front.contentWindow?.location.hash ?? ''), 2000);
      this.onLink = (hash) => { clearTimeout(fallback); resolve(hash); };
      this.front.contentWindow?.postMessage({terrawright: 'link?'}, location.origin);
    });
  }

  async show(number) {
    if (number === this.number) return;
    this.number = number;
    const hash = await this.link();
    if (number !== this.number) return;
    this.behind?.remove();
    const frame = this.behind = make('iframe', {className: 'behind', title: 'The land in three dimensions',
      src: scene(number) + (hash && !hash.startsWith('#') ? '#' + hash : hash)});
    this.element.append(frame);
    // Until it has painted itself; one that cannot is shown too, as it says why.
    const ready = () => {
      const data = frame.contentDocument?.body?.dataset;
      return data && (data.ready || data.error);
    };
    for (let tries = 0; tries < 300 && !ready() && frame.isConnected; ++tries) await new Promise((go) => setTimeout(go, 100));
    if (frame !== this.behind) return frame.remove();
    this.front?.remove();
    this.front = frame;
    this.behind = null;
    frame.classList.remove('behind');
  }
}

// The large view: one layer, flat or on the land in three dimensions; or the 3-D view that the world writes.
export class Large {
  constructor(element, onChosen) {
    this.map = new LayerMap('The large view');
    this.legend = new Legend();
    this.scene = new Scene();
    this.land = new Land();
    this.stage = make('div', {className: 'stage'}, this.map.element, this.land.element, this.scene.element);
    this.three = button('3-D', () => {
      this.isOnLand = !this.hasScene && !this.isOnLand;
      onChosen(this.hasScene ? null : this.chosen);
    }, {hidden: true});
    this.title = make('strong');
    this.foot = make('div', {className: 'foot'}, this.legend.element);
    element.append(make('div', {className: 'head'}, this.three, this.title), this.stage, this.foot);
  }

  async show(state, world, badge, chosen) {
    const has = this.hasScene = Boolean(state.shown?.scene), three = has && chosen === null;
    this.chosen = chosen;
    this.scene.element.hidden = !three;
    if (has) this.scene.show(state.shown.number);
    const layer = find(world, chosen) || world.layers.find((one) => one.kind === 'colour') || world.layers[0];
    const heights = has ? undefined : heightsUnder(world, layer?.title), isOnLand = Boolean(heights && this.isOnLand);
    this.three.hidden = !has && !heights;
    this.three.setAttribute('aria-pressed', three || isOnLand);
    this.map.element.hidden = three || isOnLand;
    this.land.element.hidden = !isOnLand;
    this.foot.hidden = three;
    this.title.textContent = three ? (badge ? 'the layers show a preview' : '') : layer?.name ?? '';
    if (three || !layer) return layer?.title;
    const turn = this.turn = (this.turn || 0) + 1, old = find(state.before, layer.title);
    const below = isOnLand && old && heightsUnder(state.before, layer.title);
    try {
      const [now, then, land, thenLand] = await Promise.all([load(world, layer), old ? load(state.before, old) : null,
        isOnLand ? load(world, heights) : null, below ? load(state.before, below) : null]);
      if (turn !== this.turn) return layer.title;
      this.map.show(now, then, badge);
      this.legend.show(now);
      if (land) {
        this.land.show({world, image: now, heights: land}, thenLand && {world: state.before, image: then, heights: thenLand}, badge);
      }
    } catch { /* a newer world comes */ }
    return layer.title;
  }
}

// What the colours of a layer mean, and the value under the pointer.
function valueAt(image, {x, y}) {
  const {layer, values} = image;
  const i = Math.floor(y * layer.height) * layer.width + Math.floor(x * layer.width);
  const span = (layer.maximum ?? 1) - (layer.minimum ?? 0);
  if (layer.kind === 'colour') return '';
  if (layer.kind === 'mask') return values[i] ? 'yes' : 'no';
  if (layer.kind === 'class')
    return (layer.legend || []).find((entry) => entry.value === values[i])?.name.replaceAll('_', ' ') ?? String(values[i]);
  if (layer.kind === 'vector') {
    const [right, down] = [values[2 * i], values[2 * i + 1]];
    const to = (Math.atan2(right, -down) * 180 / Math.PI + 360) % 360;
    return withUnit(rounded(Math.hypot(right, down), span), layer.unit) + ' towards ' + Math.round(to) + '\u00b0';
  }
  return Number.isNaN(values[i]) ? 'no value' : withUnit(rounded(values[i], span), layer.unit);
}

export class Legend {
  constructor() {
    this.value = make('span', {className: 'value', 'aria-live': 'off'});
    this.scale = make('div');
    this.element = make('div', {className: 'legend'}, this.value, this.scale);
    this.forgetCamera = onChange(() => this.read());
  }

  show(image) {
    if (image === this.image) return;
    this.image = image;
    const {layer} = image, {unit} = layer;
    const key = JSON.stringify(layer);
    if (key !== this.key) {
      this.key = key;
      this.scale.replaceChildren();
      if (layer.legend) {
        const there = layer.legend.filter((entry) => entry.cells > 0).sort((a, b) => b.cells - a.cells);
        this.scale.append(make('ul', {}, ...there.map((entry) => {
          const swatch = make('i');
          swatch.style.background = entry.colour;
          const share = 100 * entry.cells / there.reduce((sum, one) => sum + one.cells, 0);
          return make('li', {title: share.toFixed(1) + ' %'}, swatch, entry.name.replaceAll('_', ' '));
        })));
      } else if (image.css) {
        const bar = make('span', {className: 'bar'});
        bar.style.background = `linear-gradient(to right, ${image.css.join(', ')})`;
        const span = image.ends[1] - image.ends[0];
        const [low, high] = image.ends.map((end) => withUnit(rounded(end, span), unit));
        const below = image.low < image.ends[0] ? make('span', {}, 'sea to ' + withUnit(rounded(image.low, span), unit)) : null;
        this.scale.append(bar, make('div', {className: 'ends'}, make('span', {}, low), below,
          image.log ? make('span', {}, 'logarithmic') : null, make('span', {}, high)));
      }
    }
    this.read();
  }

  read() {
    const text = this.image && camera.pointer ? valueAt(this.image, camera.pointer) : '';
    if (this.value.textContent !== text) this.value.textContent = text || '\u00a0';
  }

  remove() { this.forgetCamera(); }
}
