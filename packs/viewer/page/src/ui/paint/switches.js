// SPDX-License-Identifier: Apache-2.0
// What is shown and what is not; only what this world has.
import { element, press, toggle } from "../elements.js";
import { candidates } from "../places/names.js";

const all = [
  ["sea", "Sea"], ["rivers", "Rivers"], ["lakes", "Lakes"], ["snow", "Snow"], ["grain", "Grain"], ["wire", "Wire"],
  ["grid", "Grid"], ["waves", "Waves move"], ["shading", "Shading"]];

export function has(ui, key) {
  return ui.view.has[key === "waves" ? "sea" : key] !== false;
}

export function switches(ui) {
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
