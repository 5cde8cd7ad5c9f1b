// SPDX-License-Identifier: Apache-2.0
// What can be written at a place of a config, and what stands there: by the schema's hints, the config's own knobs, nodes and
// composites, and those of the worlds that it includes.
import {child, outline, pathOf} from './outline.js';

const least = {keys: {}};
const keysOf = (entry) => (entry?.children ?? []).map((one) => one.key);
const docsOf = (entry) => Object.fromEntries((entry?.children ?? []).map((one) => [one.key, {doc: child(one, 'doc')?.value ?? one.value}]));
// A first sentence, and the line of a parameter that tells its unit and range.
const parted = (doc = '') => { const [text, facts = ''] = doc.split('\n\n'); return {text, facts}; };

export class Hints {
  // As scripts/playground_hints.py makes them; `worlds` are texts by file.
  constructor({top, node, stages}, worlds) {
    this.top = top;
    this.node = node;
    this.stages = stages;
    this.worlds = worlds;
    this.outlines = new Map();
  }

  // The config and what it extends and includes, the nearest first.
  files(root) {
    const roots = [root], seen = new Set();
    for (const one of roots) {
      const extended = child(one, 'extends')?.value;
      const named = [...(child(one, 'include')?.children ?? []).map((item) => item.value), ...(extended ? [extended, extended + '.yaml'] : [])];
      for (const file of named.filter((name) => name in this.worlds && !seen.has(name))) {
        seen.add(file);
        if (!this.outlines.has(file)) this.outlines.set(file, outline(this.worlds[file]).root);
        roots.push(this.outlines.get(file));
      }
    }
    return roots;
  }

  stagesOf(root) {
    const stages = {};
    for (const file of this.files(root)) {
      for (const one of child(file, 'composites')?.children ?? []) {
        const ports = Object.entries(docsOf(child(one, 'in'))).map(([name, {doc}]) => [name, {doc, layer: true}]);
        stages[one.key] ??= {doc: child(one, 'doc')?.value ?? '', in: Object.fromEntries(ports), with: this.parametersOf(one),
          gives: keysOf(child(one, 'out'))};
      }
    }
    return {...this.stages, ...stages};
  }

  // Parameters of a composite: `name: node.parameter` is that of a node's stage.
  parametersOf(composite) {
    const parameters = docsOf(child(composite, 'with'));
    for (const {key, value} of child(composite, 'with')?.children ?? []) {
      const [node, parameter] = value.split('.'), use = child(child(child(composite, 'stages'), node), 'use')?.value;
      parameters[key] = this.stages[use]?.with[parameter] ?? parameters[key];
    }
    return parameters;
  }

  // Nodes that stand beside an entry: those of its composite, or of the world.
  nodesAt(root, entry) {
    const path = pathOf(entry);
    if (path[0]?.key === 'composites') return child(path[1], 'stages')?.children ?? [];
    const nodes = new Map();
    for (const file of this.files(root)) {
      for (const one of child(file, 'stages')?.children ?? []) if (!nodes.has(one.key)) nodes.set(one.key, one);
    }
    return [...nodes.values()];
  }

  // Knobs, or the inputs and parameters of a composite, which $name stands for.
  namesAt(root, entry) {
    const path = pathOf(entry);
    if (path[0]?.key === 'composites') return {...docsOf(child(path[1], 'in')), ...docsOf(child(path[1], 'with'))};
    return Object.assign({}, ...this.files(root).reverse().map((file) => docsOf(child(file, 'knobs'))));
  }

  useOf(root, node) {
    for (const file of this.files(root)) {
      const use = child(node, 'use')?.value ?? child(child(child(file, 'stages'), node.key), 'use')?.value;
      if (use) return use;
    }
    return undefined;
  }

  // The hint of an entry: each key of its path leads to the next one.
  hintOf(root, entry) {
    let hint = this.top, node = null;
    for (const one of pathOf(entry)) {
      const stage = node && ['in', 'then', 'with'].includes(one.key) ? this.stagesOf(root)[this.useOf(root, node)] : null;
      const next = this.below(hint, one.key);
      hint = stage ? {...next, keys: stage[one.key === 'with' ? 'with' : 'in']} : next;
      node = hint.ref === 'node' ? one : null;
      if (node) hint = this.node;
    }
    return hint;
  }

  below(hint, key) {
    return (typeof key === 'number' ? hint.items : hint.keys?.[key] ?? hint.any) ?? least;
  }

  // The entry of the whole text that stands where one of its beginning does.
  entryIn(root, entry) {
    let found = root;
    for (const {from} of pathOf(entry)) found = found?.children.find((one) => one.from === from);
    return found ?? entry;
  }

  // {from, options} after the first `at` letters; null: nothing is known.
  options(text, at) {
    const {place} = outline(text.slice(0, at));
    if (!place) return null;
    const {root} = outline(text), entry = this.entryIn(root, place.entry), hint = this.hintOf(root, entry);
    const written = text.slice(place.from, at), options = [];
    if (place.isKey) {
      const there = new Set(keysOf(entry));
      for (const [key, {doc, default: usual}] of Object.entries(hint.keys ?? {})) {
        const {text: info, facts} = parted(doc);
        if (!there.has(key) || key === written) options.push({label: key, detail: facts, info: this.sentence(info, usual), isKey: true});
      }
    }
    if (!place.isKey || hint.items || typeof entry.key === 'number') options.push(...this.values(root, entry, place.isKey ? hint.items ?? hint : hint, written));
    return {from: place.from, options};
  }

  values(root, entry, hint, written) {
    const options = Object.entries(hint.values ?? {}).map(([label, info]) => ({label, info}));
    const [outer] = pathOf(entry);
    if (written.startsWith('$')) {
      for (const [name, {doc}] of Object.entries(this.namesAt(root, entry))) options.push({label: '$' + name, info: doc});
      return options;
    }
    if (entry.key === 'use') {
      for (const [label, {doc}] of Object.entries(this.stagesOf(root))) options.push({label, info: doc});
    } else if (hint.layer) {
      for (const node of this.nodesAt(root, entry)) {
        const use = this.useOf(root, node), stage = this.stagesOf(root)[use];
        if (node === pathOf(entry).at(-3)) continue;
        options.push({label: node.key, detail: use, info: stage?.doc});
        if (stage?.gives.length > 1) options.push(...stage.gives.map((port) => ({label: `${node.key}.${port}`, detail: use})));
      }
      if (outer?.key === 'composites') for (const name of Object.keys(this.namesAt(root, entry))) options.push({label: '$' + name});
    } else if (outer?.key === 'include' || outer?.key === 'extends') {
      options.push(...Object.keys(this.worlds).filter((file) => file.includes('/') === (outer.key === 'include'))
        .map((file) => ({label: outer.key === 'include' ? file : file.replace('.yaml', '')})));
    } else if (hint.default !== undefined && typeof hint.default !== 'object' && hint.default !== '' && !(String(hint.default) in (hint.values ?? {}))) {
      options.push({label: String(hint.default), detail: 'default', info: parted(hint.doc).text});
    }
    return options;
  }

  sentence(doc, usual) {
    return usual === undefined || typeof usual === 'object' || usual === '' ? doc : `${doc}\nDefault: ${usual}.`;
  }

  // {name, lines} of the word that ends after `at` letters; null: nothing is known.
  explain(text, at, word) {
    const {place} = outline(text.slice(0, at));
    if (!place) return null;
    const {root} = outline(text), entry = this.entryIn(root, place.entry);
    const told = (doc, ...more) => (doc || more.length ? {name: word, lines: [...Object.values(parted(doc)), ...more].filter(Boolean)} : null);
    if (place.isKey) {
      const {doc, default: usual} = this.below(this.hintOf(root, entry), word);
      return told(doc, ...(usual !== undefined && typeof usual !== 'object' && usual !== '' ? [`Default: ${usual}.`] : []));
    }
    if (word.startsWith('$')) return told(this.namesAt(root, entry)[word.slice(1)]?.doc);
    const hint = this.hintOf(root, entry), stages = this.stagesOf(root);
    const stageLines = (use) => told(stages[use]?.doc, ...['in', 'with'].filter((part) => Object.keys(stages[use][part]).length > 0)
      .map((part) => `${part}: ${Object.keys(stages[use][part]).join(', ')}`), ...(stages[use].gives.length ? ['gives: ' + stages[use].gives.join(', ')] : []));
    if (entry.key === 'use') return word in stages ? stageLines(word) : null;
    if (hint.values?.[word]) return told(hint.values[word]);
    if (!hint.layer) return null;
    const node = this.nodesAt(root, entry).find((one) => one.key === word.split('.')[0]);
    const use = node && this.useOf(root, node);
    return use in stages ? told(stages[use].doc, `use: ${use}`) : null;
  }
}
