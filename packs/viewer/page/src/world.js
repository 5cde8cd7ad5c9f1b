// SPDX-License-Identifier: Apache-2.0
// The world that the page holds: its layers, its tables, its sizes, and its heights.
import { Decoder, Layer, open_table, texture_limit, thin_grid } from "./layers.js";

// Heights between the cells: Catmull-Rom, which passes through the data. The same formula as in land.glsl.js.
const weights = (t) => [
  t * (-0.5 + t * (1 - 0.5 * t)),
  1 + t * t * (-2.5 + 1.5 * t),
  t * (0.5 + t * (2 - 1.5 * t)),
  t * t * (-0.5 + 0.5 * t),
];

class Field {
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

export class World {
  // Of the page's document; ready as soon as its heights are. `all` settles when everything else is decoded too; `told`
  // hears which share of the blocks is.
  static async open(page, told, limit = texture_limit()) {
    const element = page.getElementById("scene");
    if (!element) throw new Error("This page holds no world: `terrawright build` with an output of `scene:` writes one that does.");
    if (typeof DecompressionStream === "undefined")
      throw new Error("This browser cannot unpack the world; Chrome 80, Firefox 113, Safari 16.4 or newer can.");
    const scene = JSON.parse(element.textContent);
    if (scene.format !== "terrawright scene" || scene.version !== 1)
      throw new Error(`This page's world is of version ${scene.version}, and the page can show version 1.`);
    const world = new World(scene, limit);
    const blocks = scene.layers.reduce((sum, layer) => sum + layer.blocks.length, 0);
    world.decoder.told = (done) => told(done / (blocks + 2 * (scene.lines.length + scene.points.length)));
    await world.#open_heights();
    world.all = world.#open_rest();
    return world;
  }

  constructor(scene, limit = Infinity) {
    const stored = scene.grid.size;
    const [thin, grid] = thin_grid(scene.grid, limit);
    scene.grid = grid;
    this.scene = scene;
    this.size = scene.world.size;
    this.wrap = scene.world.wrap ?? "none";
    this.every = scene.grid.every;
    this.origin = scene.grid.at;
    this.columns = scene.grid.size[0];
    this.rows = scene.grid.size[1];
    this.cell = scene.world.cell_metres / 1000;
    this.grid_cell = this.cell * this.every;
    // A map of one row or column is drawn as wide as one cell; one that closes on itself up to its first cell again.
    this.spans = [
      Math.max(1, this.columns - 1) + (this.round("x") ? 1 : 0),
      Math.max(1, this.rows - 1) + (this.round("y") ? 1 : 0),
    ];
    this.width = this.spans[0] * this.grid_cell;
    this.depth = this.spans[1] * this.grid_cell;
    this.layers = scene.layers.map((facts) => new Layer(facts, stored, thin));
    this.lines = [];
    this.points = [];
    this.decoder = new Decoder();
  }

  layer(name) {
    return this.layers.find((layer) => layer.name === name) ?? null;
  }

  role(role) {
    return this.layer(this.scene.roles[role]);
  }

  round(axis) {
    return this.wrap === axis || this.wrap === "both";
  }

  // Cells of the world to cells of the file's grid, and km from the world's middle to either.
  to_grid(column, row) {
    return [(column - this.origin[0]) / this.every, (row - this.origin[1]) / this.every];
  }

  grid_of(x, z) {
    return [x / this.grid_cell + this.spans[0] / 2, z / this.grid_cell + this.spans[1] / 2];
  }

  km_of(i, j) {
    return [(i - this.spans[0] / 2) * this.grid_cell, (j - this.spans[1] / 2) * this.grid_cell];
  }

  // The height at a place of the world, in the unit of its layer.
  height(column, row) {
    return this.heights.bicubic(...this.to_grid(column, row));
  }

  // Heights in km, without exaggeration.
  up(height) {
    return (height - this.zero) * this.scale;
  }

  async #open_heights() {
    const layer = this.role("height");
    if (!layer) throw new Error("This page's world has no heights.");
    await layer.decode(this.decoder);
    const values = without_gaps(layer.values, this.columns);
    this.heights = new Field(values, this.columns, this.rows, this.wrap);
    let lowest = Infinity;
    let highest = -Infinity;
    for (const value of values) {
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
    }
    Object.assign(this, { lowest, highest });
    // Where the file does not say, heights without a unit are drawn as if their range were an eighth of the width.
    const { metres, sea } = this.scene.height ?? {};
    const kilometres = { m: 0.001, km: 1 }[layer.unit];
    this.measured = sea ?? kilometres !== undefined;
    this.scale = metres ? metres / 1000 : kilometres ?? Math.max(this.width, this.depth) / 8 / (highest - lowest || 1);
    this.zero = this.measured ? 0 : lowest;
    this.sea = this.measured && lowest < 0;
  }

  async #open_rest() {
    const { scene, decoder } = this;
    const first = [scene.roles.temperature, scene.roles.lake, "biomes"];
    const waiting = this.layers.filter((layer) => !layer.decoded);
    const soon = ({ name, kind }) => 2 * (kind === "colour" || first.includes(name)) + (kind === "class");
    waiting.sort((a, b) => soon(b) - soon(a));
    const layers = waiting.map((layer) => (layer.ready = layer.decode(decoder)));
    [this.lines, this.points] = await Promise.all(
      [scene.lines, scene.points].map((tables) => Promise.all((tables ?? []).map((table) => open_table(table, decoder)))));
    await Promise.all(layers);
    decoder.end();
  }
}

// Cells without a height take that of the nearest one before them in their row, else the lowest.
function without_gaps(values, width) {
  if (!values.some(Number.isNaN)) return values;
  let lowest = values.reduce((least, value) => (value < least ? value : least), Infinity);
  if (lowest === Infinity) lowest = 0;
  for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) values[i] = i % width ? values[i - 1] : lowest;
  return values;
}
