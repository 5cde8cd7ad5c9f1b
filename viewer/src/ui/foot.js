// SPDX-License-Identifier: Apache-2.0
// What made this world, so that it can be made again.
import { element } from "./elements.js";
import { scale_bar } from "./scale.js";

export function foot(ui) {
  const { generator, config_hash } = ui.world.scene;
  return element("footer", { class: "foot" },
    element("span", { title: config_hash ? `config ${config_hash}` : null },
      [generator, config_hash ? `config ${config_hash.slice(0, 12)}` : ""].filter((part) => part).join(" · ")),
    scale_bar(ui));
}
