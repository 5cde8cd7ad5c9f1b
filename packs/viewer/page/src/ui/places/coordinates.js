// SPDX-License-Identifier: Apache-2.0
// Cells of the world as degrees: the same numbers that the program's other files have (terrawright/degrees.hpp).
const metres_per_degree = 111195;

export function degrees_of(world, column, row) {
  const { size, cell_metres, latitude, longitude } = world.scene.world;
  const down = cell_metres / metres_per_degree;
  const across = down / Math.cos((latitude * Math.PI) / 180);
  return {
    latitude: latitude + ((size[1] - 1) / 2 - row) * down,
    longitude: (longitude ?? 0) + (column - (size[0] - 1) / 2) * across,
  };
}

// Where the grid does not lie on the globe there are no degrees to tell.
export function on_the_globe(world) {
  const { size, cell_metres, latitude } = world.scene.world;
  const down = cell_metres / metres_per_degree;
  const across = down / Math.cos((latitude * Math.PI) / 180);
  return Math.abs(latitude) + ((size[1] - 1) / 2) * down <= 90 && across * size[0] <= 360;
}

export function in_words(world, column, row) {
  if (!on_the_globe(world)) return "";
  const digits = Math.max(2, Math.min(6, Math.ceil(-Math.log10(world.scene.world.cell_metres / metres_per_degree)) + 1));
  const at = degrees_of(world, column, row);
  const part = (value, positive, negative) =>
    new Intl.NumberFormat(undefined, { minimumFractionDigits: digits, maximumFractionDigits: digits })
      .format(Math.abs(value)) + "° " + (value < 0 ? negative : positive);
  return part(at.latitude, "N", "S") + ", " + part(at.longitude, "E", "W");
}

// The cell of the file's grid at a place of the world, and back.
export function cell_at(world, column, row) {
  const { size, every, at } = world.scene.grid;
  const within = (value, count) => Math.min(count - 1, Math.max(0, Math.round(value)));
  return [within((column - at[0]) / every, size[0]), within((row - at[1]) / every, size[1])];
}

export function of_cell(world, i, j) {
  const { every, at } = world.scene.grid;
  return [at[0] + every * i, at[1] + every * j];
}
