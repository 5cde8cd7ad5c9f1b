// SPDX-License-Identifier: Apache-2.0
// What lies under a place on the screen: a ray, marched over the heights.
import { Vector3 } from "three";

const bisections = 20, most_steps = 4000;

export function ray_at(view, x, y) {
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
