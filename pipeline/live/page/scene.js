// SPDX-License-Identifier: Apache-2.0
// The 3-D view: another world's loads behind the one that is shown, from where one looks at it now.
import {make} from './make.js';

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
