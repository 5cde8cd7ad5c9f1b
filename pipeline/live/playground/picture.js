// SPDX-License-Identifier: Apache-2.0
// Worlds that start from a heightmap: the file for the engine, and a config that reads it.
import {decode} from './npm/bundle/tiff.js';

const mostSide = 1025;  // cells; a larger picture is sampled
const degree = 6371000 * Math.PI / 180;  // metres of latitude
const scaleTag = 33550, cornerTag = 33922, keysTag = 34735, nodataTag = 42113;  // of GeoTIFF and GDAL
const feet = {9002: 0.3048, 9003: 1200 / 3937};  // metres, by the numbers of GeoTIFF
const convert = '; gdal_translate -b 1 -ot Float32 -co COMPRESS=DEFLATE in.tif out.tif writes one that is read';
const demand = (isTrue, sentence) => { if (!isTrue) throw new Error(sentence); };
const bandsIn = (bands) => `it has ${bands} bands, and a heightmap has one`;

// The file with other values of tags of its first picture.
function withTags(bytes, tags) {
  const copy = bytes.slice(), view = new DataView(copy.buffer), isLittle = copy[0] === 0x49, begin = view.getUint32(4, isLittle) + 2;
  for (let at = begin; at < begin + 12 * view.getUint16(begin - 2, isLittle); at += 12) {
    const value = tags[view.getUint16(at, isLittle)];
    if (value === undefined) continue;
    view.setUint16(at + 2, 4, isLittle);  // one number of 32 bits
    view.setUint32(at + 4, 1, isLittle);
    view.setUint32(at + 8, value, isLittle);
  }
  return copy;
}

// Its samples. A predictor starts again in each tile, and only compressed files have one. `decode` undoes it over whole rows
// of any file, so it gets a file without one.
function samplesWithout(predictor, bytes, {width: columns, height: rows, fields}) {
  const side = fields.get(322) ?? columns, wide = Math.ceil(columns / side) * side;
  const tags = predictor === 3 ? {256: 4 * wide, 258: 8, 322: 4 * side, 339: 1} : {};
  const [{data}] = decode(withTags(bytes, {317: 1, ...tags}), {pages: [0]});
  if (predictor === 2) for (let i = 1; i < data.length; ++i) if (i % columns % side > 0) data[i] += data[i - 1];
  if (predictor !== 3) return data;
  const bits = new Uint32Array(columns * rows);  // of floats; a tile's row has all first bytes, then all second ones
  for (let i = 0; i < data.length; ++i) if (i % (4 * side) > 0) data[i] += data[i - 1];
  for (let i = 0; i < bits.length; ++i) {
    const column = i % columns, at = 4 * (wide * Math.floor(i / columns) + column - column % side) + column % side;
    bits[i] = data[at] << 24 | data[at + side] << 16 | data[at + 2 * side] << 8 | data[at + 3 * side];
  }
  return new Float32Array(bits.buffer);
}

// The first picture of the file. `begin`: the first four bytes as text.
function pageOfTiff(bytes, begin) {
  demand(begin[2] !== '+' && begin[3] !== '+', 'BigTIFF is not read' + convert);
  try {
    const [page] = decode(bytes, {pages: [0], ignoreImageData: true});
    const {fields, bitsPerSample: bits, sampleFormat: format, samplesPerPixel: bands, type} = page;
    const compression = fields.get(259) ?? 1, predictor = compression === 1 ? 1 : page.predictor;
    demand(bands === 1, bandsIn(bands) + convert);
    demand(type < 2, 'its samples are colours' + convert);
    demand([8, 16].includes(bits) || bits === 32 && format === 3, `samples of ${bits} bits${format === 3 ? '' : ' that are whole numbers'} are not read${convert}`);
    const list = (...tags) => tags.flatMap((tag) => { const found = fields.get(tag) ?? []; return found.length === undefined ? found : [...found]; });
    const sizes = list(279, 325);  // of strips and tiles, and where they begin
    demand(list(273, 324).every((from, i) => from + (sizes[i] ?? 0) <= bytes.length), 'the file is cut off');
    demand([1, 5, 8, 32946].includes(compression), 'its compression is not read' + convert);
    demand(predictor === 1 || type === 1 && (bits === 32 ? predictor === 3 : predictor === 2), 'its predictor is not read' + convert);
    page.data = samplesWithout(predictor, bytes, page);
    return page;
  } catch (error) {
    throw /^(it|the) |not read/.test(error.message) ? error : new Error('the file is damaged, or of a kind that is not read' + convert);
  }
}

// {columns, rows, samples, cell, metres}: `metres`, heights; else shares of the largest sample. `cell`: metres a cell.
function samplesOfTiff(bytes, begin) {
  const {width: columns, height: rows, bitsPerSample: bits, sampleFormat, fields, data: read} = pageOfTiff(bytes, begin);
  const isSigned = sampleFormat === 2, isFloat = sampleFormat === 3;
  const data = isSigned ? new (bits === 8 ? Int8Array : Int16Array)(read.buffer) : read;
  const scale = fields.get(scaleTag), nodata = parseFloat(fields.get(nodataTag)), samples = new Float32Array(columns * rows);
  const metres = Boolean(scale) || isSigned || isFloat && data.some((sample) => (sample > 1 || sample < 0) && isFinite(sample) && sample !== nodata);
  const unit = metres ? feet[keyOf(fields, 4099)] ?? 1 : isFloat ? 1 : 1 / (2 ** bits - 1);
  for (let i = 0; i < samples.length; ++i) samples[i] = data[i] === nodata || !isFinite(data[i]) ? NaN : data[i] * unit;
  return {columns, rows, samples, metres, ...cellOf(fields, scale, rows)};
}

// A GeoKey: its number where it holds one.
function keyOf(fields, key) {
  const keys = Array.from(fields.get(keysTag) ?? []), at = keys.findIndex((one, i) => i % 4 === 0 && i > 0 && one === key);
  return keys[at + 3];
}

// Of a GeoTIFF: metres a cell from north to south, how many times as wide a cell is, and the latitude of the middle.
function cellOf(fields, scale, rows) {
  if (!scale) return {cell: null, wide: 1};
  if (keyOf(fields, 1024) !== 2) return {cell: scale[1] * (feet[keyOf(fields, 3076)] ?? 1), wide: scale[0] / scale[1]};
  const latitude = (fields.get(cornerTag)?.[4] ?? 0) - scale[1] * rows / 2;
  return {cell: scale[1] * degree, wide: scale[0] / scale[1] * Math.cos(latitude * Math.PI / 180), latitude};
}

const sizeOfPng = (bytes) => {
  demand(bytes.length > 32, 'the file is cut off');
  demand(bytes[25] === 0, bytes[25] === 3 ? 'its samples are colours, and a heightmap is grey' : bandsIn([,, 3,, 2,, 4][bytes[25]]));
  const view = new DataView(bytes.buffer);
  return {columns: view.getUint32(16), rows: view.getUint32(20)};
};

const round = (value) => Number(value.toPrecision(4));

// {path, content, text}: what lies beside the config, and the config. `name` is a word.
export function worldOfPicture(name, original, bytes) {
  demand(bytes.length > 0, 'the file is empty');
  const begin = String.fromCharCode(...bytes.subarray(0, 4)), isTiff = /^(II|MM)/.test(begin);
  demand(isTiff || begin === '\x89PNG', 'it holds neither a .tif nor a .png');
  const picture = isTiff ? samplesOfTiff(bytes, begin) : {...sizeOfPng(bytes), wide: 1, metres: false};
  const {columns, rows, samples, metres, latitude} = picture;
  const part = Math.min(1, (mostSide - 1) / (Math.max(columns * picture.wide, rows) - 1));
  const width = Math.round((columns - 1) * picture.wide * part) + 1, height = Math.round((rows - 1) * part) + 1;
  const cell = round((picture.cell ?? 100) / part);
  let low = Infinity, high = -Infinity;
  for (const sample of samples ?? []) {
    if (sample < low) low = sample;
    if (sample > high) high = sample;
  }
  demand(!isTiff || low <= high, 'it holds no heights');
  const sea = Math.floor(Math.max(0, low)), bottom = Math.min(Math.floor(low), sea);
  const path = isTiff ? name + '.f32' : name + '.png';
  const reads = [`file: ${path}`, isTiff ? `encoding: f32, columns: ${columns}, rows: ${rows}, nodata: nearest` : '', metres ? 'unit: m' : '',
    width === columns && height === rows ? '' : 'resample: linear'].filter(Boolean).join(', ');
  const [knobs, stages] = metres
    ? [`  sea: {value: ${sea} m, range: [${bottom} m, ${Math.max(Math.ceil(high), sea, bottom + 1)} m], doc: "Height of the sea."}`,
      `  land: {use: shape.formula@1, in: {a: drawn, level: $sea}, with: {formula: "a - level"}}`]
    : [`  sea: {value: 20 %, range: [0 %, 100 %], doc: "Share of the map under the sea."}
  peak: {value: 2000 m, range: [10 m, 8000 m], doc: "Height of the largest sample."}`,
      `  sea: {use: sea.level@1, in: {height: drawn}, with: {percentile: $sea}}
  land: {use: shape.metres@1, in: {height: drawn, level: sea.level}, with: {peak: $peak}}`];
  return {path, content: isTiff ? new Uint8Array(samples.buffer) : bytes, text: `# Starts from the heights of ${original}.${isTiff ? ` The program reads the .tif too, as file: ${original} without encoding, columns and rows.` : ''}
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
