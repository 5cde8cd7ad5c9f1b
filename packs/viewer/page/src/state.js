// SPDX-License-Identifier: Apache-2.0
// What a view can be told, and what a world begins with.
import { ground_layer } from "./ground/drapes.js";

// What the heights of a world are like: how steep it is, how much of it is land, where land meets the map's edge.
export function statistics_of(world) {
  const { heights: { values }, columns, rows, grid_cell, scale } = world;
  const sea = world.sea ? 0 : -Infinity;
  const bins = new Uint32Array(4096);
  const widest = 8; // slopes from 0 to 8 in equal steps
  let counted = 0;
  let land = 0;
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const at = j * columns + i;
      if (values[at] <= sea) continue;
      land++;
      if (i === 0 || j === 0 || i === columns - 1 || j === rows - 1) continue;
      const [west, east, north, south] = [values[at - 1], values[at + 1], values[at - columns], values[at + columns]];
      // Coasts are left out: their steps say nothing of mountains.
      if (Math.min(west, east, north, south) <= sea) continue;
      const slope = (Math.hypot(east - west, south - north) * scale) / (2 * grid_cell);
      bins[Math.min(4095, Math.floor((slope / widest) * 4096))]++;
      counted++;
    }
  }
  const slope = (share) => {
    let sum = 0;
    for (let bin = 0; bin < 4096; bin++) if ((sum += bins[bin]) > share * counted) return ((bin + 1) * widest) / 4096;
    return 0.02;
  };
  const [p87, p97, p985] = counted ? [slope(0.87), slope(0.97), slope(0.985)] : [0.2, 0.35, 0.4];
  let edge = -Infinity;
  for (let i = 0; i < columns; i++) edge = Math.max(edge, values[i], values[(rows - 1) * columns + i]);
  for (let j = 0; j < rows; j++) edge = Math.max(edge, values[j * columns], values[(j + 1) * columns - 1]);
  return { p87, p97, p985, land: land / values.length, land_at_edge: edge > 0 };
}

// The exaggeration a world starts with: mountains that are seen from afar, without needles.
function natural_exaggeration(world, { p97 }) {
  if (!world.measured) return 1;
  const highest = (world.highest - (world.sea ? 0 : world.lowest)) * world.scale;
  if (!(highest > 0)) return 1;
  const width = Math.min(world.width, 400);
  const wanted = Math.min(Math.sqrt(((0.03 * width) / highest) * (0.9 / p97)), 1.6 / p97);
  return Math.min(20, Math.max(1, Math.round(wanted * 10) / 10));
}

export function has_of(world) {
  return {
    sea: world.sea,
    rivers: (world.scene.lines ?? []).some(({ rows }) => rows > 0),
    lakes: Boolean(world.role("lake")) && world.role("lake").maximum > 0,
    snow: Boolean(world.role("temperature")),
  };
}

export const is_picture = (world, { look, layer }) => look === "layer" && world.layer(layer)?.kind === "colour";

// The layers that a look is painted from.
export function layers_of(world, { look, layer }) {
  const names = { natural: [world.role("temperature"), ground_layer(world)], layer: [world.layer(layer)] };
  return (names[look] ?? []).filter((one) => one);
}

// A world begins with its picture, if the file has one.
export function defaults_of(world, statistics) {
  const has = has_of(world);
  const picture = (world.scene.drape ?? []).find((name) => world.layer(name)?.kind === "colour");
  return {
    ...(picture ? { look: "layer", layer: picture } : { look: "natural", layer: null }), compare: null,
    exaggeration: natural_exaggeration(world, statistics),
    sun: { azimuth: 300, height: 36 }, haze: 1, contours: 0,
    sea: has.sea, rivers: has.rivers, lakes: has.lakes, snow: has.snow,
    grain: true, wire: false, grid: false, waves: false, shading: true,
  };
}

// A layer that the world has not is the first that can be shown; what cannot be understood stays as it was.
export function sensible(world, state) {
  const looks = ["natural", "hypsometric", "greys", "clay", "wireframe", "layer"];
  const mend = (painted) => {
    if (!looks.includes(painted.look)) painted.look = "natural";
    if (painted.look !== "layer") return;
    if (!world.layer(painted.layer)) painted.layer = (world.scene.drape ?? []).find((name) => world.layer(name)) ?? world.role("height").name;
  };
  mend(state);
  if (state.compare) mend((state.compare = { look: "natural", at: 0.5, ...state.compare }));
  state.exaggeration = Math.min(100, Math.max(0.05, Number(state.exaggeration) || 1));
  return state;
}
