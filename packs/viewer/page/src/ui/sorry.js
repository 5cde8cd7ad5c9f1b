// SPDX-License-Identifier: Apache-2.0
// Where the page cannot show the world: a sentence, and the build's picture if the file has one.
import { element } from "./elements.js";

export function can_draw() {
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

export function sorry(sentence) {
  document.body.dataset.error = sentence;
  document.getElementById("view")?.remove();
  document.getElementById("first")?.remove();
  const picture = flat_picture();
  document.body.append(element("main", { class: "sorry" }, element("p", { role: "alert" }, sentence), picture));
}
