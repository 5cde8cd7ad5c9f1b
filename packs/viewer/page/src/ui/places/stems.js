// SPDX-License-Identifier: Apache-2.0
// Rivers from their reaches: from each mouth up, at every fork the reach with more water.
const has = (table, name) => table.columns.some((column) => column.name === name);

// [{rows, length, discharge, name, at: [column, row]}], `at` 35 % of the way up from the mouth.
export function stems(table) {
  const value = (row, name) => (has(table, name) ? table.values[name][row] : null);
  const water = (row) => value(row, "discharge") ?? value(row, "length") ?? 0;
  const linked = has(table, "reach") && has(table, "next_reach");
  const row_of = new Map(), above = new Map();
  if (linked) {
    for (let row = 0; row < table.rows; ++row) row_of.set(value(row, "reach"), row);
    for (let row = 0; row < table.rows; ++row) {
      const next = row_of.get(value(row, "next_reach"));
      if (next === undefined || next === row) continue;
      if (!above.has(next)) above.set(next, []);
      above.get(next).push(row);
    }
  }
  const mouths = [];
  for (let row = 0; row < table.rows; ++row) {
    const next = linked ? row_of.get(value(row, "next_reach")) : undefined;
    if (next === undefined || next === row) mouths.push(row);
  }
  return mouths.map((mouth) => {
    const rows = [mouth];
    for (let at = mouth; above.has(at) && rows.length <= table.rows;) {
      at = above.get(at).reduce((best, row) => (water(row) > water(best) ? row : best));
      rows.push(at);
    }
    const names = rows.map((row) => value(row, "name")).filter((name) => name);
    return {
      rows, name: names[0] ?? "",
      length: rows.every((row) => value(row, "length") !== null) ? rows.reduce((sum, row) => sum + value(row, "length"), 0) : null,
      discharge: value(mouth, "discharge"),
      at: up_from_mouth(rows.map((row) => table.places[row]), 0.35),
    };
  });
}

// Lines run with the water: the last place of the first of `lines` is the mouth.
function up_from_mouth(lines, part) {
  const way = [];
  for (const line of lines) {
    for (let k = line.length / 2 - 1; k >= 0; --k) way.push([line[2 * k], line[2 * k + 1]]);
  }
  const step = (k) => Math.hypot(way[k][0] - way[k - 1][0], way[k][1] - way[k - 1][1]);
  let total = 0;
  for (let k = 1; k < way.length; ++k) total += step(k);
  let left = total * part;
  for (let k = 1; k < way.length; ++k) {
    left -= step(k);
    if (left <= 0) return way[k];
  }
  return way.at(-1) ?? [0, 0];
}
