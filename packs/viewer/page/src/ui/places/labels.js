// SPDX-License-Identifier: Apache-2.0
// Labels on the land: names and heights of tables, and where they stand.
import { cell_at, of_cell } from "./probe.js";
import { measured, whole } from "../numbers.js";
import { Vector3 } from "three";
import { element } from "../elements.js";

// The middle of a lake, which a table places at its outlet: its deepest cell, by flood from there.
const most_cells = 400000;

function deepest_of(world, layer, place) {
  const [width, height] = world.scene.grid.size;
  const wet = (i, j) => i >= 0 && j >= 0 && i < width && j < height && layer.value(i, j) > 0;
  const [i0, j0] = cell_at(world, place[0], place[1]);
  let start = null;
  for (let reach = 0; reach <= 2 && !start; ++reach) {
    for (let dj = -reach; dj <= reach && !start; ++dj) {
      for (let di = -reach; di <= reach; ++di) {
        if (wet(i0 + di, j0 + dj)) { start = [i0 + di, j0 + dj]; break; }
      }
    }
  }
  if (!start) return place;
  const seen = new Set([start[1] * width + start[0]]);
  const waiting = [start];
  let best = start, depth = 0;
  while (waiting.length && seen.size < most_cells) {
    const [i, j] = waiting.pop();
    const here = layer.value(i, j);
    if (here > depth) { depth = here; best = [i, j]; }
    for (const [x, y] of [[i - 1, j], [i + 1, j], [i, j - 1], [i, j + 1]]) {
      if (wet(x, y) && !seen.has(y * width + x)) { seen.add(y * width + x); waiting.push([x, y]); }
    }
  }
  return of_cell(world, best[0], best[1]);
}

// Rivers from their reaches: from each mouth up, at every fork the reach with more water.
const has = (table, name) => table.columns.some((column) => column.name === name);

// [{rows, length, discharge, name, at: [column, row]}], `at` 35 % of the way up from the mouth.
function stems(table) {
  const value = (row, name) => (has(table, name) ? table.values[name][row] : null);
  const water = (row) => value(row, "discharge") ?? value(row, "length") ?? 0;
  const linked = has(table, "reach") && has(table, "next_reach");
  const row_of = new Map(), above = new Map();
  if (linked) {
    for (let row = 0; row < table.rows; ++row) row_of.set(value(row, "reach"), row);
    for (let row = 0; row < table.rows; ++row) {
      const next = row_of.get(value(row, "next_reach"));
      if (next === undefined || next === row) continue;
      if (!above.has(next)) above.set(next, []);
      above.get(next).push(row);
    }
  }
  const mouths = [];
  for (let row = 0; row < table.rows; ++row) {
    const next = linked ? row_of.get(value(row, "next_reach")) : undefined;
    if (next === undefined || next === row) mouths.push(row);
  }
  return mouths.map((mouth) => {
    const rows = [mouth];
    for (let at = mouth; above.has(at) && rows.length <= table.rows;) {
      at = above.get(at).reduce((best, row) => (water(row) > water(best) ? row : best));
      rows.push(at);
    }
    const names = rows.map((row) => value(row, "name")).filter((name) => name);
    return {
      rows, name: names[0] ?? "",
      length: rows.every((row) => value(row, "length") !== null) ? rows.reduce((sum, row) => sum + value(row, "length"), 0) : null,
      discharge: value(mouth, "discharge"),
      at: up_from_mouth(rows.map((row) => table.places[row]), 0.35),
    };
  });
}

// Lines run with the water: the last place of the first of `lines` is the mouth.
function up_from_mouth(lines, part) {
  const way = [];
  for (const line of lines) {
    for (let k = line.length / 2 - 1; k >= 0; --k) way.push([line[2 * k], line[2 * k + 1]]);
  }
  const step = (k) => Math.hypot(way[k][0] - way[k - 1][0], way[k][1] - way[k - 1][1]);
  let total = 0;
  for (let k = 1; k < way.length; ++k) total += step(k);
  let left = total * part;
  for (let k = 1; k < way.length; ++k) {
    left -= step(k);
    if (left <= 0) return way[k];
  }
  return way.at(-1) ?? [0, 0];
}

// What the tables give to be written on the land. No name is made up: a summit without one shows its height, water without
// one nothing.
const most = 60;  // of one table
const kept = new WeakMap();

const named = (table, ...names) => names.find((name) => table.columns.some((column) => column.name === name));
const unit_of = (table, name) => table.columns.find((column) => column.name === name)?.unit;

function peaks(table, height) {
  return rows_of(table, height, (row) => ({
    kind: "peak", name: text_of(table, row),
    note: measured(whole(table.values[height][row]), unit_of(table, height)),
  }));
}

function lakes(world, table) {
  const layer = world.role?.("lake");
  // Those with names first: no others are written.
  return rows_of(table, "area", (row) => ({
    kind: "lake", name: text_of(table, row), note: "", found: false,
    // Found when it is first wanted: a lake may have many cells.
    find(label) { if (layer?.decoded) label.at = deepest_of(world, layer, label.at); },
  }), (a, b) => Boolean(text_of(table, b)) - Boolean(text_of(table, a)));
}

function rivers(table) {
  const all = stems(table).filter((stem) => stem.rows.length > 0);
  const size = (stem) => stem.discharge ?? stem.length ?? 0;
  return all.sort((a, b) => Boolean(b.name) - Boolean(a.name) || size(b) - size(a)).slice(0, most).map((stem, rank) => ({
    kind: "river", at: stem.at, rank, name: stem.name, note: "",
  }));
}

const text_of = (table, row) => (named(table, "name") ? table.values.name[row] ?? "" : "");

function rows_of(table, by, make, before = () => 0) {
  const rows = [...Array(table.rows).keys()];
  if (by) rows.sort((a, b) => before(a, b) || (table.values[by][b] ?? -Infinity) - (table.values[by][a] ?? -Infinity));
  return rows.slice(0, most).map((row, rank) => {
    const line = table.places[row], middle = 2 * Math.floor(line.length / 4);
    return { at: [line[middle], line[middle + 1]], rank, ...make(row) };
  });
}

function labels_of(world, table) {
  const height = named(table, "height", "elevation", "altitude");
  if (table.kind === "lines") {
    if (named(table, "discharge", "length")) return rivers(table);
  } else {
    if (height) return peaks(table, height);
    if (named(table, "area")) return lakes(world, table);
  }
  return named(table, "name") ? rows_of(table, null, (row) => ({ kind: "place", name: text_of(table, row), note: "" })) : [];
}

// All labels, the most important of each table first.
export function candidates(world) {
  const tables = [...(world.lines ?? []), ...(world.points ?? [])];
  const known = kept.get(world);
  if (known && known.count === tables.length) return known.labels;
  const labels = tables.flatMap((table) => labels_of(world, table))
    .sort((a, b) => a.rank - b.rank || Boolean(b.name) - Boolean(a.name) || (b.kind === "peak") - (a.kind === "peak"));
  kept.set(world, { count: tables.length, labels });
  return labels;
}

// Labels on the land, the important ones first, where no other stands and no hill hides them.
const most_shown = 24;
const most_asked = 160;  // heights between the eye and the place
const marks = { peak: "▲" };

function text(label) {
  return element("div", { class: `label ${label.kind}` },
    label.name ? element("b", {}, label.name) : null,
    label.note ? element(label.name ? "span" : "b", {}, label.note) : null,
    marks[label.kind] ? element("i", {}, marks[label.kind]) : null);
}

// Whether ground stands between the eye and a place just above it. Steps are shortest at the eye's feet, where a low hill
// hides most.
function hidden_by_hills(view, from, to) {
  const way = Math.hypot(to.x - from.x, to.z - from.z), slack = 0.004 * from.distanceTo(to);
  const steps = Math.min(most_asked, Math.ceil((2 * way) / view.world.grid_cell));
  for (let k = 1; k < steps; ++k) {
    const part = (0.3 * (k / steps) + 0.7 * (k / steps) ** 2) * 0.985;
    const y = from.y + (to.y - from.y) * part + slack * part;
    if (view.ground(from.x + (to.x - from.x) * part, from.z + (to.z - from.z) * part) > y) return true;
  }
  return false;
}

export function label_layer(ui) {
  const { view, world } = ui;
  const layer = element("div", { class: "labels", "aria-hidden": "true" });
  const made = new Map();
  const at = new Vector3();

  const place = () => {
    const shown = new Set(), boxes = [];
    const reach = Math.max(world.width, world.depth);
    const { clientWidth: width, clientHeight: height } = view.canvas;
    const kept_free = ui.covered?.() ?? [];
    for (const label of ui.names ? candidates(world).filter(({ name, note }) => name || note) : []) {
      if (shown.size >= most_shown) break;
      if (label.find && !label.found) { label.found = world.role("lake")?.decoded ?? true; label.find(label); }
      const [x, z] = view.km(label.at[0], label.at[1]);
      at.set(x, view.ground(x, z), z);
      const distance = view.camera.position.distanceTo(at);
      // The smaller, the nearer.
      if (distance > reach * (12 / (label.rank + 1))) continue;
      const on = view.project(at);
      if (!on.visible || on.x < 0 || on.y < 24 || on.x > width || on.y > height) continue;
      if (!made.has(label)) { made.set(label, text(label)); layer.append(made.get(label)); }
      const node = made.get(label);
      node.hidden = false;
      label.wide ??= node.offsetWidth;
      label.high ??= node.offsetHeight;
      const top = label.kind === "peak" ? on.y - label.high : on.y - label.high / 2;
      const box = [on.x - label.wide / 2 - 4, top - 2, on.x + label.wide / 2 + 4, top + label.high + 2];
      const meets = (other) => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3];
      if (boxes.some(meets) || kept_free.some(meets) || box[0] < 0 || box[2] > width ||
          hidden_by_hills(view, view.camera.position, at)) continue;
      boxes.push(box);
      shown.add(label);
      node.style.transform = `translate(${Math.round(on.x - label.wide / 2)}px, ${Math.round(top)}px)`;
    }
    for (const [label, node] of made) node.hidden = !shown.has(label);
  };
  view.frame(place);
  ui.follow(place);
  return layer;
}
