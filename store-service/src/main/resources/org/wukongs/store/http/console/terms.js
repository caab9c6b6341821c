// RDF terms: as SPARQL's TSV, N-Triples and JSON write them, and as people see them.

import { h } from './dom.js';

const ESCAPES = { t: '\t', b: '\b', n: '\n', r: '\r', f: '\f', '"': '"', "'": "'", '\\': '\\' };
const LITERAL = /^"((?:[^"\\]|\\.)*)"(?:@([\w-]+)|\^\^<([^>]*)>)?$/s;
const TRIPLE = /^(<[^>]*>|_:\S+)\s+(<[^>]*>)\s+(.*\S)\s*\.\s*$/s;
const XSD = 'http://www.w3.org/2001/XMLSchema#';

function unescaped(text) {
  return text.replace(/\\(?:u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|(.))/gs, (whole, four, eight, one) =>
    one === undefined ? String.fromCodePoint(parseInt(four ?? eight, 16)) : ESCAPES[one] ?? one);
}

/** Reads one term; null for none. Terms are objects as in SPARQL's JSON format. */
export function parseTerm(text) {
  if (text === '') {
    return null;
  }
  if (text.startsWith('<')) {
    return { type: 'uri', value: unescaped(text.slice(1, -1)) };
  }
  if (text.startsWith('_:')) {
    return { type: 'bnode', value: text.slice(2) };
  }
  const literal = LITERAL.exec(text);
  return literal
    ? { type: 'literal', value: unescaped(literal[1]), 'xml:lang': literal[2], datatype: literal[3] }
    : { type: 'literal', value: text, datatype: 'number' };
}

/** Reads a line of N-Triples; null if it is none. */
export function parseTriple(line) {
  const parts = TRIPLE.exec(line);
  return parts ? parts.slice(1).map(parseTerm) : null;
}

/** The last part of an IRI, which often suffices to know it. */
export function localName(iri) {
  const cut = /[^/#:]+[/#]?$/.exec(iri);
  return cut ? cut[0] : iri;
}

export function termText(term) {
  if (!term) {
    return '';
  }
  return term.type === 'uri' ? `<${term.value}>` : term.type === 'bnode' ? `_:${term.value}` : `"${term.value}"`;
}

export function shortText(term) {
  return term.type === 'uri' ? localName(term.value) : term.type === 'bnode' ? `_:${term.value}` : term.value;
}

/** Shows a term. IRIs are no links: they come from data and may lead anywhere. */
export function termNode(term) {
  if (!term) {
    return h('span', { class: 'unbound' }, '');
  }
  if (term.type === 'uri') {
    const local = localName(term.value);
    const space = term.value.slice(0, term.value.length - local.length);
    return h('span', { class: 'iri', title: term.value }, h('span', { class: 'space' }, space), local);
  }
  if (term.type === 'bnode') {
    return h('span', { class: 'bnode' }, `_:${term.value}`);
  }
  const kind = term['xml:lang'] ? `@${term['xml:lang']}`
    : term.datatype && term.datatype !== 'number' && term.datatype !== `${XSD}string` ? localName(term.datatype) : null;
  return h('span', { class: 'literal' }, term.value, kind ? h('span', { class: 'kind' }, ` ${kind}`) : null);
}
