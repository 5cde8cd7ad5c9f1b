// SPDX-License-Identifier: Apache-2.0
// The card at the left, a sheet on phones, where it begins closed: everything that can be set.
import { button, element } from "./elements.js";
import { legend, ordinal } from "./paint/legend.js";
import { link_button } from "./share.js";
import { capital, look_panel } from "./paint/looks.js";
import { mode_panel } from "./eye/modes.js";
import { length, whole } from "./numbers.js";
import { picture_button } from "./picture.js";
import { contours, exaggeration, haze } from "./paint/sliders.js";
import { sun_panel } from "./paint/sun.js";
import { switches } from "./paint/switches.js";
import { go_to } from "./eye/views.js";

function head(ui, card, closed) {
  const { name, seed, world, grid } = ui.world.scene;
  const fold = button("☰", () => {
    const open = card.classList.toggle("folded") === false;
    fold.setAttribute("aria-expanded", String(open));
    ui.view.draw();
  }, { class: "fold", "aria-label": "All that can be set", "aria-expanded": String(!closed) });
  const cells = `${whole(world.size[0])} × ${whole(world.size[1])} cells of ${length(world.cell_metres)}`;
  const parts = [`seed ${seed}`, cells];
  if (grid.every > 1) parts.push(`every ${ordinal(grid.every)} shown`);
  return element("header", {}, element("h1", {}, capital(name)), element("p", {}, parts.join(" · ")), fold);
}

export function panel(ui, section_button) {
  const closed = matchMedia("(max-width: 560px), (pointer: coarse) and (max-height: 500px)").matches;
  const card = element("main", { class: "card panel" + (closed ? " folded" : ""), "aria-label": "Settings" });
  const title = (words) => element("h2", {}, words);
  const body = element("div", { class: "panel-body" },
    look_panel(ui), legend(ui),
    title("Form and light"), exaggeration(ui), sun_panel(ui), haze(ui), contours(ui),
    title("Shown"), ui.switches = element("div", {}, switches(ui)),
    title("Go to"), go_to(ui),
    title("Move"), mode_panel(ui),
    element("div", { class: "buttons last" }, section_button, picture_button(ui), link_button(ui)));
  card.append(head(ui, card, closed), body);
  // Tables and layers come after the first picture: what needs them is made again.
  ui.refresh_panel = () => {
    ui.switches.replaceChildren(switches(ui));
    ui.find_views();
    if (ui.wanted) ui.go_to(ui.wanted, false);
    ui.refresh_probe();
    ui.tell();
  };
  return card;
}
