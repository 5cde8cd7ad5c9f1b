// SPDX-License-Identifier: Apache-2.0
// A section as a drawing: heights over the way, with axes and its own exaggeration.
import { drawing } from "../elements.js";
import { exact, round_below } from "../numbers.js";

const frame = { left: 46, right: 14, top: 18, bottom: 30 };

// `heights` in their unit at even steps along `length` km. Gives the drawing and where a place of it lies.
export function profile(heights, length, unit, metres_per_unit, width, height) {
  const inner_width = width - frame.left - frame.right, inner_height = height - frame.top - frame.bottom;
  let lowest = Math.min(...heights), highest = Math.max(...heights);
  if (lowest > 0 && lowest < 0.3 * highest) lowest = 0;
  if (highest < 0) highest = 0;
  if (!(highest > lowest)) { highest += 0.5; lowest -= 0.5; }
  const spare = 0.06 * (highest - lowest);
  highest += spare;
  if (lowest < 0) lowest -= spare;
  const x = (share) => frame.left + share * inner_width;
  const y = (metres) => frame.top + ((highest - metres) / (highest - lowest)) * inner_height;
  const points = heights.map((metres, k) => `${x(k / (heights.length - 1)).toFixed(1)},${y(metres).toFixed(1)}`);
  const floor = y(lowest).toFixed(1);
  const parts = [];
  if (lowest < 0) {
    const sea = y(Math.min(0, highest));
    parts.push(drawing("rect", { class: "sea", x: frame.left, y: sea, width: inner_width, height: Math.max(0, y(lowest) - sea) }));
  }
  parts.push(drawing("polygon", { class: "ground", points: `${frame.left},${floor} ${points.join(" ")} ${x(1)},${floor}` }));
  const up = round_below((highest - lowest) / 2.2), along = round_below(length / 3);
  for (let k = Math.ceil(lowest / up); k * up <= highest; ++k) {
    parts.push(drawing("line", { class: "rule", x1: frame.left, x2: x(1), y1: y(k * up), y2: y(k * up) }));
    parts.push(drawing("text", { class: "tick", x: frame.left - 6, y: y(k * up) + 4, "text-anchor": "end" }, exact(k * up)));
  }
  for (let k = 0; k * along <= length * 1.0001; ++k) {
    const at = x((k * along) / length);
    parts.push(drawing("line", { class: "rule", x1: at, x2: at, y1: y(lowest), y2: y(lowest) + 4 }));
    parts.push(drawing("text", { class: "tick", x: at, y: height - 12, "text-anchor": "middle" }, exact(k * along)));
  }
  parts.push(drawing("polyline", { class: "line", points: points.join(" ") }));
  parts.push(drawing("text", { class: "tick", x: x(1), y: height - 1, "text-anchor": "end" }, "km"));
  parts.push(drawing("text", { class: "tick", x: 4, y: 8, "text-anchor": "start" }, unit));
  const exaggeration = (inner_height / ((highest - lowest) * metres_per_unit)) / (inner_width / (length * 1000));
  const svg = drawing("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" }, parts);
  return { svg, exaggeration, share_at: (px) => Math.min(1, Math.max(0, (px * (width / (svg.clientWidth || width)) - frame.left) / inner_width)), x, y };
}
