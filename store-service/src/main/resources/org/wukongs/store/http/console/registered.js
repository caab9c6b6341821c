// One continuous query: its rows as they come, and how it does.

import { every, getJson, send } from './api.js';
import { histogram, Sparkline } from './chart.js';
import { carefulButton, counted, facts, failure, h, micros, nodeLink, number, renew, table, time } from './dom.js';
import { parseTriple, termNode } from './terms.js';
import { watch } from './watch.js';

const LOOK_MS = 1000;

/** Rows that stay on the page; older ones go. */
const ROW_COUNT_MAX = 300;

function path(name) {
  return `queries/${encodeURIComponent(name)}`;
}

/** A quantile of a query's latencies. */
export function latency(query, quantile) {
  return micros(query.executionCount === 0 ? null : query.latencyUs[quantile]);
}

export function showRegistered(main, name, signal) {
  const details = h('div');
  const text = h('pre', { tabindex: 0, 'aria-label': 'Text of the query' });
  const chart = h('div');
  const lag = new Sparkline('Lag in ms');
  const problem = h('div');
  main.append(h('p', null, h('a', { href: '#/continuous' }, '← all queries')), h('h1', null, name), problem,
    live(path(name), 'Rows', liveRows, signal), h('h2', null, 'How it does'), details, lag.node, h('h2', null, 'Latency of the engine'), chart,
    h('h2', null, 'Text'), text,
    h('div', { class: 'actions' }, carefulButton('Unregister', 'Press again to unregister', async () => {
      try {
        await send(path(name), { method: 'DELETE', signal });
        location.hash = '#/continuous';
      } catch (error) {
        problem.replaceChildren(await withNodes(error));
      }
    })));
  every(LOOK_MS, signal, async () => {
    try {
      const query = await getJson(path(name), { signal });
      lag.add(query.lagMs);
      renew(details, detailsNode(query));
      renew(chart, histogram(query.latencyHistogramUs));
      if (text.textContent !== query.text) {
        text.textContent = query.text;
      }
      problem.replaceChildren();
    } catch (error) {
      if (!signal.aborted) {
        problem.replaceChildren(await withNodes(error));
      }
    }
  });
}

/** Shows a problem, and the consoles of the other nodes if one of them has the query. */
export async function withNodes(error) {
  if (error.kind === 'elsewhere') {
    try {
      const { nodes } = await getJson('cluster');
      error.more = nodes.filter((node) => !node.self && node.httpAddress).map((node) =>
        [nodeLink(node.httpAddress, `node ${node.node}`), ' ']);
    } catch {
      // The problem itself says enough.
    }
  }
  return failure(error);
}

function detailsNode(query) {
  return h('div', null,
    facts([
      ['executions', number(query.executionCount)], ['rows', number(query.rowCount)],
      ['next window end', time(query.nextWindowEndMs)], ['lag', `${number(query.lagMs)} ms`],
      ['failed', number(query.failureCount)], ['windows lost', number(query.lostWindowCount)],
      ['p50', latency(query, 'p50')], ['p99', latency(query, 'p99')], ['max', latency(query, 'max')],
      ['step', `${number(query.stepMs)} ms`], ['streams', query.streams.join(', ')],
      ['template', query.template ?? 'none'],
    ]),
    query.readers.length === 0 ? null
      : table('Readers', ['reader', 'next window end', 'connected'],
        query.readers.map((reader) => [reader.name, time(reader.nextWindowEndMs), reader.connected ? 'yes' : 'no'])));
}

/** What comes at `path`, the newest first, in rows that `show` makes. */
export function live(path, title, show, signal) {
  const said = h('p', { class: 'summary' }, 'not watching');
  const output = h('div');
  const from = h('select', { 'aria-label': 'From' },
    h('option', { value: 'now' }, 'from now'), h('option', { value: 'earliest' }, 'from the earliest that is kept'));
  const button = h('button', { type: 'button', id: 'watch' }, 'Watch');
  let watching = null;

  function stop() {
    watching?.abort();
    watching = null;
    button.textContent = 'Watch';
  }

  button.addEventListener('click', async () => {
    if (watching) {
      stop();
      said.textContent = 'not watching';
      return;
    }
    const mine = new AbortController();
    watching = mine;
    button.textContent = 'Stop';
    const rows = show(output);
    try {
      await watch(path, from.value, mine.signal,
        (window) => { said.textContent = rows.add(window); }, (text) => { said.textContent = text; });
    } catch (error) {
      said.textContent = '';
      output.prepend(await withNodes(error));
    }
    if (watching === mine) {
      stop();
    }
  });
  signal.addEventListener('abort', stop);
  return h('div', null, h('h2', null, title),
    h('div', { class: 'actions' }, button, from), said, output);
}

function liveRows(output) {
  let node = null;
  let columns = null;
  let windowCount = 0;
  return {
    add(window) {
      if (window.end) {
        return ended(window);
      }
      if (window.from !== undefined) {
        return `windows from ${time(window.from)} to ${time(window.to)} are gone`;
      }
      if (window.failed) {
        return `the window that ended at ${time(window.windowEnd)} failed: ${window.failed}`;
      }
      const vars = window.vars ?? (window.triples === undefined ? ['answer'] : ['subject', 'predicate', 'object']);
      if (node === null) {
        columns = ['window end', ...vars];
        node = table('Live rows', columns, []);
        output.replaceChildren(node);
      }
      windowCount++;
      const all = cellsOf(window);
      prependRows(node, all.slice(0, ROW_COUNT_MAX).map((row) => [time(window.windowEnd), ...row]));
      return `${counted(windowCount, 'window')}; `
        + `the last one ended at ${time(window.windowEnd)} with ${counted(all.length, 'row')}`;
    },
  };
}

function ended(line) {
  return `ended: ${line.end} ${line.detail ?? ''}`;
}

/** Puts rows on top of a table, which keeps the newest. */
function prependRows(node, rows) {
  const body = node.querySelector('tbody');
  body.prepend(...rows.map((row) => h('tr', null, row.map((cell) => h('td', null, cell)))));
  while (body.children.length > ROW_COUNT_MAX) {
    body.lastElementChild.remove();
  }
}

/** Tuples of a stream; those of a moment are shown together. */
export function liveTuples(output) {
  let node = null;
  let waiting = [];
  let tupleCount = 0;

  function show() {
    if (node === null) {
      node = table('Live tuples', ['event time', 'kind', 'subject', 'predicate', 'object'], []);
      output.replaceChildren(node);
    }
    prependRows(node, waiting.map((tuple) =>
      [time(tuple.time), tuple.removal ? 'removal' : 'addition', ...tuple.triple.map(termNode)]).reverse());
    waiting = [];
  }

  return {
    add(line) {
      if (line.end) {
        return ended(line);
      }
      if (line.from !== undefined) {
        return `tuples before position ${number(line.to)} are gone`;
      }
      tupleCount++;
      waiting.push(line);
      if (waiting.length === 1) {
        requestAnimationFrame(show);
      } else if (waiting.length > ROW_COUNT_MAX) {
        waiting.shift();
      }
      return `${counted(tupleCount, 'tuple')}; the last one is of ${time(line.time)}`;
    },
  };
}

function cellsOf(window) {
  if (window.rows) {
    return window.rows.map((row) => row.map(termNode));
  }
  return window.triples === undefined
    ? [[String(window.boolean)]]
    : window.triples.split('\n').map(parseTriple).filter((triple) => triple).map((triple) => triple.map(termNode));
}
