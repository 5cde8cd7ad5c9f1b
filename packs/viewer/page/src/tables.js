// SPDX-License-Identifier: Apache-2.0
// Tables of lines and points: places in cells of the world, and their values by column.

export async function open_table(table, decoder) {
  const places = read_places(await decoder.decode(table.places, { coding: "bytes" }), table.rows);
  const text = new TextDecoder().decode(await decoder.decode(table.values, { coding: "bytes" }));
  const values = JSON.parse(text);
  const value = (row, column) => values[column]?.[row] ?? null;
  return { ...table, places, values, value };
}

// Of each row the x, y of its places, one after the other: Float32Array of fractional cells.
function read_places(bytes, rows) {
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  const signed = () => {
    const z = varint();
    return z % 2 ? -(z + 1) / 2 : z / 2;
  };
  const all = [];
  for (let row = 0; row < rows; row++) {
    const places = new Float32Array(2 * varint());
    let x = 0;
    let y = 0;
    for (let i = 0; i < places.length; i += 2) {
      places[i] = (x += signed()) / 16;
      places[i + 1] = (y += signed()) / 16;
    }
    all.push(places);
  }
  return all;
}
