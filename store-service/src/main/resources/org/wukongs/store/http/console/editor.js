// The editor of queries: CodeMirror with its mode for SPARQL, and the words of C-SPARQL.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, indentOnInput, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { sparql } from '@codemirror/legacy-modes/mode/sparql';
import { lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { readLines, send } from './api.js';
import { h } from './dom.js';
import { parseTerm } from './terms.js';

const CONTINUOUS = new RegExp('^(register|query|stream|istream|dstream|rstream|computed|every|range|step|slide'
  + '|tumbling|triples|window|on|stored)$', 'i');
const WORDS = ['SELECT', 'DISTINCT', 'WHERE', 'PREFIX', 'CONSTRUCT', 'ASK', 'DESCRIBE', 'FILTER', 'OPTIONAL', 'UNION',
  'MINUS', 'GRAPH', 'BIND', 'VALUES', 'ORDER BY', 'GROUP BY', 'HAVING', 'LIMIT', 'OFFSET', 'FROM', 'FROM NAMED', 'AS',
  'COUNT', 'SUM', 'AVG', 'MIN', 'MAX', 'EXISTS', 'NOT EXISTS', 'INSERT DATA', 'DELETE DATA', 'REGISTER QUERY',
  'FROM STREAM', 'RANGE', 'STEP', 'STORED', 'TUMBLING', 'COMPUTED EVERY', 'FROM NAMED WINDOW', 'WINDOW'];

/** Terms that are offered, and how long looking for them may take. */
const TERM_COUNT_MAX = 1000;
const LOOK_MS_MAX = 5000;

const language = StreamLanguage.define({
  ...sparql,
  token(stream, state) {
    const style = sparql.token(stream, state);
    return style === 'variable' && CONTINUOUS.test(stream.current()) ? 'keyword' : style;
  },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--code-keyword)', fontWeight: '600' },
  { tag: tags.standard(tags.variableName), color: 'var(--code-builtin)' },
  { tag: tags.local(tags.variableName), color: 'var(--code-variable)' },
  { tag: tags.atom, color: 'var(--code-iri)' },
  { tag: tags.string, color: 'var(--code-string)' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
]);

const look = EditorView.theme({
  '&': { backgroundColor: 'var(--panel)', color: 'var(--text)', fontSize: '0.9rem' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5', minHeight: '9rem', maxHeight: '26rem' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--muted)', border: 'none' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'var(--selection)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--selection)' },
  // The usual image is in a data: URL, which the page's policy refuses.
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad)' },
  '.cm-diagnostic': { fontFamily: 'var(--sans)' },
  '.cm-tooltip': { backgroundColor: 'var(--panel)', color: 'var(--text)', border: '1px solid var(--border)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--panel)' },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxWidth: 'min(90vw, 40rem)' },
});

let vocabulary = null; // a promise of the predicates and classes, null before it was looked for

/** Looks for the predicates and classes of the stored graphs, once for each load of the page. */
function terms() {
  vocabulary ??= Promise.all([
    found('SELECT DISTINCT ?term WHERE { ?s ?term ?o }', 'property'),
    found('SELECT DISTINCT ?term WHERE { ?s a ?term }', 'class'),
  ]).then((all) => all.flat());
  return vocabulary;
}

/** Forgets them, as after an update. */
export function forgetTerms() {
  vocabulary = null;
}

async function found(query, type) {
  const options = [];
  try {
    const response = await send('sparql', {
      method: 'POST', body: `${query} LIMIT ${TERM_COUNT_MAX}`, type: 'application/sparql-query',
      accept: 'text/tab-separated-values', signal: AbortSignal.timeout(LOOK_MS_MAX),
    });
    await readLines(response, (line) => {
      const term = parseTerm(line);
      if (term?.type === 'uri') {
        options.push({ iri: term.value, type });
      }
    });
  } catch {
    // Without a token, or in a store that is too large, there are only words.
  }
  return options;
}

function prefixes(text) {
  const all = [];
  for (const [, prefix, iri] of text.matchAll(/\bPREFIX\s+([\w-]*:)\s*<([^>]*)>/gi)) {
    all.push({ prefix, iri });
  }
  return all;
}

function written(iri, known) {
  for (const { prefix, iri: space } of known) {
    if (space && iri.startsWith(space) && /^\w[\w-]*$/.test(iri.slice(space.length))) {
      return prefix + iri.slice(space.length);
    }
  }
  return `<${iri}>`;
}

async function complete(context) {
  const word = context.matchBefore(/<[^<>\s]*|[?$]\w*|[\w-]*:?[\w-]*/);
  if (!word || (word.from === word.to && !context.explicit)) {
    return null;
  }
  const text = context.state.doc.toString();
  if (/^[?$]/.test(word.text)) {
    const names = new Set([...text.matchAll(/[?$](\w+)/g)].map((match) => match[0]));
    names.delete(word.text);
    return { from: word.from, options: [...names].map((label) => ({ label, type: 'variable' })), validFor: /^[?$]\w*$/ };
  }
  const known = prefixes(text);
  const options = (await terms()).map(({ iri, type }) => ({ label: written(iri, known), detail: type, type }));
  if (!word.text.startsWith('<')) {
    options.push(...WORDS.map((label) => ({ label, type: 'keyword', boost: -1 })));
  }
  return { from: word.from, options, validFor: /^(<[^<>\s]*|[\w-]*:?[\w-]*)$/ };
}

/**
 * Makes an editor. It is in a shadow root, where CodeMirror's styles need no inline style element.
 *
 * `onRun` is called for Ctrl+Enter; Tab leaves the editor.
 */
export function editor({ text, label, onRun }) {
  const host = h('div', { class: 'editor' });
  const root = host.attachShadow({ mode: 'open' });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(),
        EditorView.lineWrapping, language, syntaxHighlighting(colours), look,
        autocompletion({ override: [complete] }),
        EditorView.contentAttributes.of({ 'aria-label': label }),
        keymap.of([
          { key: 'Mod-Enter', run: () => { onRun(); return true; } },
          ...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap,
        ]),
      ],
    }),
  });
  return {
    node: host,
    text: () => view.state.doc.toString(),
    set: (value) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } }),
    focus: () => view.focus(),
    /** Marks the place of an error; null takes the mark away. */
    mark(error) {
      const marks = [];
      if (error?.line) {
        const line = view.state.doc.line(Math.min(error.line, view.state.doc.lines));
        const from = Math.min(line.from + Math.max(0, (error.column ?? 1) - 1), line.to);
        marks.push({ from, to: Math.max(from, line.to), severity: 'error', message: error.message });
      }
      view.dispatch(setDiagnostics(view.state, marks));
    },
    close: () => view.destroy(),
  };
}
