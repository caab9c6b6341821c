// Stored graphs with their counts.

import { every, getJson } from './api.js';
import { failure, h, number, table } from './dom.js';
import { prepareQuery } from './query.js';

const LOOK_MS = 2000;

export function showGraphs(main, name, signal) {
  const list = h('div');
  main.append(h('h1', null, 'Graphs'), list);
  let before = '';
  every(LOOK_MS, signal, async () => {
    try {
      const known = await getJson('graphs', { signal });
      const now = JSON.stringify(known);
      if (now !== before) { // else the focus would leave a button
        list.replaceChildren(listNode(known));
        before = now;
      }
    } catch (error) {
      if (!signal.aborted) {
        before = '';
        list.replaceChildren(failure(error));
      }
    }
  });
}

function listNode({ graphs, graphCount }) {
  return h('div', null,
    h('p', { class: 'hint' }, 'Triples are those of this node; in a cluster, others have more.',
      graphs.length < graphCount ? ` These are the first ${number(graphs.length)} of ${number(graphCount)} graphs.` : ''),
    table('Graphs', ['graph', '#triples', 'look at it'], graphs.map((graph) => [
      graph.iri, number(graph.tripleCount),
      h('button', { type: 'button', class: 'quiet', 'aria-label': `Query ${graph.iri}`, onclick: () => query(graph) },
        'Query')])));
}

function query({ iri }) {
  prepareQuery(`SELECT ?subject ?predicate ?object\nFROM <${iri}>\nWHERE { ?subject ?predicate ?object }\nLIMIT 100\n`);
}
