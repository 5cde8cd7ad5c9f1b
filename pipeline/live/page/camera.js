// SPDX-License-Identifier: Apache-2.0
// Where all maps look: one place and one scale for all of them.
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
