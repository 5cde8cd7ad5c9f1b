// SPDX-License-Identifier: Apache-2.0
// Labels on the land, the important ones first, where no other stands and no hill hides them.
import { Vector3 } from "three";
import { element } from "../elements.js";
import { candidates } from "./names.js";

const most_shown = 24;
const most_asked = 160;  // heights between the eye and the place
const marks = { peak: "▲" };

function text(label) {
  return element("div", { class: `label ${label.kind}` },
    label.name ? element("b", {}, label.name) : null,
    label.note ? element(label.name ? "span" : "b", {}, label.note) : null,
    marks[label.kind] ? element("i", {}, marks[label.kind]) : null);
}

// Whether ground stands between the eye and a place just above it. Steps are shortest at the eye's feet, where a low hill
// hides most.
export function hidden_by_hills(view, from, to) {
  const way = Math.hypot(to.x - from.x, to.z - from.z), slack = 0.004 * from.distanceTo(to);
  const steps = Math.min(most_asked, Math.ceil((2 * way) / view.world.grid_cell));
  for (let k = 1; k < steps; ++k) {
    const part = (0.3 * (k / steps) + 0.7 * (k / steps) ** 2) * 0.985;
    const y = from.y + (to.y - from.y) * part + slack * part;
    if (view.ground(from.x + (to.x - from.x) * part, from.z + (to.z - from.z) * part) > y) return true;
  }
  return false;
}

export function label_layer(ui) {
  const { view, world } = ui;
  const layer = element("div", { class: "labels", "aria-hidden": "true" });
  const made = new Map();
  const at = new Vector3();

  const place = () => {
    const shown = new Set(), boxes = [];
    const reach = Math.max(world.width, world.depth);
    const { clientWidth: width, clientHeight: height } = view.canvas;
    const kept_free = ui.covered?.() ?? [];
    for (const label of ui.names ? candidates(world).filter(({ name, note }) => name || note) : []) {
      if (shown.size >= most_shown) break;
      if (label.find && !label.found) { label.found = world.role("lake")?.decoded ?? true; label.find(label); }
      const [x, z] = view.km(label.at[0], label.at[1]);
      at.set(x, view.ground(x, z), z);
      const distance = view.camera.position.distanceTo(at);
      // The smaller, the nearer.
      if (distance > reach * (12 / (label.rank + 1))) continue;
      const on = view.project(at);
      if (!on.visible || on.x < 0 || on.y < 24 || on.x > width || on.y > height) continue;
      if (!made.has(label)) { made.set(label, text(label)); layer.append(made.get(label)); }
      const node = made.get(label);
      node.hidden = false;
      label.wide ??= node.offsetWidth;
      label.high ??= node.offsetHeight;
      const top = label.kind === "peak" ? on.y - label.high : on.y - label.high / 2;
      const box = [on.x - label.wide / 2 - 4, top - 2, on.x + label.wide / 2 + 4, top + label.high + 2];
      const meets = (other) => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3];
      if (boxes.some(meets) || kept_free.some(meets) || box[0] < 0 || box[2] > width ||
          hidden_by_hills(view, view.camera.position, at)) continue;
      boxes.push(box);
      shown.add(label);
      node.style.transform = `translate(${Math.round(on.x - label.wide / 2)}px, ${Math.round(top)}px)`;
    }
    for (const [label, node] of made) node.hidden = !shown.has(label);
  };
  view.frame(place);
  ui.follow(place);
  return layer;
}
