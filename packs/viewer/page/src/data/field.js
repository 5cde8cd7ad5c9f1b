// SPDX-License-Identifier: Apache-2.0
// Heights between the cells: Catmull-Rom, which passes through the data. The same formula as in land.glsl.js.

const weights = (t) => [
  t * (-0.5 + t * (1 - 0.5 * t)),
  1 + t * t * (-2.5 + 1.5 * t),
  t * (0.5 + t * (2 - 1.5 * t)),
  t * t * (-0.5 + 0.5 * t),
];

export class Field {
  constructor(values, width, height, wrap) {
    Object.assign(this, { values, width, height });
    const around = (i, n) => ((i % n) + n) % n;
    const within = (i, n) => Math.min(Math.max(i, 0), n - 1);
    this.column = wrap === "x" || wrap === "both" ? around : within;
    this.row = wrap === "y" || wrap === "both" ? around : within;
  }

  at(i, j) {
    return this.values[this.row(j, this.height) * this.width + this.column(i, this.width)];
  }

  bicubic(x, y, lowest = -Infinity) {
    const i = Math.floor(x);
    const j = Math.floor(y);
    const u = weights(x - i);
    const v = weights(y - j);
    let sum = 0;
    for (let b = 0; b < 4; b++)
      for (let a = 0; a < 4; a++) sum += u[a] * v[b] * Math.max(this.at(i + a - 1, j + b - 1), lowest);
    return sum;
  }

  linear(x, y) {
    const i = Math.floor(x);
    const j = Math.floor(y);
    const u = x - i;
    const v = y - j;
    const above = this.at(i, j) * (1 - u) + this.at(i + 1, j) * u;
    return above * (1 - v) + (this.at(i, j + 1) * (1 - u) + this.at(i + 1, j + 1) * u) * v;
  }
}
