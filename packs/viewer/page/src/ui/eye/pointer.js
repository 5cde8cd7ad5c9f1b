// SPDX-License-Identifier: Apache-2.0
// Mouse and fingers on the land: one moves it, two (or the right button) turn and zoom, a click asks.
import { pick, ray_at } from "./ray.js";

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
