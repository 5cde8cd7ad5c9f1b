// SPDX-License-Identifier: Apache-2.0
// The config beside the world: its text and the ways in and out.
import {beside, button, make} from '../page/elements.js';
import {Files} from './files.js';
import {Home, filesOf} from './home.js';
import {isLarge, linkOfText, worldOf} from './link.js';
import {ConfigText} from './text/text.js';

const rests = 500;  // milliseconds without a key, after which the text is built

export class Editor {
  constructor(main, program, worlds, hints) {
    this.program = program;
    this.worlds = worlds;
    this.config = new ConfigText(hints);
    this.said = make('span', {className: 'soft', role: 'status'});
    this.choice = make('select', {'aria-label': 'A world to start from'},
      make('option', {value: ''}, 'Start from \u2026'),
      ...Object.keys(worlds).filter((name) => !name.includes('/')).map((name) => make('option', {value: name}, name.replace('.yaml', ''))));
    this.choice.onchange = () => {
      if (this.choice.value) this.open(this.choice.value, worlds[this.choice.value]);
      this.choice.value = '';
    };
    const files = this.files = new Files(this, program);
    main.prepend(make('section', {id: 'editor', 'aria-label': 'Config'},
      make('div', {className: 'head'}, this.choice, files.opening,
        button('Copy as link', () => this.copyLink(), {id: 'copy-link'}), files.saving, this.said),
      make('p', {className: 'soft about'}, 'A text makes a world: edit it, or turn its knobs. This page builds it and sends nothing.'),
      this.config, document.getElementById('problems'), new Home(this, program).element));
    document.body.append(make('nav', {id: 'thumbs', 'aria-label': 'Parts of the page'},
      ...[['World', 'large'], ['Knobs', 'knobs'], ['Layers', 'layers'], ['Text', 'editor']].map(([name, id]) =>
        button(name, () => document.getElementById(id).scrollIntoView({behavior: 'smooth'})))));
    this.listen();
    program.onText = (text) => this.put(text);
    program.listen((state) => this.show(state));
  }

  listen() {
    this.config.addEventListener('input', () => {
      clearTimeout(this.later);
      this.later = setTimeout(() => this.build(), rests);
    });
    this.config.addEventListener('build', () => this.rebuild());
    addEventListener('hashchange', () => this.follow());
    addEventListener('beforeunload', (event) => { if (this.isLost()) event.preventDefault(); });
    beside.go = (line, column) => this.config.go(line, column);
  }

  // Whether a reload would lose something: what is typed last or turned, or files from outside.
  isLost() {
    const {state} = this.program, text = this.config.text();
    return text !== this.kept || this.beside().length > 0 || Boolean(state?.seed.turned) || Boolean(state?.knobs.some((knob) => knob.turned !== undefined));
  }

  // The files from outside that the text reads.
  beside() { return [...filesOf(this.name, this.config.text(), this.program.files).keys()].filter((file) => this.files.beside.has(file)); }

  // Opens the world of the address. Another address may come while it is unpacked.
  async follow() {
    const {hash} = location, world = hash === this.link ? null : await worldOf(hash, this.worlds);
    if (world && hash === location.hash) this.openLink(world);
  }

  // `isSent`: the program has it.
  openLink({name, text, hash, problem}, isSent) {
    this.link = hash;
    this.open(name, text, true, isSent);
    if (problem) this.say(`The link cannot be opened: ${problem}. This is the island.`);
  }

  // The address holds the text, so that a reload and Back find it. `isNew`: another world.
  async keep(isNew) {
    const text = this.config.text(), {hash} = location, link = await linkOfText(text).catch(() => '');
    if (!link || text !== this.config.text() || hash !== location.hash) return;  // another text or link is there
    this.kept = text;
    this.link = link;
    if (link !== hash) history[isNew ? 'pushState' : 'replaceState'](null, '', link);
  }

  // Another world: what was turned in the last one is not its own.
  open(name, text, isLinked = false, isSent = false) {
    this.name = beside.file = name;
    this.said.textContent = '';
    const {state} = this.program;
    if (state?.seed.turned) this.program.ask('seed', {seed: ''});
    for (const knob of state?.knobs ?? []) if (knob.turned !== undefined) this.program.ask('turn', {knob: knob.name, value: ''});
    if (state?.look.length) this.program.ask('look', {titles: []});
    this.config.open(text);
    this.shownProblems = null;
    if (isLinked) this.kept = this.config.text();
    else this.keep(true);
    if (!isSent) return this.rebuild(isLarge(text));
    this.built = this.config.text();
    this.build();
  }

  rebuild(isFirst = false) {
    this.built = null;
    this.build(isFirst);
  }

  put(text) {
    this.config.setText(text);
    this.built = this.config.text();
    this.keep();
  }

  build(isFirst = false) {
    clearTimeout(this.later);
    const text = this.config.text();
    this.isFirst = isFirst || this.isFirst;
    this.isNoted = false;
    if (this.built === text || !this.program.session) return this.program.state && this.show(this.program.state);
    this.built = text;
    this.program.text(this.name, text, this.isFirst);
    this.isFirst = false;
    if (this.kept !== text) this.keep();
  }

  say(sentence) {
    this.said.textContent = sentence;
    clearTimeout(this.silence);
    this.silence = setTimeout(() => { this.said.textContent = ''; }, 3000 + 80 * sentence.length);
  }

  // Everything that was turned goes into the text. Returns why a value cannot.
  async settle() {
    this.build();
    const {state} = this.program;
    const turned = (state?.knobs ?? []).filter((knob) => knob.turned !== undefined).map((knob) => ({knob: knob.name}));
    if (state?.seed.turned) turned.push({seed: true});
    for (const one of turned) {
      const problem = await this.program.ask('write', one);
      if (problem) return problem;
    }
    return '';
  }

  async copyLink() {
    const problem = await this.settle();
    if (problem) return this.say(problem);
    try { await linkOfText(this.config.text()); } catch (error) { return this.say(`the text is too long for a link: ${error.message}`); }
    await this.keep();
    const where = await (async () => navigator.clipboard.writeText(location.href))().then(() => 'is copied', () => 'is in the address bar'), file = this.beside().join(' and ');
    this.say(`the link ${where}${file ? `, but it does not hold ${file}: "Save .yaml" writes all of it, and the page opens the files together` : ''}`);
  }

  // Errors and warnings under their lines. A text that was pasted over them gets them again.
  show({problems, busy}) {
    const key = JSON.stringify(problems), isBuilt = this.config.text() === this.built;
    if (isBuilt && (key !== this.shownProblems || !busy && !this.isNoted)) {
      this.config.problems(problems.filter((one) => one.line && one.file === this.name));
      this.isNoted = !busy;
    }
    this.shownProblems = isBuilt ? key : null;
  }
}
