// SPDX-License-Identifier: Apache-2.0
// Files in and out of the page: configs and heightmaps that are opened or dropped, and the shown layer in other formats.
import {find, load} from '../page/cells.js';
import {button, make} from '../page/elements.js';
import {uncommented} from './home.js';
import {worldOfPicture} from './picture.js';

const formats = ['.yaml', '.png', '.exr', '.tif', '.glb'];

function download(name, content) {
  const link = make('a', {href: URL.createObjectURL(new Blob([content])), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// The text of a config. An error says which file has none.
function textOf({name, bytes}) {
  const [one, next] = bytes, marked = one + next === 0xff + 0xfe;  // the mark of the order of its bytes
  if (marked || (bytes.length > 1 && (one === 0) !== (next === 0))) throw new Error(`${name} is UTF-16, not UTF-8: save it as UTF-8`);
  try { return new TextDecoder('utf-8', {fatal: true}).decode(bytes); } catch { throw new Error(`${name} is not UTF-8: save it as UTF-8`); }
}

export class Files {
  constructor(editor, program) {
    this.editor = editor;
    this.program = program;
    this.beside = new Set();  // names of files from outside
    this.last = [];  // what was dropped last
    program.listen(() => queueMicrotask(() => this.place()));
    const input = make('input', {type: 'file', accept: '.yaml,.yml,.tif,.tiff,.png,.f32,.geojson', multiple: true, hidden: true});
    input.onchange = () => { this.takeAll([...input.files]); input.value = ''; };
    this.opening = make('span', {}, button('Open', () => input.click()), input);
    this.saving = make('select', {id: 'save', 'aria-label': 'Save'}, make('option', {value: ''}, 'Save \u2026'),
      ...formats.map((ending) => make('option', {value: ending}, ending)));
    this.saving.onchange = () => {
      const ending = this.saving.value;
      this.saving.value = '';
      this.save(ending);
    };
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {  // before the text, which would take a file's content in too
      if (event.dataTransfer.files.length === 0 && event.target.closest?.('config-text')) return;
      event.preventDefault();
      event.stopPropagation();
      this.takeAll([...event.dataTransfer.files]);
    }, true);
  }

  // A config may come with the heightmaps and parts that it reads. It is the one that no other config names.
  async takeAll(files) {
    const isConfig = ({name}) => /\.ya?ml$/i.test(name), isRaw = ({name}) => /\.f32$/i.test(name), all = [];
    try {
      for (const file of files) all.push({name: file.name, bytes: new Uint8Array(await file.arrayBuffer())});
    } catch {
      return this.editor.say(`${files[all.length].name} cannot be read: it is a folder, or too large, or it has changed`);
    }
    const configs = all.filter(isConfig);
    try {
      for (const one of configs) one.text = textOf(one);
    } catch (error) {
      return this.editor.say(error.message);
    }
    this.last = all;
    if (configs.every(this.wanted, this) && all.some(this.wanted, this)) return this.place();
    const first = configs.find(({name}) => !configs.some((other) => other.name !== name && uncommented(other.text).includes(name))) ?? configs[0] ??
      all.find((one) => !isRaw(one)) ?? all[0];
    if (!first) return;
    const rest = all.filter((one) => one !== first), isUsed = (one) => configs.length > 0 || isRaw(one);
    for (const one of rest.filter(isUsed)) this.put(one.name, one.text ?? one.bytes);
    const unused = rest.filter((one) => !isUsed(one)).map(({name}) => name).join(' and ');
    const alone = unused && `the world starts from ${first.name} alone: to use ${unused} too, drop them with a config that names them`;
    const sentence = this.take(first) || alone;
    if (sentence) this.editor.say(sentence);
  }

  // Whether the world lacks a file of this name.
  wanted({name}) { return this.program.state?.problems.some(({unread}) => unread?.split('/').at(-1) === name); }

  // Files of the last drop go where the world looks for them.
  place() {
    const {busy, problems} = this.program.state, there = this.program.files;
    const placed = busy ? [] : problems.filter(({unread}) => {
      const one = this.last.find(({name}) => name === unread?.split('/').at(-1)), content = one?.text ?? one?.bytes;
      if (!one || there[unread] === content) return false;
      this.put(unread, content);
      return true;
    });
    if (placed.length > 0) this.editor.rebuild();
  }

  put(path, content) {
    this.program.put(path, content);
    this.beside.add(path);
  }

  // Returns why it cannot be opened, if so.
  take({name: file, bytes, text: config}) {
    const [, stem, ending = ''] = file.match(/^(.*?)(\.\w+)?$/s);
    const name = stem.normalize('NFD').replace(/\p{M}/gu, '').replace(/[^\w-]+/g, '_').replace(/^[_-]+/, '').slice(0, 90) || 'map';
    try {
      if (config !== undefined) return this.editor.open(name + ending, config);
      if (/^\.f32$/i.test(ending)) {
        this.put(file, bytes);
        return this.editor.rebuild();
      }
      if (!/^\.(tiff?|png)$/i.test(ending)) return 'a .yaml, .tif, .png or .f32 file is expected';
      const {path, content, text} = worldOfPicture(name, file.replace(/\s/g, ' '), bytes);
      this.put(path, content);
      this.editor.open(name + '.yaml', text);
    } catch (error) {
      return `${file} cannot be read: ${error.message}`;
    }
  }

  async save(ending) {
    try {
      if (ending === '.yaml') return await this.saveText();
      const {shown, failed} = this.program.state ?? {}, layer = find(shown, document.body.dataset.layer) ?? shown?.layers[0];
      if (!layer || failed) return this.editor.say('only a world without errors can be saved');
      const name = `${shown.name}-${layer.name}${ending}`;
      if (ending === '.png') return (await load(shown, layer)).canvas.toBlob((blob) => download(name, blob), 'image/png');
      this.editor.say(`${name} is written`);
      download(name, await this.written(name, shown, ending === '.glb' ? meshOf(shown, layer) : `layers: {${entry(layer)}}`));
    } catch (error) {
      this.editor.say(error.message);
    }
  }

  // The config, and the files from outside that it reads.
  async saveText() {
    const problem = await this.editor.settle(), {name, built} = this.editor;
    if (problem) return this.editor.say(problem);
    download(name, built);
    for (const file of this.editor.beside()) download(file.split('/').at(-1), this.program.files[file]);
  }

  written(file, world, output) {
    const {file: config, text, knobs, seed} = this.program.jobs.get(world.number);
    const set = Object.entries(knobs).map(([knob, value]) => `knobs.${knob}=${value}`);
    return this.program.write({config, text, set, seed: seed ?? undefined, file, output: `{file: "${file}", ${output}}`});
  }
}

const entry = (layer) => `${layer.name.replaceAll('.', '_')}: ${layer.title}`;

// The shown heights, or the first ones, under the world's picture. The triangles keep a 500th of the relief.
function meshOf(world, shown) {
  const height = [shown, ...world.layers].find((layer) => layer.kind === 'height' && layer.unit === 'm');
  const picture = [shown, ...world.layers].find((layer) => layer.kind === 'colour');
  if (!height) throw new Error('a .glb file needs a layer of heights in metres');
  const error = Math.max(0.01, (height.maximum - height.minimum) / 500).toFixed(2);
  return `layers: {height: ${height.title}}, ${picture ? `texture: ${picture.title}, ` : ''}error: ${error} m`;
}
