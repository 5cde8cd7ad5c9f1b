// SPDX-License-Identifier: Apache-2.0
// What made this world, so that it can be made again.
import { element } from "./elements.js";
import { scale_bar } from "./scale.js";

export function foot(ui) {
  const { generator, recipes = {}, roles } = ui.world.scene;
  const recipe = recipes[roles.height];
  return element("footer", { class: "foot" },
    element("span", { title: recipe ? `recipe of the heights ${recipe}` : null },
      [generator, recipe ? `recipe ${recipe.slice(0, 12)}` : ""].filter((part) => part).join(" · ")),
    scale_bar(ui));
}
