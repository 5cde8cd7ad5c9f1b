// SPDX-License-Identifier: Apache-2.0
// One line at the top of the view: what to do next, or what was done.
import { element } from "./elements.js";

const stays = 3500;  // ms

export function status_line(ui) {
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
