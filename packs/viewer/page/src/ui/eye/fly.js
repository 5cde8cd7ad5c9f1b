// SPDX-License-Identifier: Apache-2.0
// In the air: the higher, the faster, and never into the ground.
import { Feet } from "./feet.js";

export class Fly extends Feet {
  static title = "Fly";

  get above() { return this.eye.y - this.view.ground(this.eye.x, this.eye.z); }

  begin(here) {
    if (here) {
      this.eye.set(here.x, this.view.ground(here.x, here.z) + Math.max(0.3, this.ui.world.cell * 4), here.z);
      this.pitch = -8;
    }
    this.look();
  }

  step(right, ahead, up = 0, fast = false) {
    const speed = Math.max(this.ui.world.cell * 2, this.above * 0.9) * this.pace * (fast ? 4 : 1);
    this.walk(right, ahead * Math.cos((this.pitch * Math.PI) / 180), speed);
    this.eye.y += (ahead * Math.sin((this.pitch * Math.PI) / 180) + up) * speed;
    this.look();
  }

  stand() {
    const free = Math.min(0.03, this.ui.world.cell * 0.5);
    const floor = this.view.ground(this.eye.x, this.eye.z) + free;
    const top = 2 * Math.max(this.ui.world.width, this.ui.world.depth);
    this.eye.y = Math.min(top, Math.max(floor, this.eye.y));
  }
}
