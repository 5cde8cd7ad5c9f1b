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

// A number with more digits than one reads gets four.
const tidy = (text) => text.replace(/\d+\.\d+/, (digits) => (digits.length > 8 ? String(Number(Number(digits).toPrecision(4))) : digits));

// A slider over more than three decades is logarithmic: 0 to 1000.
const isWide = ({low, high}) => low > 0 && high / low > 1000;

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
    const text = this.number(Number(this.slider.value)) + this.facts.suffix;
    this.text.value = text;
    this.slider.setAttribute('aria-valuetext', text);
    this.held = !rest;
    this.turner.turn(text, rest);
  }

  // Of a place of the slider.
  number(place) {
    const {low, high, step} = this.facts;
    if (!isWide(this.facts)) return plain(Number(place), step);
    const value = Number((low * (high / low) ** (place / 1000)).toPrecision(3));
    return plain(Number.isInteger(low) ? Math.round(value) : value, 1e-9);
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
    this.was.textContent = facts.fixed ?? 'written: ' + tidy(facts.value);
    this.after.lastChild.disabled = Boolean(facts.fixed);
    this.doc.textContent = facts.doc;
    if (facts.turned === undefined) this.complain('');
    if (this.turner.busy || this.held) return;  // a hand is on it
    if (document.activeElement !== this.text) this.text.value = tidy(value);
    if (this.choice) this.choice.value = value;
    if (!this.slider) return;
    const {low, high, step, suffix} = facts, wide = isWide(facts), number = parseFloat(value);
    Object.assign(this.slider, wide ? {min: 0, max: 1000, step: 1} : {min: low, max: high, step});
    this.slider.value = wide ? 1000 * Math.log(number / low) / Math.log(high / low) : number;
    this.slider.setAttribute('aria-valuetext', value);
    this.low.textContent = this.number(this.slider.min) + suffix;
    this.high.textContent = this.number(this.slider.max) + suffix;
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
