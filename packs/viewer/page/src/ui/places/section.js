// SPDX-License-Identifier: Apache-2.0
// A section through the land between two clicks: a drawing, and its line on the land.
import { Vector3 } from "three";
import { button, drawing, element, press, toggle } from "../elements.js";
import { length as length_of, measured, short, unit, whole } from "../numbers.js";
import { profile } from "./profile.js";

const samples = 400;

export function section(ui) {
  const { view, world } = ui;
  const title = element("h3"), facts = element("p", { class: "facts", "aria-live": "polite" }), chart = element("div", { class: "chart" });
  const close = button("×", () => ui.cut(null), { class: "close", "aria-label": "Close the section" });
  const card = element("section", { class: "card section", "aria-label": "Section", hidden: true }, close, title, facts, chart);
  const start = toggle("Section", () => (waiting ? stop() : begin()), { title: "A cut through the land between two clicks" });
  const pin = element("div", { class: "pin small", hidden: true, "aria-hidden": "true" });
  const role = world.role("height");
  const tall = (height) => measured(Math.abs(height) < 10 ? short(height) : whole(height), role.unit);
  let waiting = null, shown = null, hovered = null;

  const begin = () => {
    ui.cut(null);
    waiting = [];
    press(start, true);
    ui.say("Click where the section begins.");
  };
  const stop = () => {
    waiting = null;
    press(start, Boolean(shown));
    ui.say("");
  };
  ui.section_click = (place) => {
    if (!waiting) return false;
    waiting.push(place);
    if (waiting.length === 1) ui.say("Click where it ends.");
    else {
      const [a, b] = waiting;
      stop();
      ui.cut([a.column, a.row, b.column, b.row]);
    }
    return true;
  };
  ui.section_stops = () => {
    const stops = Boolean(waiting || shown);
    if (waiting) stop();
    else if (shown) ui.cut(null);
    return stops;
  };

  // [column, row, column, row] of the world, or null.
  ui.cut = (ends) => {
    shown = ends;
    ui.section_ends = ends;
    card.hidden = !ends;
    press(start, Boolean(ends));
    hovered = null;
    if (!ends) view.section(null);
    else draw();
    ui.tell();
    ui.write_link?.();
  };
  const place = (share) => [shown[0] + (shown[2] - shown[0]) * share, shown[1] + (shown[3] - shown[1]) * share];
  const draw = () => {
    const heights = [], line = [];
    for (let k = 0; k <= samples; ++k) {
      const [column, row] = place(k / samples);
      heights.push(world.height(column, row));
      line.push(view.km(column, row));
    }
    const km = Math.max(1e-6, Math.hypot(shown[2] - shown[0], shown[3] - shown[1]) * (world.scene.world.cell_metres / 1000));
    card.hidden = false;
    const made = profile(heights, km, unit(role.unit), world.scale * 1000, Math.max(260, chart.clientWidth), 176);
    made.svg.setAttribute("aria-label", `Heights along ${length_of(km * 1000)}`);
    title.textContent = `Section, ${length_of(km * 1000)}`;
    const standing = `${tall(Math.min(...heights))} to ${tall(Math.max(...heights))} · heights in ${unit(role.unit) || "their own unit"} over km` +
      (world.measured ? `, ${short(made.exaggeration)}\u00a0× exaggerated` : "");
    facts.textContent = standing;
    chart.replaceChildren(made.svg);
    const cursor = drawing("circle", { class: "cursor", r: 4, visibility: "hidden" });
    made.svg.append(cursor);
    made.svg.addEventListener("pointermove", (event) => {
      const share = made.share_at(event.clientX - made.svg.getBoundingClientRect().left);
      const height = heights[Math.round(share * samples)];
      cursor.setAttribute("cx", made.x(share));
      cursor.setAttribute("cy", made.y(height));
      cursor.setAttribute("visibility", "visible");
      facts.textContent = `${length_of(share * km * 1000)} along, ${tall(height)}`;
      hovered = share;
      set_pin();
    });
    made.svg.addEventListener("pointerleave", () => {
      cursor.setAttribute("visibility", "hidden");
      facts.textContent = standing;
      hovered = null;
      set_pin();
    });
    view.section(line);
  };
  const set_pin = () => {
    pin.hidden = true;
    if (!shown || hovered === null) return;
    const [x, z] = view.km(...place(hovered));
    const on = view.project(new Vector3(x, view.ground(x, z), z));
    pin.hidden = !on.visible;
    pin.style.transform = `translate(${on.x}px, ${on.y}px)`;
  };
  view.frame(set_pin);
  addEventListener("resize", () => shown && draw());
  return { start, parts: [card, pin] };
}
