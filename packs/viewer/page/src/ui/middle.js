// SPDX-License-Identifier: Apache-2.0
// The middle of what the cards leave free is the middle of the view.

export function keep_middle(ui, card) {
  const { camera, canvas } = ui.view;
  const phone = matchMedia("(max-width: 560px)");
  let shown = "";
  ui.middle = () => ({ x: canvas.clientWidth / 2, y: canvas.clientHeight / 2 });
  const settle = () => {
    const width = canvas.clientWidth, height = canvas.clientHeight;
    if (!width || !height) return;
    const folded = card.classList.contains("folded");
    const box = card.getBoundingClientRect();
    // A folded card at the side hides only a corner.
    const right = !phone.matches && !folded ? box.right / 2 : 0;
    const up = phone.matches ? (height - box.top) / 2 : 0;
    ui.middle = () => ({ x: width / 2 + right, y: height / 2 - up });
    ui.free = () => ({ width: width - 2 * right, height: height - 2 * up });
    const now = [width, height, right, up].join();
    if (now === shown) return;
    shown = now;
    if (right || up) camera.setViewOffset(width, height, -right, up, width, height);
    else camera.clearViewOffset();
    ui.view.draw();
  };
  new ResizeObserver(settle).observe(card);
  new ResizeObserver(settle).observe(canvas);
  settle();
}
