// SPDX-License-Identifier: Apache-2.0
// The view as an address, and the link for others.
import { Vector3 } from "three";
import { choice, choice_of, drapes, looks } from "./paint/looks.js";
import { button } from "./elements.js";

// The view as an address: only what differs from how the world begins.
const rest = 250;  // ms without a change before the address is written
const switched = { sea: "sea", rivers: "rivers", lakes: "lakes", snow: "snow", grain: "grain", wire: "wire", grid: "grid", waves: "waves", shading: "shading" };
const digits = (value, count) => String(Number(value.toFixed(count)));
const number = (text, low, high) => {
  const value = text === null || text.trim() === "" ? NaN : Number(text);
  return Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : null;
};
const numbers = (text, count) => {
  const all = (text ?? "").split(",").map(Number);
  return all.length === count && all.every(Number.isFinite) ? all : null;
};

// "natural" or "layer:NAME"; what this world has not becomes null.
function known(ui, value) {
  if (!value) return null;
  const layer = value.startsWith("layer:") ? value.slice(6) : null;
  const there = layer === null ? looks.some(([look]) => look === value) : drapes(ui.world).some((one) => one.name === layer);
  return there ? choice(value) : null;
}

function link_of(ui) {
  const { state } = ui, { defaults, camera, target } = ui.view;
  const parts = new Map();
  if (choice_of(state) !== choice_of(defaults)) parts.set("a", choice_of(state));
  if (state.compare) {
    parts.set("b", choice_of(state.compare));
    parts.set("sw", digits(state.compare.at, 3));
  }
  if (state.exaggeration !== defaults.exaggeration) parts.set("ex", digits(state.exaggeration, 2));
  if (ui.clock) parts.set("day", ui.clock.day).set("hour", digits(ui.clock.hour, 2));
  else {
    if (state.sun.azimuth !== defaults.sun.azimuth) parts.set("az", digits(state.sun.azimuth, 2));
    if (state.sun.height !== defaults.sun.height) parts.set("el", digits(state.sun.height, 2));
  }
  if (state.haze !== defaults.haze) parts.set("hz", digits(state.haze, 2));
  if (state.contours !== defaults.contours) parts.set("con", digits(state.contours, 2));
  const turned = Object.keys(switched).filter((key) => state[key] !== defaults[key])
    .map((key) => (state[key] ? "" : "-") + switched[key]);
  if (!ui.names) turned.push("-names");
  if (turned.length) parts.set("s", turned.join(","));
  if (ui.mode !== "map") parts.set("m", ui.mode);
  if (ui.named) {
    if (ui.named !== "overview") parts.set("v", ui.named);
  } else {
    parts.set("c", [...camera.position.toArray(), ...target.toArray()].map((value) => digits(value, ui.mode === "map" ? 4 : 6)).join(","));
  }
  if (ui.asked) parts.set("p", [ui.asked.column, ui.asked.row].map((value) => digits(value, 2)).join(","));
  if (ui.section_ends) parts.set("cut", ui.section_ends.map((value) => digits(value, 2)).join(","));
  return parts.size ? "#" + [...parts].map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%3A", ":")}`).join("&") : "";
}

// Shows what a link says; what it does not say is as the world begins, and what makes no sense is passed over.
export async function follow_link(ui, link) {
  const { defaults, camera, target } = ui.view;
  const said = new URLSearchParams(link.replace(/^#/, ""));
  const state = structuredClone(defaults);
  Object.assign(state, known(ui, said.get("a")));
  const compared = known(ui, said.get("b"));
  state.compare = compared ? { ...compared, at: number(said.get("sw"), 0, 1) ?? 0.5 } : null;
  state.exaggeration = number(said.get("ex"), 0.1, 100) ?? defaults.exaggeration;
  state.sun = { azimuth: number(said.get("az"), 0, 360) ?? defaults.sun.azimuth, height: number(said.get("el"), 2, 90) ?? defaults.sun.height };
  state.haze = number(said.get("hz"), 0, 1) ?? defaults.haze;
  state.contours = number(said.get("con"), 0, 10000) ?? defaults.contours;
  const turned = (said.get("s") ?? "").split(",");
  for (const [key, word] of Object.entries(switched)) {
    if (turned.includes(word)) state[key] = true;
    if (turned.includes("-" + word)) state[key] = false;
  }
  ui.names = !turned.includes("-names");
  ui.clock = null;
  const painted = ui.change(state);
  const day = number(said.get("day"), 1, 365), hour = number(said.get("hour"), 0, 24);
  if (day !== null && hour !== null) ui.set_clock({ day: Math.round(day), hour });

  const camera_place = numbers(said.get("c"), 6), mode = said.get("m");
  ui.set_mode("map", { stay: true });
  if (camera_place) {
    ui.rig.run += 1;
    camera.position.fromArray(camera_place);
    target.copy(new Vector3().fromArray(camera_place, 3));
    if (camera.position.distanceTo(target) < 1e-6) target.y -= 1e-3;
    ui.named = null;
    if (mode === "walk" || mode === "fly") {
      camera.lookAt(target);
      ui.set_mode(mode, { stay: true });
    } else ui.rig.look();
  } else if (!ui.go_to(said.get("v"), false)) {
    ui.go_to("overview", false);
    ui.wanted = said.get("v");  // perhaps of a table that is not there yet
  }
  const asked = numbers(said.get("p"), 2), ends = numbers(said.get("cut"), 4);
  ui.ask(asked && inside(ui.world, asked) ? { column: asked[0], row: asked[1] } : null);
  ui.cut(ends && inside(ui.world, ends) ? ends : null);
  await painted;
}

const inside = (world, places) =>
  places.every((value, k) => value >= -0.5 && value <= world.scene.world.size[k % 2] - 0.5);

export function keep_link(ui) {
  let timer = 0, written = null;
  const write = () => {
    const link = link_of(ui);
    if (link === written || (written === null && link === "" && !location.hash)) return;
    written = link;
    // A page without an address of its own has no history to write into.
    try { history.replaceState(null, "", link || location.pathname + location.search); } catch { /* such as about:srcdoc */ }
  };
  ui.write_link = () => {
    clearTimeout(timer);
    timer = setTimeout(write, rest);
  };
  ui.moved = () => {
    ui.named = ui.wanted = null;
    ui.write_link();
  };
  ui.follow(() => ui.write_link());
  addEventListener("hashchange", () => {
    written = location.hash;
    follow_link(ui, location.hash);
  });
}

// The link for others: to the clipboard, and by messages to a page that has this one in a frame.
export function link_button(ui) {
  return button("Link", async () => {
    const address = location.href.split("#")[0] + link_of(ui);
    try {
      await navigator.clipboard.writeText(address);
      ui.say("The link to this view is in the clipboard.", true);
    } catch {
      ui.say("The link to this view stands in the address line.", true);
    }
  }, { title: "Copy a link to this view" });
}

// {terrawright: "set", link: "#..."} shows a link; {terrawright: "link?"} is answered with {terrawright: "link", link}.
export function answer_messages(ui) {
  addEventListener("message", async (event) => {
    const asked = event.data;
    if (event.source !== parent || typeof asked !== "object" || asked === null) return;
    if (asked.terrawright === "set" && typeof asked.link === "string") await follow_link(ui, asked.link);
    else if (asked.terrawright !== "link?") return;
    event.source.postMessage({ terrawright: "link", link: link_of(ui) }, event.origin === "null" ? "*" : event.origin);
  });
}
