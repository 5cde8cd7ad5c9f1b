// SPDX-License-Identifier: Apache-2.0
// Worlds that start from a heightmap: the file for the engine, and a config that reads it.
import {decode} from './npm/bundle/tiff.js';

const mostSide = 1025;  // cells; a larger picture is sampled
const degree = 6371000 * Math.PI / 180;  // metres of latitude
const scaleTag = 33550, cornerTag = 33922, keysTag = 34735, nodataTag = 42113;  // of GeoTIFF and GDAL

// {columns, rows, samples, cell, metres}: `metres`, heights; else shares of the largest sample. `cell`: metres a cell.
function samplesOfTiff(bytes) {
  const [page] = decode(bytes, {pages: [0]});
  const {width: columns, height: rows, samplesPerPixel: channels, bitsPerSample: bits, sampleFormat, fields} = page;
  const isSigned = sampleFormat === 2, isFloat = sampleFormat === 3;
  const data = isSigned ? new (bits === 8 ? Int8Array : Int16Array)(page.data.buffer) : page.data;
  const scale = fields.get(scaleTag), metres = isFloat || isSigned || Boolean(scale);
  const nodata = parseFloat(fields.get(nodataTag));
  const samples = new Float32Array(columns * rows);
  for (let i = 0; i < samples.length; ++i) {
    const sample = data[i * channels];
    samples[i] = sample === nodata ? NaN : metres ? sample : sample / (2 ** bits - 1);
  }
  return {columns, rows, samples, metres, ...cellOf(fields, scale, rows)};
}

// Of a GeoTIFF: metres a cell from north to south, how many times as wide a cell is, and the latitude of the middle.
function cellOf(fields, scale, rows) {
  if (!scale) return {cell: null, wide: 1};
  const keys = Array.from(fields.get(keysTag) ?? []), model = keys.findIndex((key, i) => i % 4 === 0 && key === 1024);
  if (model < 0 || keys[model + 3] !== 2) return {cell: scale[1], wide: scale[0] / scale[1]};
  const latitude = (fields.get(cornerTag)?.[4] ?? 0) - scale[1] * rows / 2;
  return {cell: scale[1] * degree, wide: scale[0] / scale[1] * Math.cos(latitude * Math.PI / 180), latitude};
}

const sizeOfPng = (bytes) => {
  const view = new DataView(bytes.buffer);
  return {columns: view.getUint32(16), rows: view.getUint32(20)};
};

const round = (value) => Number(value.toPrecision(4));

// {path, content, text}: what lies beside the config, and the config. `name` is a word.
export function worldOfPicture(name, ending, bytes) {
  const isTiff = /^\.tiff?$/i.test(ending);
  const picture = isTiff ? samplesOfTiff(bytes) : {...sizeOfPng(bytes), wide: 1, metres: false};
  const {columns, rows, samples, metres, latitude} = picture;
  const part = Math.min(1, (mostSide - 1) / (Math.max(columns * picture.wide, rows) - 1));
  const width = Math.round((columns - 1) * picture.wide * part) + 1, height = Math.round((rows - 1) * part) + 1;
  const cell = round((picture.cell ?? 100) / part);
  let low = Infinity, high = -Infinity;
  for (const sample of samples ?? []) {
    if (sample < low) low = sample;
    if (sample > high) high = sample;
  }
  const path = isTiff ? name + '.f32' : name + '.png';
  const reads = [`file: ${path}`, isTiff ? `encoding: f32, columns: ${columns}, rows: ${rows}, nodata: nearest` : '', metres ? 'unit: m' : '',
    width === columns && height === rows ? '' : 'resample: linear'].filter(Boolean).join(', ');
  const [knobs, stages] = metres
    ? [`  sea: {value: ${round(Math.max(0, low))} m, range: [${Math.floor(low)} m, ${Math.ceil(high)} m], doc: "Height of the sea."}`,
      `  land: {use: shape.formula@1, in: {a: drawn, level: $sea}, with: {formula: "a - level"}}`]
    : [`  sea: {value: 20 %, range: [0 %, 100 %], doc: "Share of the map under the sea."}
  peak: {value: 2000 m, range: [10 m, 8000 m], doc: "Height of the largest sample."}`,
      `  sea: {use: sea.level@1, in: {height: drawn}, with: {percentile: $sea}}
  land: {use: shape.metres@1, in: {height: drawn, level: sea.level}, with: {peak: $peak}}`];
  return {path, content: isTiff ? new Uint8Array(samples.buffer) : bytes, text: `# Starts from the heights of ${name}${ending}.${isTiff ? ` The program reads the .tif too, as file: ${name}${ending} without encoding, columns and rows.` : ''}
terrawright: 1
name: ${name}
world: {size: [${width}, ${height}], cell: ${cell} m, seed: 1${latitude === undefined ? '' : `, latitude: ${latitude.toFixed(2)} deg`}}
knobs:
${knobs}
stages:
  drawn: {use: source.image@1, with: {${reads}}}
${stages}
  relief: {use: view.relief@1, in: {height: land}}
outputs:
  - {file: "{name}.exr", layers: {height: land}}
  - {file: "{name}.png", layers: {relief: relief}}
`};
}
