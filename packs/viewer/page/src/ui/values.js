// SPDX-License-Identifier: Apache-2.0
// What a layer has in a cell, in words.
import { element } from "./elements.js";
import { direction, measured, short, stepped, whole } from "./numbers.js";

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
