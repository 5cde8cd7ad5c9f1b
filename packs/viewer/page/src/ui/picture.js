// SPDX-License-Identifier: Apache-2.0
// The view as a PNG file.
import { button, element } from "./elements.js";

export function picture_button(ui) {
  return button("Picture", async () => {
    const blob = await ui.view.blob();
    const { name, seed } = ui.world.scene;
    const address = URL.createObjectURL(blob);
    const link = element("a", { href: address, download: `${name}-${seed}.png` });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
    ui.say("The picture is saved as a PNG file.", true);
  }, { title: "Save the view as a PNG file" });
}
