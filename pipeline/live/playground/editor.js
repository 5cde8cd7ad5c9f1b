// SPDX-License-Identifier: Apache-2.0
// The config beside the world: its text, the ways in and out, and the digest of what is shown.
import {find, load} from '../page/cells.js';
import {button, make, seconds} from '../page/elements.js';
import {linkOfText} from './link.js';
import {ConfigText} from './text/text.js';

const rests = 500;  // milliseconds without a key, after which the text is built

// A word as a shell reads it.
const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

function save(name, blob) {
  const link = make('a', {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export class Editor {
  constructor(main, program, worlds, hints) {
    this.program = program;
    this.worlds = worlds;
    this.config = new ConfigText(hints);
    this.said = make('span', {className: 'soft', role: 'status'});
    this.bits = make('p', {id: 'bits'});
    this.choice = make('select', {'aria-label': 'A world to start from'},
      make('option', {value: ''}, 'Start from \u2026'),
      ...Object.keys(worlds).filter((name) => !name.includes('/')).map((name) => make('option', {value: name}, name.replace('.yaml', ''))));
    this.choice.onchange = () => {
      if (this.choice.value) this.open(this.choice.value, worlds[this.choice.value]);
      this.choice.value = '';
    };
    const file = make('input', {type: 'file', accept: '.yaml,.yml', hidden: true});
    file.onchange = () => { if (file.files[0]) this.take(file.files[0]); };
    main.prepend(make('section', {id: 'editor', 'aria-label': 'Config'},
      make('div', {className: 'head'}, this.choice, button('Open', () => file.click()),
        button('Copy as link', () => this.copyLink(), {id: 'copy-link'}), button('Save .yaml', () => this.saveText(), {id: 'save-yaml'}),
        button('Save .png', () => this.savePicture(), {id: 'save-png'}), file, this.said),
      this.config, this.bits));
    document.body.append(make('nav', {id: 'thumbs', 'aria-label': 'Parts of the page'},
      ...[['World', 'large'], ['Knobs', 'knobs'], ['Layers', 'layers'], ['Text', 'editor']].map(([name, id]) =>
        button(name, () => document.getElementById(id).scrollIntoView({behavior: 'smooth'})))));
    this.listen();
    program.onText = (text) => this.put(text);
    program.listen((state) => this.show(state));
    new MutationObserver(() => { if (program.state) this.show(program.state); }).observe(document.body, {attributeFilter: ['data-layer']});
  }

  listen() {
    this.config.addEventListener('input', () => {
      clearTimeout(this.later);
      this.later = setTimeout(() => this.build(), rests);
    });
    this.config.addEventListener('build', () => {
      this.built = null;
      this.build();
    });
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      if (event.dataTransfer.files[0]) this.take(event.dataTransfer.files[0]);
    });
  }

  async take(file) {
    if (!/\.ya?ml$/i.test(file.name)) return this.say('a .yaml file is expected');
    this.open(file.name.replace(/[^\w.-]/g, '_'), await file.text());
  }

  // Another world: what was turned in the last one is not its own.
  open(name, text) {
    this.name = name;
    const {state} = this.program;
    if (state?.seed.turned) this.program.ask('seed', {seed: ''});
    for (const knob of state?.knobs ?? []) if (knob.turned !== undefined) this.program.ask('turn', {knob: knob.name, value: ''});
    if (state?.look.length) this.program.ask('look', {titles: []});
    this.built = null;
    this.put(text);
    this.build();
  }

  put(text) {
    this.config.setText(text);
    this.built = this.config.text();
  }

  build() {
    clearTimeout(this.later);
    const text = this.config.text();
    if (this.built === text && this.sent) return;
    this.sent = true;
    this.built = text;
    this.program.text(this.name, this.built);
  }

  say(sentence) {
    this.said.textContent = sentence;
    clearTimeout(this.silence);
    this.silence = setTimeout(() => { this.said.textContent = ''; }, 4000);
  }

  // Everything that was turned goes into the text.
  async settle() {
    this.build();
    const {state} = this.program;
    const turned = (state?.knobs ?? []).filter((knob) => knob.turned !== undefined).map((knob) => ({knob: knob.name}));
    if (state?.seed.turned) turned.push({seed: true});
    for (const one of turned) {
      const problem = await this.program.ask('write', one);
      if (problem) this.say(problem);
    }
  }

  async copyLink() {
    await this.settle();
    location.hash = await linkOfText(this.config.text());
    try {
      await navigator.clipboard.writeText(location.href);
      this.say('the link is copied');
    } catch {
      this.say('the link is in the address bar');
    }
  }

  async saveText() {
    await this.settle();
    save(this.name, new Blob([this.config.text()], {type: 'application/yaml'}));
  }

  async savePicture() {
    const {shown} = this.program.state ?? {}, layer = find(shown, document.body.dataset.layer) ?? shown?.layers[0];
    if (!layer) return this.say('no world is built yet');
    const {canvas} = await load(shown, layer);
    canvas.toBlob((blob) => save(`${shown.name}-${layer.name}.png`, blob), 'image/png');
  }

  // Errors and warnings under their lines, and how to make the same bits elsewhere.
  show(state) {
    const key = JSON.stringify(state.problems), isBuilt = this.config.text() === this.built;
    if (isBuilt && key !== this.shownProblems) this.config.problems(state.problems.filter((one) => one.line && one.file === this.name));
    this.shownProblems = isBuilt ? key : null;
    const {shown} = state;
    document.body.dataset.digest = shown?.layers.map((layer) => `${layer.title}:${layer.digest}`).join(' ') ?? '';
    if (!shown) return;
    const layer = find(shown, document.body.dataset.layer) ?? shown.layers[0];
    const sets = state.knobs.filter((knob) => knob.turned !== undefined).map((knob) => ` --set ${quoted(`knobs.${knob.name}=${knob.turned}`)}`);
    const seed = state.seed.turned ? ` --seed ${quoted(state.seed.turned)}` : '';
    this.bits.replaceChildren(`${seconds(shown.seconds)} \u00b7 ${layer?.name ?? ''} `, make('code', {}, layer?.digest ?? ''),
      ' \u00b7 the same bits at home: ', make('code', {}, `terrawright build ${quoted(this.name)}${seed}${sets.join('')}`),
      ', with this digest as xxh3_128 in the manifest');
  }
}
