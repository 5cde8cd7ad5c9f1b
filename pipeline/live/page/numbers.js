// SPDX-License-Identifier: Apache-2.0
// Numbers as a person reads them.
export function rounded(value, span) {
  if (value === null || Number.isNaN(value)) return '-';
  const digits = Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(Math.max(span, 1e-9)))));
  return value.toLocaleString('en', {maximumFractionDigits: digits}).replaceAll(',', '\u202f');
}

export const withUnit = (text, unit) => (unit ? text + '\u202f' + unit : text);

// Of a slider's step, as a config writes it.
export function plain(value, step) {
  const digits = Math.max(0, Math.min(9, -Math.floor(Math.log10(step) + 1e-9)));
  return String(Number(value.toFixed(digits)));
}

export const seconds = (value) => (value < 1 ? Math.round(value * 1000) + ' ms' : value.toFixed(1) + ' s');
