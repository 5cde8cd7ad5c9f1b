// SPDX-License-Identifier: Apache-2.0
// How the eye moves: over a map, on foot or in the air; and a pad of buttons for those without keys.
import { element, press, toggle } from "../elements.js";
import { Fly } from "./fly.js";
import { pick } from "./ray.js";
import { Walk } from "./walk.js";

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
