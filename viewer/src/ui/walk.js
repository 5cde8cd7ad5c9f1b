// SPDX-License-Identifier: Apache-2.0
// On foot: the eye two metres above the ground, wherever that goes.
import { Feet } from "./feet.js";

export const eye_height = 0.002;  // km

export class Walk extends Feet {
  static title = "Walk";

  begin(here) {
    if (here) {
      this.eye.x = here.x;
      this.eye.z = here.z;
      this.pitch = 0;
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
