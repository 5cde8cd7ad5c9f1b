// SPDX-License-Identifier: Apache-2.0
// Places to go to: only those that this world has.
import { button, element } from "../elements.js";
import { candidates } from "../places/labels.js";

const blocks = 48;  // samples a side to find places by

function sampled(world) {
  const [width, height] = world.scene.world.size;
  const columns = Math.min(blocks, width), rows = Math.min(blocks, height);
  const places = [];
  for (let r = 0; r < rows; ++r) {
    for (let c = 0; c < columns; ++c) {
      const column = ((c + 0.5) * width) / columns - 0.5, row = ((r + 0.5) * height) / rows - 0.5;
      places.push({ c, r, column, row, height: world.height(column, row) });
    }
  }
  return { places, columns, rows };
}

// Where half of what is near is land, and that land is high; seen from the sea.
function coast({ places, columns, rows }) {
  let best = null;
  for (const here of places) {
    if (here.c < 2 || here.r < 2 || here.c >= columns - 2 || here.r >= rows - 2 || here.height <= 0) continue;
    let land = 0, east = 0, south = 0, highest = 0;
    for (let r = -2; r <= 2; ++r) {
      for (let c = -2; c <= 2; ++c) {
        const height = places[(here.r + r) * columns + here.c + c].height;
        if (height <= 0) continue;
        ++land;
        east += c;
        south += r;
        highest = Math.max(highest, height);
      }
    }
    const good = land >= 8 && land <= 18 ? highest * Math.hypot(east, south) : 0;
    if (good > (best?.good ?? 0)) best = { good, column: here.column, row: here.row, heading: (Math.atan2(east, -south) * 180) / Math.PI };
  }
  return best;
}

function summit(world, { places }) {
  const start = places.reduce((a, b) => (b.height > a.height ? b : a));
  const peak = candidates(world).find((label) => label.kind === "peak");
  if (peak) return { column: peak.at[0], row: peak.at[1] };
  return start.height > 0 ? start : null;
}

export function overview_of(ui) {
  const { width, depth } = ui.world, { camera, canvas } = ui.view;
  // The whole map in what the cards leave free.
  const free = ui.free?.() ?? { width: canvas.clientWidth, height: canvas.clientHeight };
  const pixels = canvas.clientHeight / (2 * Math.tan((camera.fov * Math.PI) / 360));  // of 1 km at 1 km
  const distance = pixels * Math.max((1.05 * width) / Math.max(1, free.width), (0.95 * depth) / Math.max(1, free.height));
  return { x: 0, z: 0.03 * depth, heading: 0, tilt: 42, distance };
}

// [{key, title, place}]
export function views_of(ui) {
  const { world, view } = ui;
  const found = [{ key: "overview", title: "Overview", place: () => overview_of(ui) }];
  const heights = sampled(world);
  // Close enough that mountains fill the view, however wide the world is.
  const near = () => Math.min(0.22 * ui.rig.span, 9 * Math.max(world.up(world.highest), world.cell) * ui.state.exaggeration);
  const from = (at, heading, tilt, distance) => () => {
    const [x, z] = view.km(at.column, at.row);
    return { x, z, heading, tilt, distance: Math.max(distance(), 6 * world.cell) };
  };
  const top = summit(world, heights), shore = coast(heights);
  if (top) found.push({ key: "mountains", title: "Mountains", place: from(top, 30, 24, near) });
  if (shore) found.push({ key: "coast", title: "Coast", place: from(shore, shore.heading + 25, 16, () => 0.8 * near()) });
  const lake = candidates(world).find((label) => label.kind === "lake");
  if (lake) {
    found.push({ key: "lakes", title: "Lakes", place: () => {
      if (!lake.found) { lake.found = true; lake.find(lake); }
      return from({ column: lake.at[0], row: lake.at[1] }, 330, 26, near)();
    } });
  }
  const river = candidates(world).find((label) => label.kind === "river");
  if (river) found.push({ key: "river", title: "River", place: from({ column: river.at[0], row: river.at[1] }, 20, 30, () => 0.7 * near()) });
  found.push({ key: "above", title: "From above", place: () => ({ ...overview_of(ui), z: 0, tilt: 89.5 }) });
  return found;
}

export function go_to(ui) {
  const node = element("div", { class: "buttons", role: "group", "aria-label": "Go to" });
  let views = [];
  ui.go_to = (key, moving = true) => {
    const one = views.find((view) => view.key === key);
    if (!one) return false;
    ui.set_mode("map", { stay: true });
    ui.rig.go(one.place(), moving).then(() => { ui.named = key; ui.write_link?.(); });
    return true;
  };
  ui.visit = (index) => views[index] && ui.go_to(views[index].key);
  ui.find_views = () => {
    views = views_of(ui);
    node.replaceChildren(...views.map(({ key, title }) => button(title, () => ui.go_to(key), { "data-view": key })));
  };
  ui.find_views();
  return node;
}
