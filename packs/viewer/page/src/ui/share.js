// SPDX-License-Identifier: Apache-2.0
// The link for others: to the clipboard, and by messages to a page that has this one in a frame.
import { button } from "./elements.js";
import { follow_link, link_of } from "./link.js";

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
