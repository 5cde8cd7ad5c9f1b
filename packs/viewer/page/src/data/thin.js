// SPDX-License-Identifier: Apache-2.0
// Grids that are larger than the graphics card's textures: every second, fourth ... cell of them.

export function texture_limit() {
  const canvas = typeof OffscreenCanvas === "undefined" ? document.createElement("canvas") : new OffscreenCanvas(1, 1);
  const gl = canvas.getContext("webgl2");
  const limit = gl ? gl.getParameter(gl.MAX_TEXTURE_SIZE) : 4096;
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return limit;
}

// How many cells one stands for; the scene's grid says so too.
export function thin_grid(grid, limit) {
  let every = 1;
  while (Math.ceil(Math.max(...grid.size) / every) > limit) every *= 2;
  return [every, { ...grid, size: grid.size.map((n) => Math.ceil(n / every)), every: grid.every * every }];
}

export function thin_cells(cells, width, every) {
  if (every === 1) return cells;
  const height = cells.length / width;
  const columns = Math.ceil(width / every);
  const out = new cells.constructor(columns * Math.ceil(height / every));
  for (let j = 0, at = 0; j < height; j += every) for (let i = 0; i < width; i += every) out[at++] = cells[j * width + i];
  return out;
}
