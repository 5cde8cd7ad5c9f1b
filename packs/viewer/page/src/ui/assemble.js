// SPDX-License-Identifier: Apache-2.0
// The whole interface round a view.
import { compare_handle } from "./compare.js";
import { compass } from "./compass.js";
import { foot } from "./foot.js";
import { keep_link } from "./link.js";
import { said, Keys } from "./eye/keys.js";
import { label_layer } from "./places/labels.js";
import { keep_middle } from "./middle.js";
import { walking_pad } from "./eye/modes.js";
import { panel } from "./panel.js";
import { Pointer } from "./eye/pointer.js";
import { probe } from "./places/probe.js";
import { pick } from "./eye/ray.js";
import { Rig } from "./eye/rig.js";
import { status_line } from "./say.js";
import { section } from "./places/section.js";
import { answer_messages } from "./share.js";
import { Ui } from "./ui.js";

export function assemble(view, world) {
  const ui = new Ui(view, world);
  const { canvas } = view;
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "application");
  canvas.setAttribute("aria-label", `${world.scene.name} in three dimensions. ${said}`);
  ui.rig = new Rig(ui);
  ui.named = "overview";
  const status = status_line(ui);
  const cut = section(ui), asked = probe(ui), bottom = foot(ui);
  ui.pick = (x, y) => pick(view, world, x, y);
  ui.clicked = (x, y) => {
    const place = ui.pick(x, y);
    if (ui.section_click && place && ui.section_click(place)) return;
    if (place) ui.ask(place);
  };
  ui.escape = () => {
    if (ui.feet) ui.set_mode("map");
    else if (!ui.section_stops()) ui.ask(null);
  };
  const card = panel(ui, cut.start);
  // Where labels may not stand.
  ui.covered = () => [card, ...cut.parts, ...asked].filter((node) => node.classList.contains("card") && !node.hidden)
    .map((node) => node.getBoundingClientRect()).map((box) => [box.left, box.top, box.right, box.bottom]);
  document.body.prepend(card);
  canvas.after(
    label_layer(ui), ...compare_handle(ui), ...asked, ...cut.parts, status,
    compass(ui), walking_pad(ui), bottom);
  keep_middle(ui, card);
  new Pointer(ui);
  new Keys(ui);
  keep_link(ui);
  answer_messages(ui);
  return ui;
}
