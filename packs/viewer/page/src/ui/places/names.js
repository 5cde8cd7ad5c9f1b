// SPDX-License-Identifier: Apache-2.0
// What the tables give to be written on the land. No name is made up: a summit without one shows its height, water without
// one nothing.
import { deepest_of } from "./basins.js";
import { measured, whole } from "../numbers.js";
import { stems } from "./stems.js";

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

export function labels_of(world, table) {
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
