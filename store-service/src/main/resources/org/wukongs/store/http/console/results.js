// Results of one-shot queries, shown while they come.

import { readLines, send } from './api.js';
import { counted, failure, h, number, table, tableRow } from './dom.js';
import { network } from './network.js';
import { parseTerm, parseTriple, termNode } from './terms.js';

/** More rows than anybody reads; the store stops when the page does. */
const ROW_COUNT_MAX = 10_000;

/** Rows that are shown at first and by each further request. */
const PAGE = 200;

const ACCEPT = 'text/tab-separated-values, text/boolean, application/n-triples';
const FILES = {
  rows: [['CSV', 'text/csv', 'csv'], ['JSON', 'application/sparql-results+json', 'json']],
  triples: [['Turtle', 'text/turtle', 'ttl'], ['JSON-LD', 'application/ld+json', 'jsonld']],
};

function ask(text, accept, signal) {
  return send('sparql', { method: 'POST', body: text, type: 'application/sparql-query', accept, signal });
}

/** Executes a query, shows its result in `output`, and returns what came. */
export async function readResult(text, signal, output) {
  const response = await ask(text, ACCEPT, signal);
  const type = response.headers.get('Content-Type') ?? '';
  if (type.startsWith('text/boolean')) {
    const answer = (await response.text()).trim();
    output.replaceChildren(h('p', { class: 'answer' }, answer));
    return `answered ${answer}`;
  }
  return type.startsWith('application/n-triples')
    ? readTriples(response, text, output)
    : readRows(response, text, output);
}

async function readRows(response, text, output) {
  let shown = null;
  let count = 0;
  const complete = await readLines(response, (line) => {
    if (shown === null) {
      const vars = line.split('\t').map((name) => name.replace(/^\?/, ''));
      shown = growing('Result', vars);
      output.replaceChildren(shown.node, saving(text, FILES.rows, output));
      return true;
    }
    if (count === ROW_COUNT_MAX) {
      return false;
    }
    count++;
    shown.add(line.split('\t').map(parseTerm));
    return true;
  });
  shown?.end();
  return complete ? counted(count, 'row') : `the first ${number(count)} rows, more were not read,`;
}

async function readTriples(response, text, output) {
  const triples = [];
  const complete = await readLines(response, (line) => {
    const triple = parseTriple(line);
    if (triple && triples.length === ROW_COUNT_MAX) {
      return false;
    }
    if (triple) {
      triples.push(triple);
    }
    return true;
  });
  const shown = growing('Triples', ['subject', 'predicate', 'object']);
  triples.forEach((triple) => shown.add(triple));
  shown.end();
  output.replaceChildren(network(triples), shown.node, saving(text, FILES.triples, output));
  return complete ? counted(triples.length, 'triple') : `the first ${number(triples.length)} triples`;
}

/** A table that shows a page of rows, and more of them on request. */
export function growing(label, vars) {
  const rows = [];
  const node = table(label, vars, []);
  const body = node.querySelector('tbody');
  const more = h('button', { type: 'button', class: 'quiet', onclick: () => page() });
  let shown = 0;
  function page() {
    const next = rows.slice(shown, shown + PAGE);
    body.append(...next.map((row) => tableRow(vars, vars.map((name, i) => termNode(row[i])))));
    shown += next.length;
    more.hidden = shown === rows.length;
    more.textContent = `Show more, ${number(rows.length - shown)} are left`;
  }
  more.hidden = true;
  return {
    node: h('div', null, node, more),
    add(row) {
      rows.push(row);
      if (shown < PAGE && rows.length >= shown + 50) {
        page();
      }
    },
    end() {
      if (shown < PAGE && shown < rows.length) {
        page();
      }
      more.hidden = shown === rows.length;
      more.textContent = `Show more, ${number(rows.length - shown)} are left`;
    },
  };
}

/** Buttons that execute the query again and save all of its result. */
function saving(text, formats, output) {
  return h('div', { class: 'actions' }, h('span', { class: 'hint' }, 'Save all as'),
    formats.map(([name, type, ending]) =>
      h('button', {
        type: 'button', class: 'quiet', onclick: async () => {
          try {
            const url = URL.createObjectURL(await (await ask(text, type)).blob());
            h('a', { href: url, download: `result.${ending}` }).click();
            URL.revokeObjectURL(url);
          } catch (error) {
            output.prepend(failure(error));
          }
        },
      }, name)));
}
