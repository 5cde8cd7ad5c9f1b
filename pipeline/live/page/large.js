// SPDX-License-Identifier: Apache-2.0
// The 3-D view: another world's loads behind the one that is shown, from where one looks at it now.
import {find, load} from './cells.js';
import {Legend} from './legend.js';
import {button, make} from './make.js';
import {LayerMap} from './map.js';

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
      src: 'scene/' + number + (hash && !hash.startsWith('#') ? '#' + hash : hash)});
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

// The large view: the land in three dimensions where the world writes it, or one layer.
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
