// SPDX-License-Identifier: Apache-2.0
// What lies under a click: place, all layers, rows of tables.
import { Vector3 } from "three";
import { cell_at, in_words, of_cell } from "./coordinates.js";
import { button, element } from "../elements.js";
import { title_of } from "../paint/looks.js";
import { exact, measured, stepped } from "../numbers.js";
import { rows_near, value_of } from "./values.js";

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
