// SPDX-License-Identifier: Apache-2.0
// The config beside the world: its text and the ways in and out.
import {button, make} from '../page/elements.js';
import {Files} from './files.js';
import {Home} from './home.js';
import {linkOfText} from './link.js';
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
    const files = new Files(this, program);
    main.prepend(make('section', {id: 'editor', 'aria-label': 'Config'},
      make('div', {className: 'head'}, this.choice, files.opening,
        button('Copy as link', () => this.copyLink(), {id: 'copy-link'}), files.saving, this.said),
      this.config, new Home(this, program).element));
    document.body.append(make('nav', {id: 'thumbs', 'aria-label': 'Parts of the page'},
      ...[['World', 'large'], ['Knobs', 'knobs'], ['Layers', 'layers'], ['Text', 'editor']].map(([name, id]) =>
        button(name, () => document.getElementById(id).scrollIntoView({behavior: 'smooth'})))));
    this.listen();
    program.onText = (text) => this.put(this.name, text, true);
    program.listen((state) => this.show(state));
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
  }

  // Another world: what was turned in the last one is not its own.
  open(name, text) {
    const {state} = this.program;
    if (state?.seed.turned) this.program.ask('seed', {seed: ''});
    for (const knob of state?.knobs ?? []) if (knob.turned !== undefined) this.program.ask('turn', {knob: knob.name, value: ''});
    if (state?.look.length) this.program.ask('look', {titles: []});
    this.put(name, text);
    this.build();
  }

  put(name, text, isBuilt = false) {
    this.name = name;
    this.config.setText(text);
    this.built = isBuilt ? this.config.text() : null;
  }

  build() {
    clearTimeout(this.later);
    const text = this.config.text();
    if (this.built === text || !this.program.session) return;
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

  // Errors and warnings under their lines.
  show(state) {
    const key = JSON.stringify(state.problems), isBuilt = this.config.text() === this.built;
    if (isBuilt && key !== this.shownProblems) this.config.problems(state.problems.filter((one) => one.line && one.file === this.name));
    this.shownProblems = isBuilt ? key : null;
  }
}
