// SPDX-License-Identifier: Apache-2.0
// How the eye moves: over a map, on foot or in the air.
import { element, press, toggle } from "../elements.js";
import { pick } from "./input.js";

// An eye that looks around from where it is; walking and flying differ in how it moves.
const radians = Math.PI / 180;

class Feet {
  constructor(ui) {
    this.ui = ui;
    this.view = ui.view;
    const { heading, tilt } = ui.rig.get();
    this.heading = heading;
    this.pitch = -tilt;
    this.pace = 1;
  }

  get eye() { return this.view.camera.position; }

  // By pixels of a drag: the land follows the pointer.
  glance(dx, dy) {
    this.heading = (this.heading - dx * 0.18 + 360) % 360;
    this.pitch = Math.min(85, Math.max(-85, this.pitch + dy * 0.18));
    this.look();
  }

  face(heading) {
    this.heading = heading;
    this.look();
  }

  faster(notches) {
    this.pace = Math.min(16, Math.max(1 / 16, this.pace * 1.3 ** notches));
  }

  // Kilometres over the ground for seconds of a held key; false where the map ends.
  walk(right, ahead, speed) {
    const { world } = this.ui;
    const sin = Math.sin(this.heading * radians), cos = Math.cos(this.heading * radians);
    const x = this.eye.x + (cos * right + sin * ahead) * speed, z = this.eye.z + (sin * right - cos * ahead) * speed;
    const [width, height] = world.scene.world.size;
    const [west, north] = this.view.km(0, 0), [east, south] = this.view.km(width - 1, height - 1);
    this.eye.x = Math.min(east, Math.max(west, x));
    this.eye.z = Math.min(south, Math.max(north, z));
  }

  look() {
    const { camera, target } = this.view;
    this.stand();
    const far = Math.max(0.05, (camera.position.y - this.view.ground(camera.position.x, camera.position.z)) * 2);
    const cos = Math.cos(this.pitch * radians);
    target.set(
      camera.position.x + Math.sin(this.heading * radians) * cos * far,
      camera.position.y + Math.sin(this.pitch * radians) * far,
      camera.position.z - Math.cos(this.heading * radians) * cos * far);
    camera.up.set(0, 1, 0);
    camera.lookAt(target);
    camera.updateMatrixWorld();
    this.view.draw();
    this.ui.moved?.();
  }
}

// In the air: the higher, the faster, and never into the ground.
class Fly extends Feet {
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

// On foot: the eye two metres above the ground, wherever that goes.
const eye_height = 0.002;  // km
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

class Walk extends Feet {
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

// The choice of a mode, and a pad of buttons for those without keys.
const kinds = { walk: Walk, fly: Fly };
const words = {
  walk: "On foot. W A S D or arrows walk, Shift runs, dragging looks around. Escape ends.",
  fly: "In the air. W A S D or arrows fly, E and Q up and down, dragging looks around. Escape ends.",
};
const words_of_fingers = "The arrows move, dragging looks around. Over the map, in the settings, ends.";
const pad = [["Ahead", "↑", 0, 1, 0], ["Left", "←", -1, 0, 0], ["Back", "↓", 0, -1, 0], ["Right", "→", 1, 0, 0]];

export function mode_panel(ui) {
  ui.feet = null;
  ui.mode = "map";
  // `here`: where to begin; without it the eye stays where it is, as a link wants it.
  ui.set_mode = (mode, { stay = false } = {}) => {
    if (mode === ui.mode) return;
    const before = ui.mode;
    ui.mode = mode;
    if (kinds[mode]) {
      const here = stay || before !== "map" ? null
        : pick(ui.view, ui.world, ui.middle().x, ui.middle().y) ?? { x: ui.view.target.x, z: ui.view.target.z };
      ui.feet = new kinds[mode](ui);
      ui.feet.begin(here);
      ui.say(matchMedia("(pointer: coarse)").matches ? words_of_fingers : words[mode]);
    } else {
      const { heading } = ui.feet;
      const { x, z } = ui.feet.eye;
      ui.feet = null;
      ui.say("");
      if (!stay) ui.rig.go({ x, z, heading, tilt: 28, distance: Math.max(ui.world.cell * 24, ui.rig.span * 0.03) });
    }
    ui.tell();
  };
  const buttons = [["map", "Over the map"], ["walk", "Walk"], ["fly", "Fly"]].map(([mode, title]) => {
    const node = toggle(title, () => { ui.set_mode(mode); ui.view.canvas.focus({ preventScroll: true }); });
    ui.follow(() => press(node, ui.mode === mode));
    return node;
  });
  return element("div", { class: "buttons", role: "group", "aria-label": "How the eye moves" }, buttons);
}

export function walking_pad(ui) {
  const node = element("div", { class: "pad", role: "group", "aria-label": "Steps", hidden: true },
    pad.map(([name, sign, right, ahead]) => {
      let timer = 0;
      const step = () => ui.feet?.step(right * 0.12, ahead * 0.12);
      const stop = () => clearInterval(timer);
      return element("button", {
        type: "button", class: name.toLowerCase(), "aria-label": name, on: {
          pointerdown: () => { step(); timer = setInterval(step, 60); }, pointerup: stop, pointerleave: stop, pointercancel: stop,
          click: (event) => { if (event.detail === 0) step(); },  // by a key
        },
      }, sign);
    }));
  ui.follow(() => { node.hidden = !ui.feet; });
  return node;
}
