// SPDX-License-Identifier: Apache-2.0
// Where all maps look: one place and one scale for all of them.
import {button, make} from './elements.js';
import {ask} from './program.js';

export const camera = {x: 0.5, y: 0.5, zoom: 1, pointer: null, split: null};
const watchers = new Set();
let asked = false;

export function onChange(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function changed() {
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => {
    asked = false;
    for (const watcher of watchers) watcher();
  });
}

export function move(dx, dy) {
  camera.x = Math.min(1, Math.max(0, camera.x + dx));
  camera.y = Math.min(1, Math.max(0, camera.y + dy));
  changed();
}

// Keeps the place (x, y), in parts of the world, where it is.
export function zoom(factor, x = camera.x, y = camera.y) {
  const before = camera.zoom;
  camera.zoom = Math.min(64, Math.max(1, before * factor));
  const part = 1 - before / camera.zoom;
  camera.x += (x - camera.x) * part;
  camera.y += (y - camera.y) * part;
  if (camera.zoom === 1) camera.x = camera.y = 0.5;
  move(0, 0);
}

export function reset() {
  Object.assign(camera, {x: 0.5, y: 0.5, zoom: 1});
  changed();
}

// One layer on a canvas that moves with all others; under a slider the layer as it was before, on the left.
export class LayerMap {
  constructor(label) {
    this.canvas = make('canvas', {});
    this.badge = make('span', {className: 'badge', hidden: true});
    this.element = make('div', {className: 'map', tabIndex: 0, role: 'application',
      'aria-label': label + ': arrows move, + and - zoom, 0 shows all'}, this.canvas, this.badge);
    this.now = this.before = null;
    this.forgetCamera = onChange(() => this.draw());
    this.resized = new ResizeObserver(() => this.draw());
    this.resized.observe(this.element);
    this.listen();
  }

  show(now, before, badge = '') {
    if (now === this.now && before === this.before && badge === this.badge.textContent) return;
    this.now = now;
    this.before = before;
    this.badge.hidden = !badge;
    this.badge.textContent = badge;
    if (now) this.element.style.setProperty('--shape', now.layer.width / now.layer.height);
    this.draw();
  }

  // Pixels: where the world's left top corner lies, and how large it is.
  frame() {
    const width = this.element.clientWidth, height = this.element.clientHeight, {layer} = this.now;
    const fit = Math.min(width / layer.width, height / layer.height) * camera.zoom;
    const w = layer.width * fit, h = layer.height * fit;
    const place = (at, size, room) => (size <= room ? (room - size) / 2
      : Math.min(0, Math.max(room - size, room / 2 - at * size)));
    return {x: place(camera.x, w, width), y: place(camera.y, h, height), w, h, width, height};
  }

  draw() {
    if (!this.now || !this.element.clientWidth) return;
    const f = this.frame(), ratio = devicePixelRatio || 1;
    this.element.style.touchAction = camera.zoom > 1 ? 'none' : 'pan-y';  // one finger scrolls the page, or moves the map
    if (this.canvas.width !== Math.round(f.width * ratio) || this.canvas.height !== Math.round(f.height * ratio)) {
      this.canvas.width = Math.round(f.width * ratio);
      this.canvas.height = Math.round(f.height * ratio);
    }
    const context = this.canvas.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, f.width, f.height);
    const paint = (image) => {
      context.imageSmoothingEnabled = f.w / image.layer.width < 3;
      context.imageSmoothingQuality = 'high';
      context.drawImage(image.canvas, f.x, f.y, f.w, f.h);
    };
    paint(this.now);
    if (this.before && camera.split !== null) {
      const split = Math.max(0, f.x) + Math.min(f.w, f.width) * camera.split;
      context.save();
      context.beginPath();
      context.rect(0, 0, split, f.height);
      context.clip();
      context.clearRect(0, 0, split, f.height);
      paint(this.before);
      context.restore();
      context.fillStyle = '#fff';
      context.fillRect(split - 1, 0, 2, f.height);
    }
    if (camera.pointer) {
      const x = f.x + camera.pointer.x * f.w, y = f.y + camera.pointer.y * f.h;
      context.lineWidth = 3;
      for (const style of ['rgb(0 0 0 / .55)', '#fff']) {
        context.strokeStyle = style;
        context.beginPath();
        context.arc(x, y, 4, 0, 7);
        context.stroke();
        context.lineWidth = 1.4;
      }
    }
  }

  place(event) {
    if (!this.now) return null;
    const f = this.frame(), box = this.element.getBoundingClientRect();
    const x = (event.clientX - box.left - f.x) / f.w, y = (event.clientY - box.top - f.y) / f.h;
    return {x, y, inside: x >= 0 && y >= 0 && x < 1 && y < 1, f};
  }

  listen() {
    const element = this.element, fingers = new Map();
    const spread = () => {
      const [a, b] = [...fingers.values()];
      return Math.hypot(a.x - b.x, a.y - b.y);
    };
    element.addEventListener('wheel', (event) => {
      const at = this.place(event);
      if (!at) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 300), at.x, at.y);
    }, {passive: false});
    element.addEventListener('pointerdown', (event) => {
      fingers.set(event.pointerId, {x: event.clientX, y: event.clientY});
      element.setPointerCapture(event.pointerId);
    });
    element.addEventListener('pointermove', (event) => {
      const at = this.place(event), finger = fingers.get(event.pointerId);
      if (!at) return;
      camera.pointer = at.inside ? {x: at.x, y: at.y} : null;
      if (finger) {
        const wide = fingers.size === 2 ? spread() : 0;
        if (camera.zoom > 1 && fingers.size === 1)
          move((finger.x - event.clientX) / at.f.w, (finger.y - event.clientY) / at.f.h);
        finger.x = event.clientX;
        finger.y = event.clientY;
        if (wide > 0) zoom(spread() / wide, at.x, at.y);
      }
      changed();
    });
    for (const end of ['pointerup', 'pointercancel']) element.addEventListener(end, (event) => fingers.delete(event.pointerId));
    element.addEventListener('pointerleave', () => { camera.pointer = null; changed(); });
    element.addEventListener('dblclick', () => reset());
    element.addEventListener('keydown', (event) => {
      const step = 0.1 / camera.zoom;
      const moves = {ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step]};
      if (moves[event.key]) move(...moves[event.key]);
      else if (event.key === '+' || event.key === '=') zoom(1.5);
      else if (event.key === '-') zoom(1 / 1.5);
      else if (event.key === '0') reset();
      else return;
      event.preventDefault();
    });
  }

  remove() {
    this.forgetCamera();
    this.resized.disconnect();
    this.element.remove();
  }
}

// Before and after, under one slider for all maps.
export class Compare {
  constructor(element) {
    this.slider = make('input', {type: 'range', min: 0, max: 1, step: 0.002, value: 0.5, 'aria-label': 'Before and after'});
    this.slider.oninput = () => this.set(Number(this.slider.value));
    this.pin = button('keep this as before', () => ask('pin', {pinned: !this.pinned}));
    this.bar = make('div', {className: 'compare', hidden: true}, 'before', this.slider, 'after', this.pin);
    this.toggle = button('Before / after', () => this.set(camera.split === null ? 0.5 : null), {id: 'compare'});
    element.append(this.bar);
  }
  set(split) {
    camera.split = split;
    this.bar.hidden = split === null;
    this.toggle.setAttribute('aria-pressed', split !== null);
    if (split !== null) this.slider.value = split;
    changed();
  }
  show(state) {
    this.pinned = state.pinned;
    this.pin.setAttribute('aria-pressed', state.pinned);
    this.toggle.disabled = !state.before;
    if (!state.before && camera.split !== null) this.set(null);
  }
}
