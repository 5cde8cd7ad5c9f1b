// SPDX-License-Identifier: Apache-2.0
// A section through the land between two clicks: a drawing, and its line on the land.
import { drawing, button, element, press, toggle } from "../elements.js";
import { exact, round_below, length as length_of, measured, short, unit, whole } from "../numbers.js";
import { Vector3 } from "three";

// A section as a drawing: heights over the way, with axes and its own exaggeration.
const frame = { left: 46, right: 14, top: 18, bottom: 30 };

// `heights` in their unit at even steps along `length` km. Gives the drawing and where a place of it lies.
function profile(heights, length, unit, metres_per_unit, width, height) {
  const inner_width = width - frame.left - frame.right, inner_height = height - frame.top - frame.bottom;
  let lowest = Math.min(...heights), highest = Math.max(...heights);
  if (lowest > 0 && lowest < 0.3 * highest) lowest = 0;
  if (highest < 0) highest = 0;
  if (!(highest > lowest)) { highest += 0.5; lowest -= 0.5; }
  const spare = 0.06 * (highest - lowest);
  highest += spare;
  if (lowest < 0) lowest -= spare;
  const x = (share) => frame.left + share * inner_width;
  const y = (metres) => frame.top + ((highest - metres) / (highest - lowest)) * inner_height;
  const points = heights.map((metres, k) => `${x(k / (heights.length - 1)).toFixed(1)},${y(metres).toFixed(1)}`);
  const floor = y(lowest).toFixed(1);
  const parts = [];
  if (lowest < 0) {
    const sea = y(Math.min(0, highest));
    parts.push(drawing("rect", { class: "sea", x: frame.left, y: sea, width: inner_width, height: Math.max(0, y(lowest) - sea) }));
  }
  parts.push(drawing("polygon", { class: "ground", points: `${frame.left},${floor} ${points.join(" ")} ${x(1)},${floor}` }));
  const up = round_below((highest - lowest) / 2.2), along = round_below(length / 3);
  for (let k = Math.ceil(lowest / up); k * up <= highest; ++k) {
    parts.push(drawing("line", { class: "rule", x1: frame.left, x2: x(1), y1: y(k * up), y2: y(k * up) }));
    parts.push(drawing("text", { class: "tick", x: frame.left - 6, y: y(k * up) + 4, "text-anchor": "end" }, exact(k * up)));
  }
  for (let k = 0; k * along <= length * 1.0001; ++k) {
    const at = x((k * along) / length);
    parts.push(drawing("line", { class: "rule", x1: at, x2: at, y1: y(lowest), y2: y(lowest) + 4 }));
    parts.push(drawing("text", { class: "tick", x: at, y: height - 12, "text-anchor": "middle" }, exact(k * along)));
  }
  parts.push(drawing("polyline", { class: "line", points: points.join(" ") }));
  parts.push(drawing("text", { class: "tick", x: x(1), y: height - 1, "text-anchor": "end" }, "km"));
  parts.push(drawing("text", { class: "tick", x: 4, y: 8, "text-anchor": "start" }, unit));
  const exaggeration = (inner_height / ((highest - lowest) * metres_per_unit)) / (inner_width / (length * 1000));
  const svg = drawing("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" }, parts);
  return { svg, exaggeration, share_at: (px) => Math.min(1, Math.max(0, (px * (width / (svg.clientWidth || width)) - frame.left) / inner_width)), x, y };
}

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
