// SPDX-License-Identifier: Apache-2.0
// How long a length is where the view looks at.
import { element } from "./elements.js";
import { length, round_below } from "./numbers.js";

const widest = 110;  // px

export function scale_bar(ui) {
  const node = element("div", { class: "scale" });
  ui.per_pixel = () => {  // km at the target
    const { camera, target, canvas } = ui.view;
    const high = 2 * camera.position.distanceTo(target) * Math.tan((camera.fov * Math.PI) / 360);
    return high / Math.max(1, canvas.clientHeight);
  };
  ui.view.frame(() => {
    node.hidden = Boolean(ui.feet);  // no one scale to the horizon
    const per_pixel = ui.per_pixel();
    const km = round_below(widest * per_pixel);
    node.style.width = `${km / per_pixel}px`;
    const words = length(km * 1000);
    if (node.textContent !== words) node.textContent = words;
  });
  return node;
}
