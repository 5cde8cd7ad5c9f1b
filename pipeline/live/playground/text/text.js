// SPDX-License-Identifier: Apache-2.0
// The config as text that is edited: CodeMirror with the colours of YAML, problems under their lines, completion and
// explanations. <config-text> has text(), setText(text) and problems(list), and the events `input` and `build`.
import {
  Decoration, EditorState, EditorView, HighlightStyle, StateEffect, StateField, StreamLanguage, WidgetType, acceptCompletion, autocompletion,
  bracketMatching, closeBrackets, closeBracketsKeymap, completionKeymap, defaultKeymap, history, historyKeymap, hoverTooltip, indentUnit, indentWithTab,
  keymap, lineNumbers, search, searchKeymap, syntaxHighlighting, tags, yaml,
} from '../npm/bundle/codemirror.js';
import {make} from '../../page/elements.js';

const word = /[$\w.@]/;
const mostLetters = 1 << 18;  // a longer text gets no completion: a link may come from anyone
const colours = HighlightStyle.define([
  {tag: [tags.definition(tags.propertyName), tags.propertyName, tags.atom], color: 'var(--accent)'},
  {tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic'},
  {tag: [tags.number, tags.string], color: 'var(--warn)'},
]);
const look = EditorView.theme({
  '&': {height: '100%', padding: '2px', color: 'var(--ink)', backgroundColor: 'transparent'},
  '&.cm-focused': {outline: '2px solid var(--accent)', outlineOffset: '-2px'},
  '.cm-scroller': {fontFamily: 'inherit', lineHeight: 'inherit'},
  '.cm-content': {caretColor: 'var(--ink)', padding: '6px 0'},
  '.cm-gutters': {backgroundColor: 'var(--card)', color: 'var(--soft)', border: 'none'},
  '.cm-tooltip': {backgroundColor: 'var(--card)', color: 'var(--ink)', border: '1px solid var(--line)', borderRadius: '6px'},
  '.cm-panels.cm-panels-top': {backgroundColor: 'var(--card)', color: 'var(--ink)', borderColor: 'var(--line)'},
  '.cm-button, .cm-textfield': {fontSize: '90%', background: 'var(--paper)', borderColor: 'var(--line)', borderRadius: '6px'},
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {fontFamily: 'inherit', maxWidth: 'min(620px, 92vw)'},
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {padding: '3px 8px', display: 'flex', gap: '1em', justifyContent: 'space-between'},
  '.cm-tooltip-autocomplete ul li[aria-selected]': {backgroundColor: 'var(--accent)', color: 'var(--accent-ink)'},
  '.cm-completionDetail': {fontStyle: 'normal', opacity: '.75', overflow: 'hidden', textOverflow: 'ellipsis'},
  '.cm-completionInfo': {whiteSpace: 'pre-line'},
  '.cm-completionMatchedText': {textDecoration: 'none', fontWeight: '650'},
});

class Note extends WidgetType {
  constructor(problem) { super(); this.problem = problem; }
  eq(other) { return JSON.stringify(other.problem) === JSON.stringify(this.problem); }
  ignoreEvent() { return true; }
  toDOM() {
    const {severity, message, hint} = this.problem;
    return make('div', {className: 'note ' + severity}, make('p', {}, make('b', {}, message), hint ? '\n' + hint : ''));
  }
}

// Marks and notes of problems; they move with the text.
const showProblems = StateEffect.define();
const problemField = StateField.define({
  create: () => Decoration.none,
  update(shown, change) {
    shown = shown.map(change.changes);
    for (const effect of change.effects) if (effect.is(showProblems)) shown = decorations(change.state.doc, effect.value);
    return shown;
  },
  provide: (field) => [EditorView.decorations.from(field),
    EditorView.contentAttributes.from(field, ({size}) => ({'aria-invalid': String(size > 0)}))],
});

function decorations(doc, problems) {
  return Decoration.set(problems.filter((one) => one.line >= 1 && one.line <= doc.lines).flatMap((one) => {
    const line = doc.line(one.line), letters = [...line.text];  // columns count letters, also those of two units
    const at = (column) => line.from + letters.slice(0, column - 1).join('').length;
    const from = at(one.column), to = at(one.column + Math.max(one.length, 1));
    return [Decoration.widget({widget: new Note(one), block: true, side: 1}).range(line.to),
      ...(to > from ? [Decoration.mark({class: 'marked ' + one.severity}).range(from, to)] : [])];
  }), true);
}

// The smallest change that makes one text of another, so that the cursor stays.
function changed(old, text) {
  let from = 0, to = old.length, end = text.length;
  while (from < to && from < end && old[from] === text[from]) ++from;
  while (to > from && end > from && old[to - 1] === text[end - 1]) --to, --end;
  return {from, to, insert: text.slice(from, end)};
}

// Enter after `key:` goes to the place of its first entry.
function goDeeper(view) {
  const {state} = view, {from} = state.selection.main, line = state.doc.lineAt(from), before = line.text.slice(0, from - line.from);
  if (!/^[\s-]*[\w.]+:\s*$/.test(before)) return false;
  view.dispatch(state.replaceSelection('\n' + ' '.repeat(before.search(/\w/) + 2)), {userEvent: 'input'});
  return true;
}

export class ConfigText extends HTMLElement {
  // `hints`: options(text, at) and explain(text, at, word).
  constructor(hints) {
    super();
    this.id = 'text';
    this.hints = hints;
    this.fromOutside = false;
    const build = () => { this.dispatchEvent(new Event('build')); return true; };
    this.extensions = [
      EditorView.cspNonce.of(document.querySelector('style[nonce]')?.nonce ?? ''),
      EditorView.contentAttributes.of({'aria-label': 'The config', autocapitalize: 'off'}),
      lineNumbers(), history(), bracketMatching(), closeBrackets(), problemField, look, indentUnit.of('  '), EditorState.tabSize.of(2),
      StreamLanguage.define(yaml), syntaxHighlighting(colours), search({top: true}),
      autocompletion({override: [(context) => this.complete(context)], icons: false, activateOnCompletion: (one) => one.apply !== undefined}),
      hoverTooltip((view, at) => this.hover(at)),
      matchMedia('(max-width: 640px)').matches ? EditorView.lineWrapping : [],
      keymap.of([{key: 'Mod-Enter', run: build}, {key: 'Tab', run: acceptCompletion}, ...closeBracketsKeymap, ...completionKeymap,
        ...historyKeymap, ...searchKeymap, {key: 'Enter', run: goDeeper}, indentWithTab, ...defaultKeymap]),
      EditorView.updateListener.of((update) => { if (update.docChanged && !this.fromOutside) this.dispatchEvent(new Event('input')); }),
    ];
    this.view = new EditorView({parent: this, extensions: this.extensions});
  }

  // Another text, of which nothing can be undone.
  open(text) { this.view.setState(EditorState.create({doc: text, extensions: this.extensions})); }

  // The cursor goes to a place, which comes into view.
  go(line, column) {
    const {doc} = this.view.state, {from, to} = doc.line(Math.min(Math.max(line, 1), doc.lines));
    const anchor = Math.min(from + Math.max(column, 1) - 1, to);
    this.view.dispatch({selection: {anchor}, effects: EditorView.scrollIntoView(anchor, {y: 'center'})});
    this.view.focus();
  }

  text() { return this.view.state.doc.toString(); }

  // From elsewhere, without the event `input`; it can be undone.
  setText(text) {
    this.fromOutside = true;
    this.view.dispatch({changes: changed(this.text(), text.replace(/\r\n?/g, '\n'))});
    this.fromOutside = false;
  }

  // Of [{line, column, length, severity, message, hint}]; lines and columns begin with 1.
  problems(list) {
    this.view.dispatch({effects: showProblems.of(list)});
  }

  complete(context) {
    const found = context.state.doc.length <= mostLetters ? this.hints.options(this.text(), context.pos) : null;
    if (!found || found.options.length === 0) return null;
    const written = context.state.sliceDoc(found.from, context.pos), line = context.state.doc.lineAt(found.from);
    const startsLine = /^[\s-]*$/.test(line.text.slice(0, found.from - line.from));
    // No list over what is written whole, nor on an empty line: Enter goes on there.
    if (!context.explicit && (found.options.some(({label}) => label === written) || (written === '' && startsLine))) return null;
    const colon = /^\s*:/.test(context.state.sliceDoc(context.pos, context.pos + 9)) ? '' : ': ';
    return {from: found.from, validFor: /^[$\w.@]*$/,
      options: found.options.map(({label, detail, info, isKey}) => ({label, detail, info: info || undefined, apply: isKey ? label + colon : undefined}))};
  }

  hover(at) {
    const line = this.view.state.doc.lineAt(at), {text} = line;
    let from = at - line.from, to = from;
    while (from > 0 && word.test(text[from - 1])) --from;
    while (to < text.length && word.test(text[to])) ++to;
    const told = from < to && this.view.state.doc.length <= mostLetters ? this.hints.explain(this.text(), line.from + to, text.slice(from, to)) : null;
    if (!told) return null;
    return {pos: line.from + from, end: line.from + to, above: true,
      create: () => ({dom: make('div', {className: 'told'}, make('b', {}, told.name), ...told.lines.map((one) => make('p', {}, one)))})};
  }
}
customElements.define('config-text', ConfigText);
