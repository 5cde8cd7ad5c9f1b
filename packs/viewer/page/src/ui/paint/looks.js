// SPDX-License-Identifier: Apache-2.0
// How the land is painted: a look, one layer of the world, or two of them side by side.
import { element, press, select, toggle } from "../elements.js";
import { unit, share } from "../numbers.js";

// How the land is painted: a look, or one layer of the world.
export const looks = [
  ["natural", "Natural"], ["hypsometric", "Hypsometric"], ["greys", "Greys"], ["clay", "Clay"], ["wireframe", "Wireframe"]];

export const drapes = (world) =>
  (world.scene.drape ?? []).map((name) => world.layer(name)).filter((layer) => layer);

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// Heights are called so, whatever the node that made them. Where a config gives no title its reference becomes words.
export function title_of(world, { name, title = name }) {
  if (title !== name) return capital(title);
  return name === world.scene.roles.height ? "Height" : capital(name.replace(/(?<=[a-z])[._]+(?=[a-z])/g, " "));
}

// "look" or "layer:NAME", as a choice in a list, and back.
export const choice_of = (state) => (state.look === "layer" ? "layer:" + state.layer : state.look);
export const choice = (value) =>
  value.startsWith("layer:") ? { look: "layer", layer: value.slice(6) } : { look: value, layer: null };

export function look_panel(ui) {
  const layers = drapes(ui.world);
  const worded = (one) => [one.name, title_of(ui.world, one) + (unit(one.unit) ? ` (${unit(one.unit)})` : "")];
  // The first legend of classes stands beside the looks, as they are looked at most.
  const classes = layers.find((layer) => layer.kind === "class");
  const buttons = looks.map(([look, title]) => [look, toggle(title, () => ui.change(choice(look)))]);
  if (classes) {
    const value = "layer:" + classes.name;
    buttons.push([value, toggle(title_of(ui.world, classes), () => ui.change(choice(value)))]);
  }
  const layer = select("Layer", [["", "None, the look alone"], ...layers.map(worded)], (name) =>
    ui.change(choice(name ? "layer:" + name : "natural")));

  const others = [{ group: "Looks", options: looks }];
  if (layers.length) {
    others.push({ group: "Layers", options: layers.map((one) => ["layer:" + one.name, worded(one)[1]]) });
  }
  const beside = select("Compared with", others, (value) => {
    chosen = value;
    if (ui.state.compare) ui.change({ compare: { ...choice(value), at: ui.state.compare.at } });
    else compare.click();
  });
  let chosen = layers.length > 1 ? "layer:" + (layers.find((one) => one.kind === "scalar") ?? layers[0]).name : "hypsometric";
  const compare = toggle("Compare", () =>
    ui.change({ compare: ui.state.compare ? null : { ...choice(chosen), at: 0.5 } }),
  { title: "Two pictures of one land, side by side under a slider" });

  ui.follow(() => {
    for (const [value, node] of buttons) press(node, value === choice_of(ui.state));
    layer.value = ui.state.look === "layer" ? ui.state.layer : "";
    if (ui.state.compare) chosen = choice_of(ui.state.compare);
    beside.value = chosen;
    press(compare, Boolean(ui.state.compare));
  });
  return [
    element("div", { class: "buttons", role: "group", "aria-label": "Look" }, buttons.map(([, node]) => node)),
    layers.length ? element("h2", {}, "Layer") : null,
    layers.length ? layer : null,
    element("div", { class: "pair" }, compare, beside),
  ];
}

// Where the two pictures of a comparison meet: a slider as wide as the view.
export function titled(ui, painted) {
  const layer = painted.look === "layer" ? ui.world.layer(painted.layer) : null;
  if (layer) return title_of(ui.world, layer);
  return looks.find(([look]) => look === choice_of(painted))?.[1] ?? painted.look;
}

export function compare_handle(ui) {
  const input = element("input", {
    type: "range", class: "divide", min: 0, max: 1, step: 0.001, "aria-label": "Where the two pictures meet" });
  const left = element("span", { class: "side left" }), right = element("span", { class: "side right" });
  const line = element("div", { class: "divider", hidden: true }, left, right);
  const handle = element("div", { class: "divide-frame", hidden: true }, input);
  const move = (moving) => ui.change({ compare: { ...ui.state.compare, at: Number(input.value) } }, moving);
  input.addEventListener("input", () => move(true));
  input.addEventListener("change", () => move(false));
  ui.follow(() => {
    const compared = ui.state.compare;
    line.hidden = handle.hidden = !compared;
    if (!compared) return;
    input.value = String(compared.at);
    input.setAttribute("aria-valuetext", `${share(compared.at)} ${titled(ui, ui.state)}`);
    line.style.left = `${compared.at * 100}%`;
    left.textContent = titled(ui, ui.state);
    right.textContent = titled(ui, compared);
  });
  return [line, handle];
}
