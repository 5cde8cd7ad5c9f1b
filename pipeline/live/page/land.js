// SPDX-License-Identifier: Apache-2.0
// The land in three dimensions: the heights of a layer under the colours of another one, and the eye that moves over it.
import {button, make} from './elements.js';
import {Ground, along} from './ground.js';
import {Drawing} from './land_drawing.js';
import {camera, changed, onChange} from './map.js';

const slow = 20;  // milliseconds of a fine picture; where it takes longer, moving ones are coarse
const fine = {split: 7, pixels: 2}, coarse = {split: 3.5, pixels: 0.5};
const radians = Math.PI / 180;
const halfView = Math.tan(21 * radians);  // height of half the view at distance 1
const moves = {
  ArrowLeft: (orbit) => orbit.move(-0.06, 0), ArrowRight: (orbit) => orbit.move(0.06, 0),
  ArrowUp: (orbit) => orbit.move(0, 0.06), ArrowDown: (orbit) => orbit.move(0, -0.06),
  q: (orbit) => orbit.turn(-6, 0), e: (orbit) => orbit.turn(6, 0), r: (orbit) => orbit.turn(0, 4), f: (orbit) => orbit.turn(0, -4),
  '+': (orbit) => orbit.zoom(1 / 1.2), '=': (orbit) => orbit.zoom(1 / 1.2), '-': (orbit) => orbit.zoom(1.2), 0: (orbit) => orbit.reset(),
};

// The camera, moved as in the page of an output `scene:`.
class Orbit {
  // `ground(x, z)`: km as they are drawn. `size`: of the world, in km.
  constructor(element, onMove) {
    this.element = element;
    this.onMove = onMove;
    this.isTurning = false;  // one finger turns
    this.fingers = new Map();
    this.listen();
  }

  // From the south and above; the whole world is in the view.
  reset() {
    this.set({x: 0, z: 0.02 * this.size, heading: 0, tilt: 39, distance: 1.18 * this.size * this.room});
  }

  // How much farther the eye stands in a view that is narrow.
  get room() { return Math.max(1, 0.32 + 1.12 * this.element.clientHeight / this.element.clientWidth || 1); }

  set(place) {
    const reach = 0.75 * this.size, within = (value, low, high) => Math.min(high, Math.max(low, value));
    this.x = within(place.x, -reach, reach);
    this.z = within(place.z, -reach, reach);
    this.y = place.y ?? this.ground(this.x, this.z);
    this.heading = place.heading ?? this.heading;
    this.tilt = within(place.tilt ?? this.tilt, 3, 89.5);
    this.distance = within(place.distance ?? this.distance, 8 * this.cell, 4 * this.size);
    this.onMove();
  }

  turn(heading, tilt) { this.set({...this, heading: this.heading + heading, tilt: this.tilt + tilt}); }

  // To the right and ahead, in parts of the distance.
  move(right, ahead) {
    const sin = Math.sin(this.heading * radians), cos = Math.cos(this.heading * radians);
    this.set({x: this.x + (cos * right + sin * ahead) * this.distance, z: this.z + (sin * right - cos * ahead) * this.distance});
  }

  // The place [x, y, z] stays where it is in the view.
  zoom(factor, to = [this.x, this.y, this.z]) {
    const before = this.distance, distance = Math.min(4 * this.size, Math.max(8 * this.cell, before * factor)), by = 1 - distance / before;
    this.set({distance, x: this.x + (to[0] - this.x) * by, y: this.y + (to[1] - this.y) * by, z: this.z + (to[2] - this.z) * by});
  }

  // Where the eye is, and the axes of its view.
  camera() {
    const far = Math.cos(this.tilt * radians) * this.distance, sin = Math.sin(this.heading * radians), cos = Math.cos(this.heading * radians);
    const eye = [this.x - sin * far, this.y + Math.sin(this.tilt * radians) * this.distance, this.z + cos * far];
    eye[1] = Math.max(eye[1], this.ground(eye[0], eye[2]) + this.cell / 2);
    const away = [this.x - eye[0], this.y - eye[1], this.z - eye[2]], length = Math.hypot(...away), ahead = away.map((part) => part / length);
    const flat = Math.hypot(ahead[0], ahead[2]), right = [-ahead[2] / flat, 0, ahead[0] / flat];
    return {eye, right, ahead, up: [right[1] * ahead[2] - right[2] * ahead[1], right[2] * ahead[0] - right[0] * ahead[2],
      right[0] * ahead[1] - right[1] * ahead[0]]};
  }

  // The direction of what lies under a place of the element.
  towards({eye, right, up, ahead}, {x, y}) {
    const {clientWidth: width, clientHeight: height} = this.element;
    const ray = along(along(ahead, right, (2 * x - width) / height * halfView), up, (1 - 2 * y / height) * halfView);
    return {eye, ray: ray.map((part) => part / Math.hypot(...ray))};
  }

  // The ground under a place of the element: [x, y, z], or null.
  pick(at) {
    const {eye, ray} = this.towards(this.camera(), at);
    let far = 0, step = 0;
    for (let tries = 0; tries < 600 && far < 6 * this.size; ++tries) {
      const place = along(eye, ray, far), over = place[1] - this.ground(place[0], place[2]);
      if (over < 0) {
        for (let low = far - step, k = 0; k < 12; ++k) {
          const middle = (low + far) / 2, [x, y, z] = along(eye, ray, middle);
          if (y < this.ground(x, z)) far = middle;
          else low = middle;
        }
        return along(eye, ray, far);
      }
      step = Math.max(0.5 * this.cell, 0.4 * over, 0.001 * far);
      far += step;
    }
    return null;
  }

  // Moves the world with the pointer: what lay under it stays there.
  drag(from, to) {
    const camera = this.camera();
    const [a, b] = [from, to].map((at) => {
      const {eye, ray} = this.towards(camera, at);
      return ray[1] < -0.03 ? along(eye, ray, (this.grip - eye[1]) / ray[1]) : null;
    });
    if (a && b && Math.hypot(a[0] - b[0], a[2] - b[2]) < this.distance / 2) this.set({x: this.x + a[0] - b[0], z: this.z + a[2] - b[2]});
    else this.move((from.x - to.x) / 700, (to.y - from.y) / 700);
  }

  // Apart: closer. Round each other: turned. Up and down: tilted.
  pinch(other, from, to) {
    const [ax, ay, bx, by] = [from.x - other.x, from.y - other.y, to.x - other.x, to.y - other.y];
    const turned = Math.atan2(by, bx) - Math.atan2(ay, ax);
    this.zoom(Math.hypot(ax, ay) / Math.max(1, Math.hypot(bx, by)));
    this.turn(-(turned - 2 * Math.PI * Math.round(turned / (2 * Math.PI))) / radians, (to.y - from.y) * 0.06);
  }

  at(event) {
    const box = this.element.getBoundingClientRect();
    return {x: event.clientX - box.left, y: event.clientY - box.top};
  }

  listen() {
    const {element, fingers} = this;
    element.addEventListener('pointerdown', (event) => {
      element.setPointerCapture(event.pointerId);
      const at = this.at(event);
      fingers.set(event.pointerId, {...at, turns: (event.button === 2 || event.ctrlKey || event.shiftKey) !== this.isTurning});
      this.grip = this.pick(at)?.[1] ?? this.y;
    });
    element.addEventListener('pointermove', (event) => {
      const from = fingers.get(event.pointerId), to = this.at(event);
      if (!from) return;
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) this.pinch(other, from, to);
      else if (from.turns) this.turn((to.x - from.x) / 4, (to.y - from.y) / 5);
      else this.drag(from, to);
      Object.assign(from, to);
    });
    for (const end of ['pointerup', 'pointercancel']) element.addEventListener(end, (event) => fingers.delete(event.pointerId));
    element.addEventListener('contextmenu', (event) => event.preventDefault());
    element.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.zoom(Math.exp(event.deltaY / 600), this.pick(this.at(event)) ?? undefined);
    }, {passive: false});
    element.addEventListener('keydown', (event) => {
      const act = event.ctrlKey || event.metaKey || event.altKey ? null : moves[event.key];
      if (!act) return;
      act(this);
      event.preventDefault();
    });
  }
}

// The view: a canvas, and buttons for one thumb.
export class Land {
  constructor() {
    this.canvas = make('canvas');
    this.problem = make('p', {className: 'empty', hidden: true});
    this.badge = make('span', {className: 'badge', hidden: true});
    const keys = 'arrows move, Q and E turn, R and F tilt, + and - zoom, 0 shows all';
    this.view = make('div', {className: 'view', tabIndex: 0, role: 'application', 'aria-label': 'The land in three dimensions: ' + keys},
      this.canvas);
    this.orbit = new Orbit(this.view, () => this.draw(true));
    this.turning = button('Turn', () => {
      this.orbit.isTurning = !this.orbit.isTurning;
      this.turning.setAttribute('aria-pressed', this.orbit.isTurning);
    }, {title: 'One finger or the left button turns the land, else two fingers or the right one', 'aria-pressed': false});
    this.height = make('input', {type: 'range', min: 0.2, max: 10, step: 0.1, title: 'Exaggeration'});
    this.height.oninput = () => {
      this.chosen = true;
      this.exaggerate(Number(this.height.value));
    };
    this.bar = make('div', {className: 'steer'}, this.turning, button('+', () => this.orbit.zoom(1 / 1.5), {'aria-label': 'Closer'}),
      button('\u2212', () => this.orbit.zoom(1.5), {'aria-label': 'Farther'}), button('All', () => this.orbit.reset()),
      make('label', {className: 'soft'}, 'Heights', this.height));
    this.element = make('div', {className: 'land', hidden: true}, this.view, this.problem, this.badge, this.bar);
    this.grounds = new WeakMap();
    this.orbit.ground = (x, z) => this.now.ground.at(x, z) * this.exaggeration;
    onChange(() => {
      if (this.split !== camera.split) this.draw(true);
      this.split = camera.split;
    });
    new ResizeObserver(() => this.draw()).observe(this.view);
    this.view.addEventListener('pointermove', (event) => this.point(event));
    this.view.addEventListener('pointerleave', () => { camera.pointer = null; changed(); });
    this.canvas.addEventListener('webglcontextlost', (event) => { event.preventDefault(); this.isLost = true; });
    this.canvas.addEventListener('webglcontextrestored', () => {
      Object.assign(this, {isLost: false, drawing: null});
      this.draw();
    });
  }

  // {world, image, heights} now, and before under the slider; `image` and `heights` as cells.js loads layers.
  show(now, before, badge) {
    this.badge.hidden = !badge;
    this.badge.textContent = badge;
    this.now = this.part(now);
    this.before = before && this.part(before);
    const {ground} = this.now, {size} = ground, usual = ground.exaggeration(), {name} = now.world;
    const isOther = name !== this.name || !(Math.abs(size / this.orbit.size - 1) < 0.05);
    Object.assign(this.orbit, {size, cell: ground.cell});
    this.name = name;
    this.chosen &&= !isOther;
    // Versions of one world have one scale, or taller peaks would not show; unless it does not suit them.
    if (isOther || (!this.chosen && Math.abs(Math.log2(usual / this.exaggeration)) > 1)) {
      this.height.max = Math.max(10, 2 * usual);
      this.exaggeration = this.height.value = usual;
    }
    if (isOther) this.orbit.reset();
    this.draw();
  }

  part({world, image, heights}) {
    if (!this.grounds.has(heights)) this.grounds.set(heights, new Ground(world, heights));
    return {image, ground: this.grounds.get(heights)};
  }

  exaggerate(times) {
    this.exaggeration = times;
    this.orbit.set({...this.orbit, y: undefined});
  }

  // The cell under the pointer, for the legends and the other maps.
  point(event) {
    if (!this.now || event.buttons) return;
    const place = this.orbit.pick(this.orbit.at(event)), {columns, rows, cell} = this.now.ground;
    const x = place ? place[0] / cell / columns + 0.5 : -1, y = place ? place[2] / cell / rows + 0.5 : -1;
    camera.pointer = x >= 0 && y >= 0 && x < 1 && y < 1 ? {x, y} : null;
    changed();
  }

  draw(isMoving = false) {
    this.isMoving ||= isMoving;
    this.asked ||= requestAnimationFrame(() => this.frame());
  }

  frame() {
    this.asked = 0;
    const {clientWidth: width, clientHeight: height} = this.view, {orbit, exaggeration} = this;
    if (!this.now || !width || !height || this.isLost) return;
    try {
      this.drawing ??= new Drawing(this.canvas);
    } catch (error) {
      this.view.hidden = this.bar.hidden = true;
      this.problem.hidden = false;
      this.problem.textContent = error.message;
      return;
    }
    const {canvas, drawing, isMoving} = this, begin = performance.now(), isCoarse = isMoving && this.isSlow;
    const {split, pixels} = isCoarse ? coarse : fine, ratio = Math.min(devicePixelRatio || 1, 1.5) * pixels;
    this.isMoving = false;
    clearTimeout(this.rest);
    if (isCoarse) this.rest = setTimeout(() => this.draw(), 200);
    const [w, h] = [width, height].map((side) => Math.round(side * ratio));
    if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, {width: w, height: h});
    const {eye, right, up, ahead} = orbit.camera(), aspect = width / height;
    const near = Math.max(orbit.cell / 20, (eye[1] - orbit.ground(eye[0], eye[2])) / 10), far = 9 * orbit.size + Math.hypot(...eye);
    const view = {eye, ahead, right: right.map((part) => part / halfView / aspect), up: up.map((part) => part / halfView),
      split, far: orbit.size * orbit.room, depths: [(far + near) / (far - near), -2 * far * near / (far - near)]};
    const seam = this.before && camera.split !== null ? Math.round(w * camera.split) : 0;
    drawing.begin();
    for (const [part, from, to] of [[this.before, 0, seam], [this.now, seam, w]]) {
      if (to <= from) continue;
      if (part.ground.lit !== exaggeration) Object.assign(part.ground, {lit: exaggeration, lights: part.ground.light(exaggeration)});
      drawing.world({...part, exaggeration, light: part.ground.lights}, view, from, to);
    }
    drawing.end(seam);
    if (isMoving) return;
    // A picture at rest without new textures shows how fast the next ones will be.
    if (drawing.isFilled) return this.draw();
    drawing.finish();
    this.isSlow = performance.now() - begin > slow;
  }
}
