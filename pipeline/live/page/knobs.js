// SPDX-License-Identifier: Apache-2.0
// Knobs as sliders and choices: while one moves a preview, when it rests the whole.
import {button, make, plain} from './elements.js';
import {ask} from './program.js';

const still = 600;  // milliseconds without a move, after which a slider that is held rests

// One question at a time, the newest of those that wait.
class Turner {
  constructor(name) { this.name = name; }
  turn(value, rest) {
    clearTimeout(this.later);
    this.waiting = {value, rest};
    if (!rest) this.later = setTimeout(() => this.turn(value, true), still);
    if (!this.busy) this.go();
  }
  async go() {
    this.busy = true;
    while (this.waiting) {
      const {value, rest} = this.waiting;
      this.waiting = null;
      await ask('turn', {knob: this.name, value, rest});
    }
    this.busy = false;
  }
}

class Knob {
  constructor(facts) {
    this.name = facts.name;
    this.turner = new Turner(facts.name);
    const id = 'knob-' + facts.name;
    this.label = make('label', {for: id}, facts.name.replaceAll('_', ' '));
    this.text = make('input', {type: 'text', id: facts.type === 'number' ? id + '-text' : id, spellcheck: false,
      'aria-label': facts.name + ', as the config writes it'});
    this.text.onchange = () => this.turner.turn(this.text.value.trim(), true);
    this.doc = make('p', {id: id + '-doc'});
    this.problem = make('p', {className: 'bad', hidden: true});
    this.was = make('span', {className: 'soft'});
    this.after = make('div', {className: 'row after', hidden: true}, this.was,
      button('back', () => this.turner.turn('', true)),
      button('write', async () => this.complain(await ask('write', {knob: this.name})), {className: 'main', title: 'Put the value into the file'}));
    const parts = [];
    if (facts.type === 'number') {
      this.slider = make('input', {type: 'range', id, 'aria-describedby': id + '-doc'});
      this.slider.oninput = () => this.moved(false);
      this.slider.onchange = () => this.moved(true);
      this.low = make('span');
      this.high = make('span');
      parts.push(make('div', {className: 'row'}, this.label, this.text), this.slider,
        make('div', {className: 'ends'}, this.low, this.high));
    } else if (facts.type === 'choice') {
      this.choice = make('select', {id, 'aria-describedby': id + '-doc'}, ...facts.choices.map((word) => make('option', {}, word)));
      this.choice.onchange = () => this.turner.turn(this.choice.value, true);
      parts.push(make('div', {className: 'row'}, this.label, this.choice));
    } else {
      this.text.disabled = facts.type === 'none';
      parts.push(make('div', {className: 'row'}, this.label, this.text));
    }
    this.element = make('div', {className: 'knob', 'data-name': facts.name}, ...parts, this.doc, this.problem, this.after);
  }

  moved(rest) {
    const {step, suffix} = this.facts, text = plain(Number(this.slider.value), step) + suffix;
    this.text.value = text;
    this.slider.setAttribute('aria-valuetext', text);
    this.held = !rest;
    this.turner.turn(text, rest);
  }

  complain(sentence) {
    this.problem.textContent = sentence;
    this.problem.hidden = !sentence;
  }

  show(facts) {
    this.facts = facts;
    const value = facts.turned ?? facts.value;
    this.element.classList.toggle('turned', facts.turned !== undefined);
    this.after.hidden = facts.turned === undefined;
    this.was.textContent = facts.fixed ?? 'written: ' + facts.value;
    this.after.lastChild.disabled = Boolean(facts.fixed);
    this.doc.textContent = facts.doc;
    if (facts.turned === undefined) this.complain('');
    if (this.turner.busy || this.held) return;  // a hand is on it
    if (document.activeElement !== this.text) this.text.value = value;
    if (this.choice) this.choice.value = value;
    if (!this.slider) return;
    Object.assign(this.slider, {min: facts.low, max: facts.high, step: facts.step});
    this.slider.value = parseFloat(value);
    this.slider.setAttribute('aria-valuetext', value);
    this.low.textContent = plain(facts.low, facts.step) + facts.suffix;
    this.high.textContent = plain(facts.high, facts.step) + facts.suffix;
  }
}

export class Knobs {
  constructor(element) {
    this.element = element;
    this.knobs = new Map();
  }
  show(all) {
    const key = JSON.stringify(all.map((facts) => [facts.name, facts.type, facts.choices]));
    if (key !== this.key) {
      this.key = key;
      this.knobs = new Map(all.map((facts) => [facts.name, new Knob(facts)]));
      this.element.replaceChildren(...[...this.knobs.values()].map((knob) => knob.element));
      if (all.length === 0)
        this.element.append(make('p', {className: 'empty'}, 'This world has no knobs. A config names the few values that one turns under ', make('code', {}, 'knobs:'), '.'));
    }
    for (const facts of all) this.knobs.get(facts.name).show(facts);
  }
}
