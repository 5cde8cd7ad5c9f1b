// SPDX-License-Identifier: Apache-2.0
// Where the two pictures of a comparison meet: a slider as wide as the view.
import { element } from "./elements.js";
import { choice_of, looks, title_of } from "./paint/looks.js";
import { share } from "./numbers.js";

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
