// SPDX-License-Identifier: Apache-2.0
// How near and how far the camera sees, and where it stands to see the whole world.

export function set_lens(view) {
  const { camera, world } = view;
  const { x, y, z } = camera.position;
  const above = Math.max(0.0005, y - view.ground(x, z));
  camera.near = Math.min(5, Math.max(0.0004, above < 0.1 ? 0.4 * above : Math.max(0.04, 0.12 * above)));
  const size = Math.max(world.width, world.depth);
  camera.far = 9 * size + 2 * Math.hypot(x, y, z);
  camera.updateProjectionMatrix();
}

// From the south and above, over the middle of the land.
export function whole_world(view) {
  const { world, camera, state } = view;
  const { columns, rows } = world;
  const size = Math.max(world.width, world.depth);
  let [sum, west, south] = [0, 0, 0];
  const stride = Math.max(1, Math.floor(Math.max(columns, rows) / 128));
  for (let j = 0; j < rows; j += stride) {
    for (let i = 0; i < columns; i += stride) {
      if (world.sea && world.heights.at(i, j) <= 0) continue;
      sum++;
      west += i;
      south += j;
    }
  }
  const middle = sum ? world.km_of(west / sum, south / sum) : [0, 0];
  const [x, z] = middle.map((at) => 0.6 * at);
  const base = world.sea ? 0 : world.up((world.lowest + world.highest) / 2) * state.exaggeration;
  const away = size * 0.94 * Math.max(1, 1.15 / camera.aspect);
  return { position: [x, base + away * 0.62, z + away * 0.78], target: [x, base, z + 0.02 * size] };
}
