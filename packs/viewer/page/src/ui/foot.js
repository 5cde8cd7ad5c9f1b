// SPDX-License-Identifier: Apache-2.0
// Direction, scale and origin of what is shown.
import { button, drawing, element } from "./elements.js";
import { direction, whole, length, round_below } from "./numbers.js";

// Where north is; a click turns it up.
export function compass(ui) {
  const needle = drawing("g", {},
    drawing("polygon", { points: "0,-15 5,0 -5,0", class: "north" }), drawing("polygon", { points: "0,15 5,0 -5,0", class: "south" }));
  const node = button(drawing("svg", { viewBox: "-20 -20 40 40", "aria-hidden": "true" }, needle),
    () => (ui.feet ? ui.feet.face(0) : ui.rig.go({ ...ui.rig.get(), heading: 0 })), { class: "compass" });
  let shown = null;
  ui.view.frame(() => {
    const heading = Math.round(ui.feet ? ui.feet.heading : ui.rig.get().heading) % 360;
    if (heading === shown) return;
    shown = heading;
    needle.setAttribute("transform", `rotate(${-heading})`);
    node.setAttribute("aria-label", `North up; now ${whole(heading)}° ${direction(heading)} is ahead`);
    node.title = "North up";
  });
  return node;
}

// How long a length is where the view looks at.
const widest = 110;  // px

function scale_bar(ui) {
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

// What made this world, so that it can be made again.
export function foot(ui) {
  const { generator, recipes = {}, roles } = ui.world.scene;
  const recipe = recipes[roles.height];
  return element("footer", { class: "foot" },
    element("span", { title: recipe ? `recipe of the heights ${recipe}` : null },
      [generator, recipe ? `recipe ${recipe.slice(0, 12)}` : ""].filter((part) => part).join(" · ")),
    scale_bar(ui));
}
