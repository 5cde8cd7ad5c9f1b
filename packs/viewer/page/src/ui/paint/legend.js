// SPDX-License-Identifier: Apache-2.0
// What the colours mean: ramps with unit and step, classes with their shares, looks in a sentence.
import { element } from "../elements.js";
import { choice_of, title_of, titled } from "./looks.js";
import { exact, measured, round_below, share, short, unit, whole } from "../numbers.js";

const sentences = {
  clay: "One colour of ground: form alone.",
  wireframe: "The mesh as it is drawn, finer where the eye is near.",
};

function natural({ view, world }) {
  const { has } = view, classes = world.layers.find((layer) => layer.kind === "class");
  return "Colours from " + (classes ? title_of(world, classes) : "heights") + ", rock where it is steep" +
    (has.snow ? ", snow where the year's mean is below 0 °C" : "") +
    (view.state.grain ? ". Grain finer than a cell is only for the eye." : ".");
}

// Round values between the ends of a ramp, few enough to stand beside each other.
function ticks(ramp, place) {
  const { minimum, maximum } = ramp;
  const inside = [];
  if (ramp.log) {
    for (let power = Math.floor(Math.log10(minimum)); 10 ** power <= maximum; ++power) if (10 ** power > minimum) inside.push(10 ** power);
  } else if (maximum > minimum) {
    const step = round_below((maximum - minimum) / 2);
    for (let k = Math.ceil(minimum / step); k * step <= maximum; ++k) inside.push(k * step);
  }
  const chosen = [];
  for (const value of inside.length ? inside : [minimum]) {
    if (!chosen.length || place(value) - place(chosen.at(-1)) > 0.19) chosen.push(value);
  }
  return chosen;
}

function ramp_legend(layer, ramp) {
  const bend = ramp.log ? (value) => Math.log(Math.max(value, ramp.minimum)) : (value) => value;
  const span = bend(ramp.maximum) - bend(ramp.minimum);
  const place = (value) => (span > 0 ? (bend(value) - bend(ramp.minimum)) / span : 0.5);
  const colours = ramp.stops.map(([value, colour]) => `${colour} ${(100 * place(value)).toFixed(2)}%`);
  const bar = element("div", { class: "ramp", role: "img", "aria-label": `from ${short(ramp.minimum)} to ${short(ramp.maximum)} ${unit(layer.unit)}` });
  bar.style.background = colours.length > 1 ? `linear-gradient(90deg, ${colours.join(", ")})` : ramp.stops[0]?.[1] ?? "none";
  const scale = element("div", { class: "ticks" }, ticks(ramp, place).map((value) => {
    const at = place(value);
    const side = at < 0.08 ? "first" : at > 0.92 ? "last" : "";
    return element("span", { class: side, style: { left: `${100 * at}%` } }, exact(value));
  }));
  const facts = [];
  if (layer.minimum === null || layer.minimum === undefined) facts.push("no cell has a value");
  else if (layer.minimum === layer.maximum) facts.push(`${measured(short(layer.minimum), layer.unit)} in every cell`);
  else facts.push(`${short(layer.minimum)} to ${measured(short(layer.maximum), layer.unit)}`);
  if (layer.step > 0) {
    facts.push(layer.blocks[0].transform === "log1p"
      ? `to ${share(layer.step)} of the value` : `to ${measured(exact(layer.step), layer.unit)}`);
  }
  return [bar, scale, element("p", { class: "facts" }, facts.join(" · "))];
}

function class_legend(classes) {
  const total = classes.reduce((sum, one) => sum + (one.cells ?? 0), 0);
  const seen = classes.filter((one) => one.cells > 0).sort((a, b) => b.cells - a.cells);
  const absent = classes.length - seen.length;
  return [
    element("ul", { class: "classes" }, seen.map((one) => element("li", {},
      element("i", { class: "swatch", style: { background: one.colour } }),
      element("span", { class: "class-name" }, one.title || one.name),
      element("span", { class: "share" }, share(one.cells / total))))),
    absent > 0 ? element("p", { class: "facts" }, absent === 1 ? "1 more class has no cell." : `${absent} more classes have no cell.`) : null,
  ];
}

function mask_legend(stops) {
  const line = (colour, words) =>
    element("li", {}, element("i", { class: "swatch", style: { background: colour } }), element("span", { class: "class-name" }, words));
  return element("ul", { class: "classes" }, line(stops.at(-1)[1], "yes"), line(stops[0][1], "no"));
}

function legend_of(ui, painted) {
  const layer = painted.look === "layer" ? ui.world.layer(painted.layer)
    : painted.look === "hypsometric" || painted.look === "greys" ? ui.world.layer(ui.world.scene.roles.height) : null;
  const title = element("h3", {}, titled(ui, painted), layer && unit(layer.unit) ? element("small", {}, unit(layer.unit)) : null);
  const parts = [title];
  if (!layer) {
    parts.push(element("p", {}, painted.look === "natural" ? natural(ui) : sentences[painted.look] ?? ""));
    return parts;
  }
  if (layer.documentation) parts.push(element("p", {}, layer.documentation));
  if (layer.kind === "colour") return parts;
  if (layer.kind === "class") return [...parts, ...class_legend(layer.legend ?? [])].filter((part) => part);
  const ramp = ui.view.ramp(painted.look === "layer" ? layer.name : painted.look);
  if (layer.kind === "mask") return [...parts, mask_legend(ramp.stops)];
  if (ramp?.stops) parts.push(...ramp_legend(layer, ramp));
  return parts.filter((part) => part);
}

export function legend(ui) {
  const node = element("section", { class: "legend", "aria-live": "polite", "aria-label": "Legend" });
  let shown = "";
  const refresh = () => {
    const { look, layer, compare, grain } = ui.state;
    const now = JSON.stringify([look, layer, compare && choice_of(compare), grain, ui.world.lines.length + ui.world.points.length]);
    if (now === shown) return;
    shown = now;
    const parts = legend_of(ui, ui.state);
    if (compare && choice_of(compare) !== choice_of(ui.state)) parts.push(...legend_of(ui, compare));
    const every = ui.world.scene.grid.every;
    for (const table of [...ui.world.lines, ...ui.world.points]) {
      if (table.of > table.rows) {
        parts.push(element("p", { class: "facts" }, `${whole(table.rows)} of ${whole(table.of)} rows of ${title_of(ui.world, table)} are in this page.`));
      }
    }
    if (every > 1) parts.push(element("p", { class: "facts" }, `Shown at every ${ordinal(every)} cell.`));
    node.replaceChildren(...parts);
  };
  ui.follow(refresh);
  return node;
}

export function ordinal(number) {
  const end = { one: "st", two: "nd", few: "rd", other: "th" }[new Intl.PluralRules("en", { type: "ordinal" }).select(number)];
  return `${number}${end}`;
}
