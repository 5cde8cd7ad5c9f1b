// SPDX-License-Identifier: Apache-2.0
// The whole interface round a view.
import { element } from "./elements.js";
import { compare_handle } from "./paint/looks.js";
import { compass, foot } from "./foot.js";
import { answer_messages, keep_link } from "./link.js";
import { Keys, pick, Pointer, said } from "./eye/input.js";
import { label_layer } from "./places/labels.js";
import { walking_pad } from "./eye/modes.js";
import { panel } from "./panel.js";
import { probe } from "./places/probe.js";
import { Rig } from "./eye/rig.js";
import { section } from "./places/section.js";

// What all parts of the interface share: the view, the world, and word of every change.
class Ui {
  constructor(view, world) {
    this.view = view;
    this.world = world;
    this.names = true;
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.root = document.body;
    this.listeners = new Set();
    this.unpainted = 0;
  }

  get state() { return this.view.state; }

  // Calls `listener` now and after every change.
  follow(listener) {
    this.listeners.add(listener);
    listener();
  }

  tell() {
    for (const listener of this.listeners) listener();
  }

  // Changes what the view shows; `moving` while a slider is held.
  async change(partial, moving = false) {
    this.root.dataset.busy = "yes";
    ++this.unpainted;
    const painted = this.view.set(partial, { moving });
    this.tell();
    try {
      await painted;
    } finally {
      if (--this.unpainted === 0) this.root.dataset.busy = "no";
    }
  }

  show_names(shown) {
    this.names = shown;
    this.tell();
    this.view.draw();
  }
}

// One line at the top of the view: what to do next, or what was done.
const stays = 3500;  // ms

function status_line(ui) {
  const node = element("p", { class: "status", role: "status", hidden: true });
  let timer = 0;
  ui.say = (words, passing = false) => {
    clearTimeout(timer);
    node.textContent = words;
    node.hidden = !words;
    if (passing) timer = setTimeout(() => { node.hidden = true; }, stays);
  };
  return node;
}

// The middle of what the cards leave free is the middle of the view.
function keep_middle(ui, card) {
  const { camera, canvas } = ui.view;
  const phone = matchMedia("(max-width: 560px)");
  let shown = "";
  ui.middle = () => ({ x: canvas.clientWidth / 2, y: canvas.clientHeight / 2 });
  const settle = () => {
    const width = canvas.clientWidth, height = canvas.clientHeight;
    if (!width || !height) return;
    const folded = card.classList.contains("folded");
    const box = card.getBoundingClientRect();
    // A folded card at the side hides only a corner.
    const right = !phone.matches && !folded ? box.right / 2 : 0;
    const up = phone.matches ? (height - box.top) / 2 : 0;
    ui.middle = () => ({ x: width / 2 + right, y: height / 2 - up });
    ui.free = () => ({ width: width - 2 * right, height: height - 2 * up });
    const now = [width, height, right, up].join();
    if (now === shown) return;
    shown = now;
    if (right || up) camera.setViewOffset(width, height, -right, up, width, height);
    else camera.clearViewOffset();
    ui.view.draw();
  };
  new ResizeObserver(settle).observe(card);
  new ResizeObserver(settle).observe(canvas);
  settle();
}

export function assemble(view, world) {
  const ui = new Ui(view, world);
  const { canvas } = view;
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "application");
  canvas.setAttribute("aria-label", `${world.scene.name} in three dimensions. ${said}`);
  ui.rig = new Rig(ui);
  ui.named = "overview";
  const status = status_line(ui);
  const cut = section(ui), asked = probe(ui), bottom = foot(ui);
  ui.pick = (x, y) => pick(view, world, x, y);
  ui.clicked = (x, y) => {
    const place = ui.pick(x, y);
    if (ui.section_click && place && ui.section_click(place)) return;
    if (place) ui.ask(place);
  };
  ui.escape = () => {
    if (ui.feet) ui.set_mode("map");
    else if (!ui.section_stops()) ui.ask(null);
  };
  const card = panel(ui, cut.start);
  // Where labels may not stand.
  ui.covered = () => [card, ...cut.parts, ...asked].filter((node) => node.classList.contains("card") && !node.hidden)
    .map((node) => node.getBoundingClientRect()).map((box) => [box.left, box.top, box.right, box.bottom]);
  document.body.prepend(card);
  canvas.after(
    label_layer(ui), ...compare_handle(ui), ...asked, ...cut.parts, status,
    compass(ui), walking_pad(ui), bottom);
  keep_middle(ui, card);
  new Pointer(ui);
  new Keys(ui);
  keep_link(ui);
  answer_messages(ui);
  return ui;
}
