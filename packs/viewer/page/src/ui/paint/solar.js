// SPDX-License-Identifier: Apache-2.0
// Where the sun stands on a day and hour, at a latitude: declination and hour angle, in local solar time.
const radians = Math.PI / 180;

// `day` of the year from 1, `hour` from 0 to 24; azimuth from north over east and height above the horizon, in degrees.
export function sun_at(latitude, day, hour) {
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
export function day_in_words(day) {
  const date = new Date(Date.UTC(2026, 0, day));
  return new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" }).format(date);
}

export function hour_in_words(hour) {
  const minutes = Math.round(hour * 60) % 1440;
  const date = new Date(Date.UTC(2026, 0, 1, Math.floor(minutes / 60), minutes % 60));
  return new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "UTC" }).format(date);
}
