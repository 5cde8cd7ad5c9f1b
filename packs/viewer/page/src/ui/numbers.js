// SPDX-License-Identifier: Apache-2.0
// Numbers and units as the reader's language writes them.
const formats = new Map();

function format(digits) {
  if (!formats.has(digits)) {
    formats.set(digits, new Intl.NumberFormat(undefined, { minimumFractionDigits: digits, maximumFractionDigits: digits }));
  }
  return formats.get(digits);
}

const plain = new Intl.NumberFormat(undefined, { maximumFractionDigits: 6 });
const three = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 });
const shares = new Intl.NumberFormat(undefined, { style: "percent", maximumSignificantDigits: 2 });

export const decimals = (step) => Math.min(6, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)));

// As many digits as steps of that size can tell apart, and not more than four that are read.
export function stepped(value, step) {
  const before = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value))) + 1;
  const digits = format(Math.min(decimals(step), Math.max(0, 4 - before)));
  const text = digits.format(value);
  return /[1-9]/.test(text) ? text : digits.format(0);  // no -0
}

export const exact = (value) => plain.format(value + 0);  // no -0
export const short = (value) => three.format(Math.abs(value) < 1e-9 ? 0 : value);
export const whole = (value) => format(0).format(value);
export const share = (value) => (value > 0 && value < 0.001 ? "< " + shares.format(0.001) : shares.format(value));

const written = { C: "°C", deg: "°", "m3/s": "m³/s", km2: "km²", m2: "m²", km3: "km³", m3: "m³", "1": "", "kg/m2": "kg/m²" };

export function unit(name) {
  if (!name) return "";
  return written[name] ?? name.replace(/(?<=[a-z])([23])\b/g, (digit) => (digit === "2" ? "²" : "³"));
}

// "12.5 mm/yr": value and unit do not part at the end of a line.
export function measured(text, name) {
  const sign = unit(name);
  return sign === "" ? text : sign === "°" ? text + sign : text + "\u00a0" + sign;
}

const towards = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
export const direction = (degrees) => towards[((Math.round(degrees / 45) % 8) + 8) % 8];

// A length in metres in the unit that reads best.
export function length(metres) {
  if (Math.abs(metres) >= 1000) return measured(short(metres / 1000), "km");
  return measured(short(metres), "m");
}

// 1, 2 or 5 x 10^k, at most `limit`.
export function round_below(limit) {
  const power = 10 ** Math.floor(Math.log10(limit));
  return power * (limit >= 5 * power ? 5 : limit >= 2 * power ? 2 : 1);
}
