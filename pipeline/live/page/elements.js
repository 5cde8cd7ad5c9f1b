// SPDX-License-Identifier: Apache-2.0
// Elements of the page, numbers as text, and problems.

// make('button', {type: 'button', onclick}, 'text', child).
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('aria-') || name.startsWith('data-') || name === 'for' || name === 'role') {
      element.setAttribute(name, value);
    } else {
      element[name] = value;
    }
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export const button = (text, onclick, more = {}) => make('button', {type: 'button', onclick, ...more}, text);

// Numbers as a person reads them.
export function rounded(value, span) {
  if (value === null || Number.isNaN(value)) return '-';
  const digits = Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(Math.max(span, 1e-9)))));
  return value.toLocaleString('en', {maximumFractionDigits: digits}).replaceAll(',', '\u202f');
}

export const withUnit = (text, unit) => (unit ? text + '\u202f' + unit : text);

// Of a slider's step, as a config writes it.
export function plain(value, step) {
  const digits = Math.max(0, Math.min(9, -Math.floor(Math.log10(step) + 1e-9)));
  return String(Number(value.toFixed(digits)));
}

export const seconds = (value) => (value < 1 ? Math.round(value * 1000) + ' ms' : value.toFixed(1) + ' s');

// The text that a page has beside the world: its file, and a way to a place in it. Its problems stand under its lines.
export const beside = {file: null, go: null};

// What is wrong, where, and what helps.
export class Problems {
  constructor(element) { this.element = element; }
  show(problems, lastStays) {
    const key = JSON.stringify([problems, lastStays]);
    if (key === this.key) return;
    this.key = key;
    this.element.hidden = problems.length === 0;
    this.element.classList.toggle('mild', problems.every((problem) => problem.severity === 'warning'));
    this.element.replaceChildren(...problems.map((one) => this.one(one)));
    for (const line of this.element.querySelectorAll('pre')) {  // the place is seen on a phone too
      const mark = line.textContent.split('\n')[1]?.indexOf('^') ?? 0;
      line.scrollLeft = Math.max(0, line.scrollWidth * (mark - 12) / Math.max(...line.textContent.split('\n').map((one) => one.length)));
    }
    if (lastStays && problems.length > 0)
      this.element.append(make('p', {className: 'soft'}, 'The world that is shown is the last one that could be built.'));
  }
  one(problem) {
    const {file, line, column} = problem, where = `${file}:${line}:${column}`;
    if (line && file === beside.file) {
      return make('article', {className: problem.severity + ' near'}, make('h2', {},
        button(where, () => beside.go(line, column), {className: 'plain', title: 'Go to the line'}), ' ', problem.message));
    }
    const place = file ? make('div', {className: 'place'}, beside.file && file === '--set' ? 'a turned knob' : where) : null;
    const lines = [problem.excerpt ? make('pre', {}, problem.excerpt) : null];
    for (const other of problem.related || [])
      lines.push(make('p', {}, other.message, other.file ? ` (${other.file}:${other.line})` : ''), other.excerpt ? make('pre', {}, other.excerpt) : null);
    return make('article', {className: problem.severity}, place, make('h2', {}, problem.message), ...lines,
      problem.hint ? make('p', {}, problem.hint) : null);
  }
}
