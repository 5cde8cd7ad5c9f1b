// SPDX-License-Identifier: Apache-2.0
// The card at the left, a sheet on phones, where it begins closed: everything that can be set.
import { button, element, press, toggle } from "./elements.js";
import { candidates } from "./places/labels.js";
import { legend, ordinal } from "./paint/legend.js";
import { link_button } from "./link.js";
import { capital, look_panel } from "./paint/looks.js";
import { mode_panel } from "./eye/modes.js";
import { length, whole } from "./numbers.js";
import { contours, exaggeration, haze, sun_panel } from "./paint/light.js";
import { go_to } from "./eye/views.js";

// The view as a PNG file.
function picture_button(ui) {
  return button("Picture", async () => {
    const blob = await ui.view.blob();
    const { name, seed } = ui.world.scene;
    const address = URL.createObjectURL(blob);
    const link = element("a", { href: address, download: `${name}-${seed}.png` });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
    ui.say("The picture is saved as a PNG file.", true);
  }, { title: "Save the view as a PNG file" });
}

// What is shown and what is not; only what this world has.
const all = [
  ["sea", "Sea"], ["rivers", "Rivers"], ["lakes", "Lakes"], ["snow", "Snow"], ["grain", "Grain"], ["wire", "Wire"],
  ["grid", "Grid"], ["waves", "Waves move"], ["shading", "Shading"]];

function has(ui, key) {
  return ui.view.has[key === "waves" ? "sea" : key] !== false;
}

function switches(ui) {
  const buttons = all.filter(([key]) => has(ui, key)).map(([key, title]) => {
    const node = toggle(title, () => ui.change({ [key]: !ui.state[key] }));
    ui.follow(() => press(node, ui.state[key]));
    return node;
  });
  if (candidates(ui.world).length) {
    const names = toggle("Names", () => ui.show_names(!ui.names), { title: "Labels from the tables of this world" });
    ui.follow(() => press(names, ui.names));
    buttons.splice(Math.min(3, buttons.length), 0, names);
  }
  return element("div", { class: "buttons", role: "group", "aria-label": "Shown" }, buttons);
}

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
