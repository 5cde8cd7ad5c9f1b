// SPDX-License-Identifier: Apache-2.0
// What lies under a click: place, all layers, rows of tables.
import { element, button } from "../elements.js";
import { direction, measured, short, stepped, whole, exact } from "../numbers.js";
import { Vector3 } from "three";
import { title_of } from "../paint/looks.js";

// Cells of the world as degrees: the same numbers that the program's other files have (terrawright/degrees.hpp).
const metres_per_degree = 111195;

function degrees_of(world, column, row) {
  const { size, cell_metres, latitude, longitude } = world.scene.world;
  const down = cell_metres / metres_per_degree;
  const across = down / Math.cos((latitude * Math.PI) / 180);
  return {
    latitude: latitude + ((size[1] - 1) / 2 - row) * down,
    longitude: (longitude ?? 0) + (column - (size[0] - 1) / 2) * across,
  };
}

// Where the grid does not lie on the globe there are no degrees to tell.
function on_the_globe(world) {
  const { size, cell_metres, latitude } = world.scene.world;
  const down = cell_metres / metres_per_degree;
  const across = down / Math.cos((latitude * Math.PI) / 180);
  return Math.abs(latitude) + ((size[1] - 1) / 2) * down <= 90 && across * size[0] <= 360;
}

function in_words(world, column, row) {
  if (!on_the_globe(world)) return "";
  const digits = Math.max(2, Math.min(6, Math.ceil(-Math.log10(world.scene.world.cell_metres / metres_per_degree)) + 1));
  const at = degrees_of(world, column, row);
  const part = (value, positive, negative) =>
    new Intl.NumberFormat(undefined, { minimumFractionDigits: digits, maximumFractionDigits: digits })
      .format(Math.abs(value)) + "° " + (value < 0 ? negative : positive);
  return part(at.latitude, "N", "S") + ", " + part(at.longitude, "E", "W");
}

// The cell of the file's grid at a place of the world, and back.
export function cell_at(world, column, row) {
  const { size, every, at } = world.scene.grid;
  const within = (value, count) => Math.min(count - 1, Math.max(0, Math.round(value)));
  return [within((column - at[0]) / every, size[0]), within((row - at[1]) / every, size[1])];
}

export function of_cell(world, i, j) {
  const { every, at } = world.scene.grid;
  return [at[0] + every * i, at[1] + every * j];
}

// Rows of tables at a place.
// [{table, row, distance}] with the nearest row of each table within `reach` cells, nearest first.
function rows_near(world, column, row, reach) {
  const found = [];
  for (const table of [...(world.lines ?? []), ...(world.points ?? [])]) {
    let best = null;
    for (let k = 0; k < table.rows; ++k) {
      const distance = table.kind === "lines" ? to_line(table.places[k], column, row) : to_point(table.places[k], column, row);
      if (distance <= reach && distance < (best?.distance ?? Infinity)) best = { table, row: k, distance };
    }
    if (best) found.push(best);
  }
  return found.sort((a, b) => a.distance - b.distance);
}

const to_point = (places, x, y) => (places.length < 2 ? Infinity : Math.hypot(places[0] - x, places[1] - y));

function to_line(places, x, y) {
  let best = to_point(places, x, y);
  for (let k = 0; k + 3 < places.length; k += 2) {
    const ax = places[k], ay = places[k + 1], dx = places[k + 2] - ax, dy = places[k + 3] - ay;
    const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    best = Math.min(best, Math.hypot(ax + t * dx - x, ay + t * dy - y));
  }
  return best;
}

// What a layer has in a cell, in words.
const bent = (layer) => layer.blocks[0].transform === "log1p";

function value_of(layer, i, j) {
  if (!layer.decoded) return "…";
  if (layer.kind === "vector") return vector(layer, i, j);
  const value = layer.value(i, j);
  if (Number.isNaN(value)) return "no value";
  if (layer.kind === "class" || layer.kind === "mask") return one_of(layer, value);
  if (layer.kind === "count") return measured(whole(value), layer.unit);
  return measured(bent(layer) ? short(value) : stepped(value, layer.step ?? 1e-3), layer.unit);
}

function one_of(layer, value) {
  const found = (layer.legend ?? []).find((one) => one.value === value);
  if (found) {
    return [element("i", { class: "swatch", style: { background: found.colour } }), found.title || found.name];
  }
  if (layer.kind === "mask") return value ? "yes" : "no";
  return whole(value);
}

function vector(layer, i, j) {
  const [east, south] = layer.value(i, j);
  if (Number.isNaN(east) || Number.isNaN(south)) return "no value";
  const bearing = ((Math.atan2(east, -south) * 180) / Math.PI + 360) % 360;
  const speed = measured(stepped(Math.hypot(east, south), layer.step ?? 1e-3), layer.unit);
  return east || south ? `${speed} to ${direction(bearing)}, ${whole(bearing)}°` : speed;
}

const columns_shown = 6;

// A long name goes on after a dot.
const broken = (name) => name.split(/(?<=[._])/).flatMap((part) => [part, element("wbr")]);

function row_of(title, value, hint) {
  return element("tr", {}, element("th", { scope: "row", title: hint || null }, broken(title)), element("td", {}, value));
}

function table_row(world, { table, row }) {
  const shown = table.columns.filter(({ name }) => name !== "name" && table.values[name][row] !== null).slice(0, columns_shown);
  const name = table.columns.some((column) => column.name === "name") ? table.values.name[row] : null;
  return [
    element("tr", { class: "of-table" }, element("th", { scope: "rowgroup", colspan: 2 },
      name ? element("b", {}, name) : null, element("small", {}, title_of(world, table)))),
    ...shown.map(({ name: column, unit }) => {
      const value = table.values[column][row];
      return row_of(column.replaceAll("_", " "), typeof value === "number" ? measured(Number.isInteger(value) ? exact(value) : stepped(value, 1e-3), unit) : value);
    }),
  ];
}

export function probe(ui) {
  const { view, world } = ui;
  const place = element("h3"), cell = element("p", { class: "facts" });
  const body = element("tbody");
  const close = button("×", () => ui.ask(null), { class: "close", "aria-label": "Close what lies here" });
  const card = element("section", { class: "card probe", "aria-label": "What lies here", hidden: true },
    close, place, cell, element("table", {}, body));
  const pin = element("div", { class: "pin", hidden: true, "aria-hidden": "true" });
  const at = new Vector3();

  ui.asked = null;
  // `where`: a place in cells of the world, or null.
  ui.ask = (where) => {
    ui.asked = where;
    card.hidden = !where;
    if (where) fill();
    set_pin();
    ui.write_link?.();
  };
  const fill = () => {
    const [i, j] = cell_at(world, ui.asked.column, ui.asked.row);
    const [column, row] = of_cell(world, i, j);
    const degrees = in_words(world, column, row);
    place.textContent = degrees || `Cell ${column}, ${row}`;
    cell.textContent = degrees ? `Cell ${column}, ${row}` : "";
    card.dataset.cell = `${column},${row}`;
    const height = world.scene.roles.height;
    const layers = world.layers.filter((layer) => layer.kind !== "colour");
    layers.sort((a, b) => (b.name === height) - (a.name === height));
    // As near as a click can mean: a few pixels, at least a cell and a half.
    const reach = Math.max(1.5 * world.scene.grid.every, (8 * ui.per_pixel()) / world.cell);
    body.replaceChildren(
      ...layers.map((layer) => row_of(title_of(world, layer), value_of(layer, i, j), layer.documentation)),
      ...rows_near(world, ui.asked.column, ui.asked.row, reach).flatMap((one) => table_row(world, one)));
  };
  const set_pin = () => {
    pin.hidden = true;
    if (!ui.asked) return;
    const [x, z] = view.km(ui.asked.column, ui.asked.row);
    const on = view.project(at.set(x, view.ground(x, z), z));
    pin.hidden = !on.visible;
    pin.style.transform = `translate(${on.x}px, ${on.y}px)`;
  };
  view.frame(set_pin);
  ui.refresh_probe = () => ui.asked && fill();  // when more layers are there
  return [card, pin];
}
