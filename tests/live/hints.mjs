// SPDX-License-Identifier: Apache-2.0
// The editor of the page without a server reads texts and offers what fits: hints.mjs PAGE.html, bundled by playground.py.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {gunzipSync} from 'node:zlib';
import {Hints} from '../../pipeline/live/playground/text/hints.js';
import {outline, pathOf} from '../../pipeline/live/playground/text/outline.js';

const page = readFileSync(process.argv[2], 'utf8');
const part = (id) => JSON.parse(gunzipSync(Buffer.from(page.match(`id="${id}">([^<]*)<`)[1], 'base64')));
const worlds = part('worlds'), hints = new Hints(part('hints'), worlds);

// Places of configs that are half written.
for (const [text, place] of [
  ['', '|key|'], ['wor', '|key|wor'], ['world:\n  ce', 'world|key|ce'], ['world: {cell: 1 k', 'world/cell|value|1 k'],
  ['world: {size: [1, 2], ce', 'world|key|ce'], ['stages:\n  a: {use: wat', 'stages/a/use|value|wat'],
  ['stages:\n  a: {use: water.\n  b: {use: x, in: {h: ', 'stages/b/in/h|value|'], ['stages:\n  a:\n    with:\n      f: 1\n    ', 'stages/a|key|'],
  ['stages:\n  a:\n    with:\n      f: 1\n  ', 'stages|key|'], ['outputs:\n- {file: x, ', 'outputs/0|key|'], ['outputs:\n  - fi', 'outputs/0|key|fi'],
  ['a: {b: "c, {", d', 'a|key|d'], ["a: 'b: {'\nc: d", 'c|value|d'], ['a: |\n  b: c\nd: e', 'd|value|e'], ['a: {b: 1, # {\n  c', 'a|key|c'],
  ['a: "b', null], ['a: b # c', null], ['a: |\n  b: c', null],
]) {
  const found = outline(text).place;
  const said = found && [pathOf(found.entry).map((one) => one.key).join('/'), found.isKey ? 'key' : 'value', text.slice(found.from)].join('|');
  assert.equal(said, place, text);
}

// A hostile text takes no longer than its length.
for (const text of ['['.repeat(3e5), '{a: '.repeat(1e5), '- '.repeat(1e5), '"a\n'.repeat(1e5), 'a' + ' '.repeat(3e5), "{a: 'x\n".repeat(5e4)]) {
  const start = performance.now();
  outline(text);
  assert(performance.now() - start < 60000, text.slice(0, 8));
}

// Everything that the shipped configs write is known: their keys are explained, their stages, nodes and knobs offered.
const counts = {keys: 0, values: 0};
for (const [file, text] of Object.entries(worlds)) {
  const isPart = file.includes('/');  // its nodes and knobs may be those of who includes it
  const walk = (entry, path) => {
    for (const one of entry.children) {
      const where = `${file}: ${[...path, one.key].join('/')}`, part = path.at(-1), isNode = path[path.length - 3] === 'stages';
      // Layers and titles have names of their own.
      const isOfWorld = ['world', 'outputs', 'expect'].includes(path[0]) && !['layers', 'drape', 'lines', 'points'].includes(part);
      if (((path[0] === 'stages' && (path.length === 2 || (isNode && part === 'with'))) || isOfWorld) && typeof one.key === 'string') {
        assert(hints.explain(text, one.from + one.key.length, one.key), where);
        ++counts.keys;
      }
      const isInput = isNode && part === 'in' && !isPart, isUse = one.key === 'use' && path.at(-2) === 'stages' && !isPart;
      if ((isInput && /^[a-z$]/.test(one.value)) || isUse) {
        const at = text.indexOf(one.value, one.from + one.key.length + 1) + 1;
        assert(hints.options(text, at).options.some(({label}) => label === one.value), `${where}: ${one.value}`);
        ++counts.values;
      }
      walk(one, [...path, one.key]);
    }
  };
  walk(outline(text).root, []);
}
for (const [text, key] of [['world: {', 'wrap'], ['outputs:\n- ', 'layers'], ['expect:\n- {', 'that'], ['world:\n  wrap: ', 'both']])
  assert(hints.options(text, text.length).options.some(({label}) => label === key), text);
assert(counts.keys > 500 && counts.values > 500, JSON.stringify(counts));
console.log(`the editor knows ${counts.keys} keys and ${counts.values} values of ${Object.keys(worlds).length} configs`);
