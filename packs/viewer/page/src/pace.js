// SPDX-License-Identifier: Apache-2.0
// How sharp a frame is: at rest all pixels up to 1.5 a point, half of them while something moves and frames take long.

const slow = 24; // ms between frames
const rest = 180; // ms without a frame asked for

export class Pace {
  #last = 0;
  #mean = 0;
  #half = false;
  #timer = 0;

  constructor(renderer, again) {
    this.renderer = renderer;
    this.again = again;
  }

  get full() {
    return Math.min(window.devicePixelRatio || 1, 1.5);
  }

  // Before a frame: `moving` when it is one of many.
  begin(moving) {
    const now = performance.now();
    const since = now - this.#last;
    this.#last = now;
    if (moving && since < 1000) this.#mean = this.#mean ? 0.7 * this.#mean + 0.3 * since : since;
    const half = moving && (this.#half || this.#mean > slow);
    this.#set(half);
    clearTimeout(this.#timer);
    if (half) this.#timer = setTimeout(() => {
      this.#mean = 0;
      this.#set(false);
      this.again();
    }, rest + 2 * this.#mean);
  }

  #set(half) {
    this.#half = half;
    const ratio = half ? this.full / 2 : this.full;
    if (this.renderer.getPixelRatio() !== ratio) this.renderer.setPixelRatio(ratio);
  }
}
