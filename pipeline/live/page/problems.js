// SPDX-License-Identifier: Apache-2.0
// What is wrong, where, and what helps.
import {make} from './make.js';

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
      this.element.append(make('p', {className: 'soft'}, 'What is shown below is the last world that could be built.'));
  }
  one(problem) {
    const place = problem.file ? make('div', {className: 'place'}, `${problem.file}:${problem.line}:${problem.column}`) : null;
    const lines = [problem.excerpt ? make('pre', {}, problem.excerpt) : null];
    for (const other of problem.related || [])
      lines.push(make('p', {}, other.message, other.file ? ` (${other.file}:${other.line})` : ''), other.excerpt ? make('pre', {}, other.excerpt) : null);
    return make('article', {className: problem.severity}, place, make('h2', {}, problem.message), ...lines,
      problem.hint ? make('p', {}, problem.hint) : null);
  }
}
