// SPDX-License-Identifier: Apache-2.0
// The parts of CodeMirror that the page uses: scripts/npm_modules.py makes bundle/codemirror.js of them.
export {acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap} from '@codemirror/autocomplete';
export {defaultKeymap, history, historyKeymap, indentWithTab} from '@codemirror/commands';
export {HighlightStyle, StreamLanguage, bracketMatching, indentUnit, syntaxHighlighting} from '@codemirror/language';
export {yaml} from '@codemirror/legacy-modes/mode/yaml';
export {search, searchKeymap} from '@codemirror/search';
export {EditorState, StateEffect, StateField} from '@codemirror/state';
export {Decoration, EditorView, WidgetType, hoverTooltip, keymap, lineNumbers} from '@codemirror/view';
export {tags} from '@lezer/highlight';
