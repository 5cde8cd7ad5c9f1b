// SPDX-License-Identifier: Apache-2.0
// Rows of tables at a place.
import { element } from "../elements.js";
import { direction, measured, short, stepped, whole } from "../numbers.js";

// [{table, row, distance}] with the nearest row of each table within `reach` cells, nearest first.
export function rows_near(world, column, row, reach) {
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

export function value_of(layer, i, j) {
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
