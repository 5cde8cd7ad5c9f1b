// SPDX-License-Identifier: Apache-2.0
// The sun by direction and height, or by day and hour at the world's latitude.
import { element, press, slider, toggle } from "../elements.js";
import { direction, stepped } from "../numbers.js";
import { day_in_words, hour_in_words, sun_at } from "./solar.js";

export const lowest_sun = 2;  // degrees; below it there is no light to see by

export function sun_panel(ui) {
  const latitude = ui.world.scene.world.latitude;
  ui.clock = null;  // {day, hour} where the sun goes by them

  const from = slider("Sun from", { min: 0, max: 359, step: 1 }, (value) => `${stepped(value, 1)}° ${direction(value)}`,
    (value, moving) => ui.change({ sun: { ...ui.state.sun, azimuth: value } }, moving));
  const height = slider("Sun height", { min: lowest_sun, max: 90, step: 1 }, (value) => `${stepped(value, 1)}°`,
    (value, moving) => ui.change({ sun: { ...ui.state.sun, height: value } }, moving));
  const by_clock = (part, moving) => {
    ui.clock = { ...ui.clock, ...part };
    const sun = sun_at(latitude, ui.clock.day, ui.clock.hour);
    ui.change({ sun: { azimuth: sun.azimuth, height: Math.max(lowest_sun, sun.height) } }, moving);
  };
  const day = slider("Day", { min: 1, max: 365, step: 1 }, day_in_words, (value, moving) => by_clock({ day: value }, moving));
  const hour = slider("Hour", { min: 0, max: 24, step: 0.25, title: "Local solar time" }, hour_in_words,
    (value, moving) => by_clock({ hour: value }, moving));
  const note = element("p", { class: "facts", "aria-live": "polite" });
  ui.set_clock = (clock) => {
    if (clock) by_clock(clock, false);
    else { ui.clock = null; ui.tell(); }
  };

  const direct = toggle("Direction", () => ui.set_clock(null));
  const timed = toggle("Day and hour", () => ui.set_clock({ day: 172, hour: 16 }));
  ui.follow(() => {
    const { sun } = ui.state;
    press(direct, !ui.clock);
    press(timed, Boolean(ui.clock));
    from.set(Math.round(sun.azimuth) % 360);
    height.set(Math.round(sun.height));
    from.row.hidden = height.row.hidden = Boolean(ui.clock);
    day.row.hidden = hour.row.hidden = note.hidden = !ui.clock;
    if (!ui.clock) return;
    day.set(ui.clock.day);
    hour.set(ui.clock.hour);
    const true_sun = sun_at(latitude, ui.clock.day, ui.clock.hour);
    note.textContent = true_sun.height < 0
      ? `The sun is ${stepped(-true_sun.height, 1)}° below the horizon: shown at ${lowest_sun}°.`
      : `Sun at ${stepped(true_sun.azimuth, 1)}° ${direction(true_sun.azimuth)}, ${stepped(true_sun.height, 1)}° high, ` +
        `at latitude ${stepped(Math.abs(latitude), 0.1)}° ${latitude < 0 ? "S" : "N"}.`;
  });
  return [
    element("div", { class: "buttons small", role: "group", "aria-label": "Sun" }, direct, timed),
    from.row, height.row, day.row, hour.row, note,
  ];
}
