// SPDX-License-Identifier: Apache-2.0
// Keys: what is held moves on until it is let go, the others do one thing.
import { usual_interval } from "../paint/sliders.js";

export const said = "Arrows move, Q and E turn, R and F tilt, plus and minus zoom, 1 2 3 views, N north, L names, " +
  "C contours, Enter asks what lies in the middle, Escape ends.";

const held = {
  arrowleft: (rig, s) => rig.move(-0.6 * s, 0), arrowright: (rig, s) => rig.move(0.6 * s, 0),
  arrowup: (rig, s) => rig.move(0, 0.6 * s), arrowdown: (rig, s) => rig.move(0, -0.6 * s),
  q: (rig, s) => rig.turn(-50 * s), e: (rig, s) => rig.turn(50 * s),
  r: (rig, s) => rig.turn(0, 35 * s), f: (rig, s) => rig.turn(0, -35 * s),
  "+": (rig, s) => rig.zoom(0.35 ** s), "=": (rig, s) => rig.zoom(0.35 ** s), "-": (rig, s) => rig.zoom(0.35 ** -s),
};
const steps = {  // of feet and wings: to the right, ahead, up
  arrowleft: [-1, 0, 0], a: [-1, 0, 0], arrowright: [1, 0, 0], d: [1, 0, 0], arrowup: [0, 1, 0], w: [0, 1, 0],
  arrowdown: [0, -1, 0], s: [0, -1, 0], e: [0, 0, 1], q: [0, 0, -1],
};
const first = 0.05;  // seconds that the shortest press counts for

export class Keys {
  constructor(ui) {
    this.ui = ui;
    this.pressed = new Set();
    addEventListener("keydown", (event) => this.down(event));
    addEventListener("keyup", (event) => this.release(event.key.toLowerCase()));
    addEventListener("blur", () => { this.pressed.clear(); this.rest(); });
  }

  // Of others these keys are: sliders, lists and what is written.
  foreign(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return true;
    const on = event.target;
    if (!(on instanceof Element) || on === this.ui.view.canvas || on === document.body) return false;
    if (on.matches("select, textarea, input:not([type=range])")) return true;
    return on.matches("input[type=range]") && /^(arrow|page|home|end)/.test(event.key.toLowerCase());
  }

  down(event) {
    if (this.foreign(event)) return;
    const key = event.key.toLowerCase();
    const { ui } = this;
    if (ui.feet ? steps[key] : held[key]) {
      event.preventDefault();
      if (this.pressed.has(key)) return;
      this.pressed.add(key);
      this.shift = event.shiftKey;
      this.act(key, first);
      if (this.pressed.size === 1) this.go_on();
      return;
    }
    const once = {
      1: () => ui.visit(0), 2: () => ui.visit(1), 3: () => ui.visit(2),
      n: () => ui.feet ? ui.feet.face(0) : ui.rig.go({ ...ui.rig.get(), heading: 0 }),
      l: () => ui.show_names(!ui.names),
      c: () => ui.change({ contours: ui.state.contours > 0 ? 0 : usual_interval(ui.world) }),
      escape: () => ui.escape(),
      enter: () => ui.clicked?.(ui.middle().x, ui.middle().y),
    }[key];
    if (!once || (key === "enter" && event.target !== ui.view.canvas)) return;
    event.preventDefault();
    once();
  }

  act(key, seconds) {
    const { ui } = this;
    if (!ui.feet) { held[key]?.(ui.rig, seconds); return; }
    if (!steps[key]) return;
    const [right, ahead, up] = steps[key];
    ui.feet.step(right * seconds, ahead * seconds, up * seconds, this.shift);
  }

  go_on() {
    this.ui.view.continuous(true);
    let before = performance.now();
    const step = (now) => {
      if (!this.pressed.size) return;
      const seconds = Math.min(0.1, Math.max(0, now - before) / 1000);
      before = now;
      for (const key of this.pressed) this.act(key, seconds);
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  release(key) {
    this.pressed.delete(key);
    if (!this.pressed.size) this.rest();
  }

  rest() { this.ui.view.continuous(false); }
}
