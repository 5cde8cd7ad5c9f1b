// SPDX-License-Identifier: Apache-2.0
// What a view can be told, and what a world begins with.
import { ground_layer } from "./ground/albedo.js";
import { natural_exaggeration } from "./data/statistics.js";

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
