// SPDX-License-Identifier: Apache-2.0
// The outline of a config while it is written: entries by their indents and brackets. A bracket that is not closed ends at
// the next line that is indented no more than its entry, so the lines below keep their places. Time is linear in the text.

const blockKey = /("[^"\n]*"|'[^'\n]*'|[^\s#{}[\],"'][^{}[\],\n"']*?):(?=\s|$)/y;
const flowKey = /("[^"\n]*"|'[^'\n]*'|[^\s#{}[\],"'][^{}[\],\n"']*?):(?=[\s,}\]]|$)/y;
const blockScalar = /(?:[^\n#"']|#(?<! #))*/y, flowScalar = /(?:[^\n#"'{}[\],]|#(?<! #))*/y;
const quoted = /"(?:[^"\\]|\\.)*"|'[^']*'/sy;

// {root, place}. An entry is {key, from, parent, children, value}. The place is where the text ends: {entry, isKey, from}
// with the start of its last word; null: in a comment or a quoted text. With isKey a key of `entry` is written, else its value.
export function outline(text) {
  const root = {key: null, from: -1, indent: -1, parent: null, children: [], value: ''};
  let at = 0, block = root, place = null;
  const match = (pattern) => { pattern.lastIndex = at; return pattern.exec(text); };
  const skip = (letters) => { while (at < text.length && letters.includes(text[at])) ++at; };
  const skipLine = () => { const end = text.indexOf('\n', at); at = end < 0 ? text.length : end; };
  const add = (parent, key, indent = Infinity) => {
    const entry = {key, from: at, indent, parent, children: [], value: ''};
    parent.children.push(entry);
    return entry;
  };
  const name = (found) => found.replace(/^(["'])(.*)\1$/, '$2').trim();
  const above = (column, isItem) => {
    let entry = block;
    while (entry.indent > column || (entry.indent === column && !(isItem && !entry.isItem))) entry = entry.parent;
    return entry;
  };

  function scalar(entry, pattern, isKey = false) {
    const from = at;
    if (text[at] === '"' || text[at] === "'") {
      const found = match(quoted);
      if (!found) return void (at = text.length);
      entry.value = found[0].slice(1, -1);
      at += found[0].length;
      return;
    }
    const [found] = match(pattern);
    at += Math.max(found.length, 1);
    if (!isKey) entry.value = found.trim();
    if (at >= text.length) place = {entry, isKey, from};
  }

  // `at` stands on a bracket that is the value of an entry.
  function brackets(holder) {
    const open = [{entry: holder, isList: text[at++] === '['}];
    let current = null;
    while (open.length > 0) {
      skip(' \t');
      const {entry, isList} = open.at(-1), letter = text[at];
      if (letter === undefined) {
        if (/[\s{[,]/.test(text[at - 1])) place = {entry: current ?? entry, isKey: !current, from: at};
        return;
      }
      if (letter === '\n') {
        ++at;
        const start = at;
        skip(' ');
        if (at - start <= block.indent && at < text.length && !'}]\n'.includes(text[at])) return void (at = start - 1);
      } else if (letter === '#') {
        skipLine();
      } else if (letter === ',') {
        ++at;
        current = null;
      } else if (letter === '}' || letter === ']') {
        ++at;
        current = open.pop().entry;
      } else if (letter === '{' || letter === '[') {
        open.push({entry: current ?? add(entry, entry.children.length), isList: letter === '['});
        ++at;
        current = null;
      } else if (current) {
        scalar(current, flowScalar);
      } else {
        const key = isList ? null : match(flowKey);
        if (key) {
          current = add(entry, name(key[1]));
          at += key[0].length;
        } else if (isList) {
          scalar(current = add(entry, entry.children.length), flowScalar);
        } else {
          scalar(entry, flowScalar, true);
        }
      }
    }
    if (!text.startsWith('\n', at)) skipLine();
  }

  function value(entry) {
    const from = at;
    skip(' \t');
    if (at >= text.length) {
      if (at > from) place = {entry, isKey: false, from: at};
    } else if (text[at] === '{' || text[at] === '[') {
      block = entry;
      brackets(entry);
    } else if (text[at] === '|' || text[at] === '>') {
      entry.isText = true;
      skipLine();
    } else if (text[at] !== '#' && text[at] !== '\n') {
      scalar(entry, blockScalar);
      if (at < text.length) skipLine();
    } else {
      skipLine();
    }
  }

  for (let start = 0; start <= text.length; start = ++at) {
    at = start;
    skip(' ');
    let column = at - start;
    if (text[at] === '#' || text[at] === '\n' || (block.isText && column > block.indent)) {
      skipLine();
      continue;
    }
    while (text[at] === '-' && (at + 1 === text.length || ' \n'.includes(text[at + 1]))) {
      const parent = above(column, true);
      block = add(parent, parent.children.length, column);
      block.isItem = true;
      ++at;
      skip(' ');
      column = at - start;
    }
    if (at >= text.length) {
      if (text[at - 1] !== '-') place = {entry: above(column), isKey: true, from: at};
    } else if (text[at] === '{' || text[at] === '[') {
      brackets(block = above(column));
    } else if (text[at] !== '\n' && text[at] !== '#') {
      const key = match(blockKey), parent = above(column);
      if (key) {
        block = add(parent, name(key[1]), column);
        at += key[0].length;
        value(block);
      } else {
        block = parent;
        scalar(parent, blockScalar, !parent.isItem);
        if (place) place.isKey = true;
      }
    }
    if (at < text.length) skipLine();
  }
  return {root, place};
}

export const child = (entry, key) => entry?.children.find((one) => one.key === key);

// The entries from the outermost one to this one.
export function pathOf(entry) {
  const path = [];
  for (let one = entry; one.parent; one = one.parent) path.push(one);
  return path.reverse();
}
