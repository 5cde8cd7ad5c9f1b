// SPDX-License-Identifier: Apache-2.0
// Form and light: exaggeration, haze, contours, and the sun.
import { slider, element, press, toggle } from "../elements.js";
import { measured, share, stepped, whole, direction } from "../numbers.js";

// Form and air: exaggeration, haze, contours.
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

// Where the sun stands on a day and hour, at a latitude: declination and hour angle, in local solar time.
const radians = Math.PI / 180;

// `day` of the year from 1, `hour` from 0 to 24; azimuth from north over east and height above the horizon, in degrees.
function sun_at(latitude, day, hour) {
  const declination = Math.asin(Math.sin(-23.44 * radians) * Math.cos(((day + 10) / 365.25) * 2 * Math.PI));
  const angle = (hour - 12) * 15 * radians;
  const phi = latitude * radians;
  const up = Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.cos(angle);
  const east = -Math.cos(declination) * Math.sin(angle);
  const north = Math.cos(phi) * Math.sin(declination) - Math.sin(phi) * Math.cos(declination) * Math.cos(angle);
  return {
    azimuth: (Math.atan2(east, north) / radians + 360) % 360,
    height: Math.asin(Math.min(1, Math.max(-1, up))) / radians,
  };
}

// "21 June", of a year that is no leap year.
function day_in_words(day) {
  const date = new Date(Date.UTC(2026, 0, day));
  return new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" }).format(date);
}

function hour_in_words(hour) {
  const minutes = Math.round(hour * 60) % 1440;
  const date = new Date(Date.UTC(2026, 0, 1, Math.floor(minutes / 60), minutes % 60));
  return new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "UTC" }).format(date);
}

// The sun by direction and height, or by day and hour at the world's latitude.
const lowest_sun = 2;  // degrees; below it there is no light to see by

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
