// SPDX-License-Identifier: Apache-2.0
// Opens the world that stands in the page, draws it, and puts the interface round it.
import { assemble } from "./ui/assemble.js";
import { follow_link } from "./ui/link.js";
import { can_draw, sorry } from "./ui/sorry.js";
import { View } from "./view.js";
import { World } from "./world.js";

async function begin() {
  if (!can_draw()) {
    sorry("This browser or its graphics cannot draw in three dimensions (WebGL 2). Another browser, or hardware acceleration switched on in its settings, shows the world.");
    return;
  }
  const world = await World.open(document);
  const view = new View(document.getElementById("view"), world);
  const ui = assemble(view, world);
  window.terrawright = { view, world, ui };
  await view.ready;
  await follow_link(ui, location.hash);
  document.body.dataset.ready = "yes";
  world.all.then(() => {
    ui.refresh_panel();
    // What the link said of layers and names that were not there yet.
    document.body.dataset.all = "yes";
    ui.tell();
    view.draw();
  }, broken);
}

function broken(error) {
  console.warn(error);
  sorry(`This page's world cannot be shown: ${error.message}`);
}

if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => begin().catch(broken));
else begin().catch(broken);
