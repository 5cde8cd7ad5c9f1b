// SPDX-License-Identifier: Apache-2.0
// Opens the world that stands in the page, draws it, and puts the interface round it.
import { element } from "./ui/elements.js";
import { assemble } from "./ui/assemble.js";
import { follow_link } from "./ui/link.js";
import { View } from "./view.js";
import { World } from "./world.js";

// Where the page cannot show the world: a sentence, and the build's picture if the file has one.
function can_draw() {
  const gl = document.createElement("canvas").getContext("webgl2");
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return Boolean(gl);
}

function flat_picture() {
  try {
    const scene = JSON.parse(document.getElementById("scene").textContent);
    const layer = scene.layers.find((one) => one.kind === "colour");
    const { block, coding } = layer.blocks[0];
    const data = document.getElementById(`b-${block}`).textContent.trim();
    return element("img", { src: `data:image/${coding};base64,${data}`, alt: `${scene.name}, seed ${scene.seed}, from above` });
  } catch {
    return document.getElementById("flat");
  }
}

function sorry(sentence) {
  document.body.dataset.error = sentence;
  document.getElementById("view")?.remove();
  document.getElementById("first")?.remove();
  const picture = flat_picture();
  document.body.append(element("main", { class: "sorry" }, element("p", { role: "alert" }, sentence), picture));
}

// The words in #first stand over the file's flat picture until the view is there, and while the graphics are lost.
const first = document.getElementById("first"), [sentence, progress] = first.children;

// The flat picture is on the screen before anything takes long; a page that is not looked at waits for no frame.
async function flat_picture_shown() {
  await document.getElementById("flat")?.decode().catch(() => {});
  await new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 300);
  });
}

function tell_of_graphics(view) {
  const { dataset } = document.body;
  view.canvas.addEventListener("webglcontextlost", () => {
    dataset.lost = "yes";
    sentence.textContent = "The device has taken its graphics away from this page. The view comes back with them; if it does not, reload the page.";
  });
  view.canvas.addEventListener("webglcontextrestored", async () => {
    await view.set({});
    delete dataset.lost;
  });
}

async function begin() {
  await flat_picture_shown();
  if (!can_draw()) {
    sorry("This browser or its graphics cannot draw in three dimensions (WebGL 2). Another browser, or hardware acceleration switched on in its settings, shows the world.");
    return;
  }
  const world = await World.open(document, (share) => { progress.value = share; });
  const view = new View(document.getElementById("view"), world);
  const ui = assemble(view, world);
  window.terrawright = { view, world, ui };
  tell_of_graphics(view);
  await view.ready;
  await follow_link(ui, location.hash);
  document.body.dataset.ready = "yes";
  progress.remove();
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
