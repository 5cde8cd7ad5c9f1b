// SPDX-License-Identifier: Apache-2.0
// Form and air: exaggeration, haze, contours.
import { slider } from "../elements.js";
import { measured, share, stepped, whole } from "../numbers.js";

const intervals = [0, 1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000];

// Near 1 the slider stays on it, so that the true form is found again.
const snapped = (value) => (Math.abs(value - 1) < 0.16 ? 1 : value);

export function exaggeration(ui) {
  const most = Math.max(10, Math.ceil(2 * ui.view.defaults.exaggeration));
  const made = slider("Exaggeration", { min: 0.1, max: most, step: 0.1, mark: 1, title: "The mark is the true form, 1:1" },
    (value) => (value === 1 ? "1:1" : stepped(value, 0.1) + " ×"),
    (value, moving) => ui.change({ exaggeration: snapped(value) }, moving));
  ui.follow(() => made.set(ui.state.exaggeration));
  return made.row;
}

export function haze(ui) {
  const made = slider("Haze", { min: 0, max: 1, step: 0.01 }, share, (value, moving) => ui.change({ haze: value }, moving));
  ui.follow(() => made.set(ui.state.haze));
  return made.row;
}

export function contours(ui) {
  const made = slider("Contours", { min: 0, max: intervals.length - 1, step: 1 },
    (index) => (index === 0 ? "off" : measured(whole(intervals[index]), ui.world.role("height").unit)),
    (index, moving) => ui.change({ contours: intervals[index] }, moving));
  const nearest = (metres) => {
    let best = 0;
    for (let k = 1; k < intervals.length && metres > 0; ++k) {
      if (best === 0 || Math.abs(intervals[k] - metres) < Math.abs(intervals[best] - metres)) best = k;
    }
    return best;
  };
  ui.follow(() => made.set(nearest(ui.state.contours)));
  return made.row;
}

// The interval that c switches on: about 25 lines up to the highest summit.
export function usual_interval(world) {
  const wanted = (world.highest ?? 1000) / 25;
  return intervals.slice(1).find((one) => one >= wanted) ?? intervals.at(-1);
}
