// SPDX-License-Identifier: Apache-2.0
// The camera as a person moves it: a place on the ground, looked at from a heading, a tilt and a distance.
import { Vector3 } from "three";

const lowest_tilt = 2, highest_tilt = 89.5;  // degrees above the horizon
const radians = Math.PI / 180;

export class Rig {
  constructor(ui) {
    this.ui = ui;
    this.view = ui.view;
    this.run = 0;
  }

  get span() { return Math.max(this.ui.world.width, this.ui.world.depth); }
  get free() { return this.view.limits?.minimum ?? Math.min(0.12, 0.002 * this.span); }

  // {x, z, heading, tilt, distance}; the heading is where the eye looks, clockwise from north.
  get() {
    const { camera, target } = this.view;
    const away = camera.position.clone().sub(target);
    const distance = Math.max(away.length(), 1e-6);
    return {
      x: target.x, y: target.y, z: target.z, distance,
      heading: ((Math.atan2(-away.x, away.z) / radians) + 360) % 360,
      tilt: Math.asin(Math.min(1, away.y / distance)) / radians,
    };
  }

  set(place) {
    const { camera, target } = this.view;
    const span = this.span, reach = 0.75 * span;
    const x = Math.min(reach, Math.max(-reach, place.x)), z = Math.min(reach, Math.max(-reach, place.z));
    const distance = Math.min(4 * span, Math.max(3 * this.free, place.distance));
    const tilt = Math.min(highest_tilt, Math.max(lowest_tilt, place.tilt)) * radians;
    const heading = place.heading * radians;
    target.set(x, place.y ?? this.view.ground(x, z), z);
    camera.position.set(
      x - Math.sin(heading) * Math.cos(tilt) * distance, target.y + Math.sin(tilt) * distance,
      z + Math.cos(heading) * Math.cos(tilt) * distance);
    this.look();
  }

  // Above the ground, and looking at the target.
  look() {
    const { camera, target } = this.view;
    const floor = this.view.ground(camera.position.x, camera.position.z) + this.free;
    if (camera.position.y < floor) camera.position.y = floor;
    camera.up.set(0, 1, 0);
    camera.lookAt(target);
    camera.updateMatrixWorld();
    this.view.draw();
    this.ui.moved?.();
  }

  // There at once, or by a short flight.
  go(place, moving = true) {
    const run = ++this.run;
    const end = { ...place, y: place.y ?? this.view.ground(place.x, place.z) };
    if (!moving || this.ui.still.matches) { this.set(end); return Promise.resolve(); }
    const start = this.get(), begun = performance.now();
    const turn = ((end.heading - start.heading + 540) % 360) - 180;
    return new Promise((done) => {
      const step = (now) => {
        if (run !== this.run) { done(); return; }
        const part = Math.min(1, (now - begun) / 700), ease = part * part * (3 - 2 * part);
        const mix = (a, b) => a + (b - a) * ease;
        this.set({
          x: mix(start.x, end.x), y: mix(start.y, end.y), z: mix(start.z, end.z),
          heading: start.heading + turn * ease, tilt: mix(start.tilt, end.tilt),
          distance: start.distance * (end.distance / start.distance) ** ease,
        });
        if (part < 1) requestAnimationFrame(step);
        else done();
      };
      requestAnimationFrame(step);
    });
  }

  // Over the ground, in parts of the distance: to the right and ahead.
  move(right, ahead) {
    ++this.run;
    const at = this.get(), heading = at.heading * radians;
    const sin = Math.sin(heading), cos = Math.cos(heading);
    const x = at.x + (cos * right + sin * ahead) * at.distance, z = at.z + (sin * right - cos * ahead) * at.distance;
    this.set({ ...at, x, z, y: undefined });
  }

  shift(x, z) {
    ++this.run;
    const at = this.get();
    this.set({ ...at, x: at.x + x, z: at.z + z });
  }

  turn(degrees, tilt = 0) {
    ++this.run;
    const at = this.get();
    this.set({ ...at, heading: at.heading + degrees, tilt: at.tilt + tilt });
  }

  // Closer by a factor below 1, towards a place on the ground if one is given.
  zoom(factor, towards) {
    ++this.run;
    const at = this.get();
    const distance = Math.min(4 * this.span, Math.max(3 * this.free, at.distance * factor));
    const by = towards ? 1 - distance / at.distance : 0;
    const to = towards ?? new Vector3(at.x, at.y, at.z);
    this.set({ ...at, distance, x: at.x + (to.x - at.x) * by, y: at.y + (to.y - at.y) * by, z: at.z + (to.z - at.z) * by });
  }
}
