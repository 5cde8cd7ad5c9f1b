// SPDX-License-Identifier: Apache-2.0
// Where north is; a click turns it up.
import { button, drawing } from "./elements.js";
import { direction, whole } from "./numbers.js";

export function compass(ui) {
  const needle = drawing("g", {},
    drawing("polygon", { points: "0,-15 5,0 -5,0", class: "north" }), drawing("polygon", { points: "0,15 5,0 -5,0", class: "south" }));
  const node = button(drawing("svg", { viewBox: "-20 -20 40 40", "aria-hidden": "true" }, needle),
    () => (ui.feet ? ui.feet.face(0) : ui.rig.go({ ...ui.rig.get(), heading: 0 })), { class: "compass" });
  let shown = null;
  ui.view.frame(() => {
    const heading = Math.round(ui.feet ? ui.feet.heading : ui.rig.get().heading) % 360;
    if (heading === shown) return;
    shown = heading;
    needle.setAttribute("transform", `rotate(${-heading})`);
    node.setAttribute("aria-label", `North up; now ${whole(heading)}° ${direction(heading)} is ahead`);
    node.title = "North up";
  });
  return node;
}
