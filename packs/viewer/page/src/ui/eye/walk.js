// SPDX-License-Identifier: Apache-2.0
// On foot: the eye two metres above the ground, wherever that goes.
import { Feet } from "./feet.js";

export const eye_height = 0.002;  // km
const headings = 24, distances = 24;

// The heading of the open side: where ground stands least high before the eye and the map goes on.
function open_side(view, { x, z }) {
  const { world } = view, eye = view.ground(x, z) + eye_height, far = Math.max(world.width, world.depth) / 4;
  const closed = Array.from({ length: headings }, (_, k) => {
    const turn = (2 * Math.PI * k) / headings;
    let highest = 0;
    for (let n = 0; n < distances; ++n) {
      const away = world.grid_cell * (far / world.grid_cell) ** (n / (distances - 1));
      const to = [x + Math.sin(turn) * away, z - Math.cos(turn) * away];
      const inside = world.grid_of(...to).every((at, axis) => at >= 0 && at <= world.spans[axis]);
      if (!inside) return highest + 0.1 * (1 - away / far);  // a little of the map's edge is no view
      highest = Math.max(highest, (view.ground(...to) - eye) / away);
    }
    return highest;
  });
  // What is in the middle of the view counts most.
  const over = (k) => [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5]
    .reduce((sum, by) => sum + (6 - Math.abs(by)) * closed[(k + by + headings) % headings], 0);
  const best = closed.reduce((least, _, k) => (over(k) < over(least) ? k : least), 0);
  return (360 * best) / headings;
}

export class Walk extends Feet {
  static title = "Walk";

  begin(here) {
    if (here) {
      this.eye.x = here.x;
      this.eye.z = here.z;
      this.pitch = 0;
      this.heading = open_side(this.view, here);
    }
    this.look();
  }

  // A third of a cell in a second: what a walker would do in a minute or so.
  step(right, ahead, up = 0, fast = false) {
    this.walk(right, ahead, this.ui.world.cell * 0.35 * this.pace * (fast ? 4 : 1));
    this.look();
  }

  stand() { this.eye.y = this.view.ground(this.eye.x, this.eye.z) + eye_height; }
}
