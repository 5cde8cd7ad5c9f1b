// SPDX-License-Identifier: Apache-2.0
// What all parts of the interface share: the view, the world, and word of every change.
export class Ui {
  constructor(view, world) {
    this.view = view;
    this.world = world;
    this.names = true;
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.root = document.body;
    this.listeners = new Set();
    this.unpainted = 0;
  }

  get state() { return this.view.state; }

  // Calls `listener` now and after every change.
  follow(listener) {
    this.listeners.add(listener);
    listener();
  }

  tell() {
    for (const listener of this.listeners) listener();
  }

  // Changes what the view shows; `moving` while a slider is held.
  async change(partial, moving = false) {
    this.root.dataset.busy = "yes";
    ++this.unpainted;
    const painted = this.view.set(partial, { moving });
    this.tell();
    try {
      await painted;
    } finally {
      if (--this.unpainted === 0) this.root.dataset.busy = "no";
    }
  }

  show_names(shown) {
    this.names = shown;
    this.tell();
    this.view.draw();
  }
}
