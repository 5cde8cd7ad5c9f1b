// SPDX-License-Identifier: Apache-2.0
// Keys, mouse and fingers, and what lies under a place on the screen.
import { Vector3 } from "three";
import { usual_interval } from "../paint/light.js";

// What lies under a place on the screen: a ray, marched over the heights.
const bisections = 20, most_steps = 4000;

function ray_at(view, x, y) {
  const { clientWidth, clientHeight } = view.canvas;
  const to = new Vector3((2 * x) / clientWidth - 1, 1 - (2 * y) / clientHeight, 0.5).unproject(view.camera);
  const from = view.camera.position.clone();
  return { from, along: to.sub(from).normalize() };
}

// Where the ray is over the map and not above all land: [first, last] along it, in km.
function inside(view, world, from, along) {
  const [width, height] = world.scene.world.size;
  const [x0, z0] = view.km(0, 0), [x1, z1] = view.km(width - 1, height - 1);
  const top = Math.max(world.up(world.highest), 0) * view.state.exaggeration + 1e-3;
  let first = 0, last = Infinity;
  for (const [at, by, low, high] of [[from.x, along.x, x0, x1], [from.z, along.z, z0, z1], [from.y, along.y, -Infinity, top]]) {
    if (Math.abs(by) < 1e-12) {
      if (at < low || at > high) return null;
      continue;
    }
    const a = (low - at) / by, b = (high - at) / by;
    first = Math.max(first, Math.min(a, b));
    last = Math.min(last, Math.max(a, b));
  }
  return last > first ? [first, last] : null;
}

// {x, y, z, column, row} of the ground under the screen's (x, y), or null.
export function pick(view, world, x, y) {
  const { from, along } = ray_at(view, x, y);
  const range = inside(view, world, from, along);
  if (!range) return null;
  const above = (t) => from.y + along.y * t - view.ground(from.x + along.x * t, from.z + along.z * t);
  const end = Math.min(range[1], range[0] + 20 * Math.max(world.width, world.depth));
  let t = range[0], gap = above(t);
  if (gap < 0) return null;
  for (let steps = 0; t < end && steps < most_steps; ++steps) {
    const next = Math.min(end, t + Math.min(8 * world.cell, Math.max(0.2 * world.cell, 2e-4 * t, 0.3 * gap)));
    const then = above(next);
    if (then <= 0) {
      let low = t, high = next;
      for (let k = 0; k < bisections; ++k) {
        const middle = (low + high) / 2;
        if (above(middle) > 0) low = middle;
        else high = middle;
      }
      const at = from.clone().addScaledVector(along, high);
      const [column, row] = view.cell(at.x, at.z);
      return { x: at.x, y: at.y, z: at.z, column, row };
    }
    t = next;
    gap = then;
    if (t >= end) break;
  }
  return null;
}

// Keys: what is held moves on until it is let go, the others do one thing.
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

// Mouse and fingers on the land: one moves it, two (or the right button) turn and zoom, a click asks.
const click_reach = 5;  // px that a click may slip

export class Pointer {
  constructor(ui) {
    this.ui = ui;
    this.held = new Map();
    const { canvas } = ui.view;
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", (event) => this.held.delete(event.pointerId));
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  at(event) {
    const box = this.ui.view.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  down(event) {
    const { canvas } = this.ui.view;
    try { canvas.setPointerCapture(event.pointerId); } catch { /* a pointer that is gone already */ }
    canvas.focus({ preventScroll: true });
    const at = this.at(event);
    const turns = event.button === 2 || event.ctrlKey || event.shiftKey;
    this.held.set(event.pointerId, { ...at, turns });
    this.begun = this.held.size === 1 ? { ...at, time: event.timeStamp, far: false, button: event.button } : null;
    this.grip = this.held.size === 1 && !turns ? this.gripped(at) : null;
  }

  // The plane that a drag keeps under the pointer.
  gripped(at) {
    const { view, world } = this.ui;
    const on = pick(view, world, at.x, at.y);
    return { y: on ? on.y : view.target.y };
  }

  on_plane(at, y) {
    const { from, along } = ray_at(this.ui.view, at.x, at.y);
    if (along.y > -0.03) return null;  // towards the sky
    const t = (y - from.y) / along.y;
    return t > 0 ? from.addScaledVector(along, t) : null;
  }

  move(event) {
    const before = this.held.get(event.pointerId);
    if (!before) return;
    const now = this.at(event);
    const { ui } = this;
    if (this.begun && Math.hypot(now.x - this.begun.x, now.y - this.begun.y) > click_reach) this.begun.far = true;
    if (this.held.size === 2) {
      this.two(event.pointerId, before, now);
    } else if (!this.begun || this.begun.far) {
      const dx = now.x - before.x, dy = now.y - before.y;
      if (ui.feet) ui.feet.glance(dx, dy);
      else if (before.turns) ui.rig.turn(dx * 0.25, dy * 0.2);
      else this.drag(before, now);
    } else {
      return;  // still a click
    }
    Object.assign(before, now);
  }

  drag(before, now) {
    const { rig } = this.ui;
    const a = this.grip && this.on_plane(before, this.grip.y), b = this.grip && this.on_plane(now, this.grip.y);
    const most = rig.get().distance * 0.5;  // a step of the pointer near the horizon is a long way
    if (a && b && a.distanceTo(b) < most) rig.shift(a.x - b.x, a.z - b.z);
    else rig.move(-(now.x - before.x) / 700, (now.y - before.y) / 700);
  }

  // Apart: closer. Round each other: turned. Together up or down: tilted, to the side: turned.
  two(moved, before, now) {
    const [other] = [...this.held].filter(([id]) => id !== moved).map(([, at]) => at);
    const { ui } = this;
    const old_x = before.x - other.x, old_y = before.y - other.y, new_x = now.x - other.x, new_y = now.y - other.y;
    if (ui.feet) { ui.feet.step(0, (before.y - now.y) / 60); return; }
    const apart = Math.hypot(old_x, old_y) / Math.max(1, Math.hypot(new_x, new_y));
    let turn = Math.atan2(new_y, new_x) - Math.atan2(old_y, old_x);
    if (Math.abs(turn) > Math.PI) turn -= 2 * Math.PI * Math.sign(turn);
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    ui.rig.zoom(apart, this.on_plane(middle, ui.view.target.y) ?? undefined);
    ui.rig.turn((-turn * 180) / Math.PI, (now.y - before.y) * 0.06);
  }

  up(event) {
    const begun = this.begun;
    this.held.delete(event.pointerId);
    if (this.held.size === 1) {  // the finger that stays goes on moving
      const [at] = this.held.values();
      this.grip = this.gripped(at);
      this.begun = null;
      return;
    }
    this.grip = null;
    if (begun && !begun.far && begun.button === 0 && event.timeStamp - begun.time < 700) {
      const at = this.at(event);
      this.ui.clicked?.(at.x, at.y);
    }
    this.begun = null;
  }

  wheel(event) {
    event.preventDefault();
    const { ui } = this;
    const notches = event.deltaY / (event.deltaMode === 0 ? 100 : event.deltaMode === 1 ? 3 : 1);
    if (ui.feet) { ui.feet.faster(-notches); return; }
    const at = this.at(event);
    const on = pick(ui.view, ui.world, at.x, at.y);
    ui.rig.zoom(1.18 ** Math.max(-4, Math.min(4, notches)), on ?? undefined);
  }
}
