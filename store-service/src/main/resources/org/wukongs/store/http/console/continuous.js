// Continuous queries: the list, one of them with its rows as they come, and new ones.

import { every, getJson, send } from './api.js';
import { histogram, Sparkline } from './chart.js';
import { carefulButton, facts, failure, h, micros, number, table, time } from './dom.js';
import { editor } from './editor.js';
import { parseTriple, termNode } from './terms.js';
import { watch } from './watch.js';

const LOOK_MS = 1000;
const TEMPLATES_MS = 10_000;

/** Rows that stay on the page; older ones go. */
const ROW_COUNT_MAX = 300;

const DRAFT = 'wukongs.registration';
const FIRST = `REGISTER QUERY latest AS
SELECT ?subject ?predicate ?object
FROM STREAM posts [RANGE 1s STEP 1s]
WHERE { ?subject ?predicate ?object }
`;

export function showContinuous(main, name, signal) {
  if (name === null) {
    showAll(main, signal);
  } else {
    showOne(main, name, signal);
  }
}

function link(name) {
  return h('a', { href: `#/continuous/${encodeURIComponent(name)}` }, name);
}

function path(name) {
  return `queries/${encodeURIComponent(name)}`;
}

// All

function showAll(main, signal) {
  const list = h('div');
  const templates = h('div');
  const look = every(LOOK_MS, signal, async () => {
    try {
      list.replaceChildren(listNode((await getJson('queries', { signal })).queries));
    } catch (error) {
      if (!signal.aborted) {
        list.replaceChildren(failure(error));
      }
    }
  });
  every(TEMPLATES_MS, signal, async () => {
    try {
      templates.replaceChildren(templatesNode((await getJson('queries', { query: { templates: true }, signal })).templates));
    } catch {
      templates.replaceChildren(); // the list says why
    }
  });
  main.append(h('h1', null, 'Continuous queries'), list, h('h2', null, 'New query'), registration(signal, look), templates);
}

function listNode(queries) {
  if (queries.length === 0) {
    return h('p', { class: 'hint' }, 'No query is registered yet. Write one below; its streams must exist.');
  }
  return table('Continuous queries', ['query', '#executions', '#rows', '#p50', '#p99', '#lag', '#failed', '#lost', '#readers'],
    queries.map((query) => [link(query.name), number(query.executionCount), number(query.rowCount),
      micros(query.latencyUs.p50), micros(query.latencyUs.p99), `${number(query.lagMs)} ms`,
      number(query.failureCount), number(query.lostWindowCount), number(query.readers.length)]));
}

function templatesNode(templates) {
  return h('section', null,
    h('h2', null, 'Templates'),
    h('p', { class: 'hint' }, 'Queries that differ in constants only are executed together.'),
    templates.length === 0 ? h('p', null, 'None.')
      : table('Templates', ['one of its queries', '#queries', '#different constants', '#step'],
        templates.map((template) => [
          h('details', null, h('summary', null, template.vars.map((each) => `?${each}`).join(' ') || template.form,
            ' from ', template.streams.join(', ')), h('pre', null, template.text)),
          number(template.queryCount), number(template.memberCount), `${number(template.stepMs)} ms`])));
}

function registration(signal, look) {
  const answer = h('div', { role: 'status' });
  const field = editor({ text: sessionStorage.getItem(DRAFT) ?? FIRST, label: 'C-SPARQL', onRun: () => post({}) });

  async function post(query) {
    const text = field.text();
    sessionStorage.setItem(DRAFT, text);
    field.mark(null);
    answer.replaceChildren('asking the store');
    try {
      const response = await send('queries', { method: 'POST', body: text, type: 'text/plain', query, accept: 'application/json', signal });
      const known = await response.json();
      const where = [known.streams.length === 1 ? 'stream ' : 'streams ', known.streams.join(', ')];
      answer.replaceChildren(h('p', { class: 'good' }, query.check
        ? ['The text is right: ', known.name, ' has ', known.vars.map((each) => `?${each}`).join(' ') || known.form,
          ' every ', number(known.stepMs), ' ms from ', where, '. It is not registered.']
        : [response.status === 201 ? 'Registered: ' : 'Was registered before: ', link(known.name), ', from ', where, '.']));
      look();
    } catch (error) {
      if (!signal.aborted) {
        field.mark(error);
        answer.replaceChildren(failure(error));
      }
    }
  }

  signal.addEventListener('abort', () => {
    sessionStorage.setItem(DRAFT, field.text());
    field.close();
  });
  return h('div', null, field.node,
    h('div', { class: 'actions' },
      h('button', { type: 'button', id: 'register', title: 'Ctrl+Enter', onclick: () => post({}) }, 'Register'),
      h('button', { type: 'button', id: 'check', class: 'quiet', onclick: () => post({ check: true }) }, 'Check only')),
    answer);
}

// One

function showOne(main, name, signal) {
  const details = h('div');
  const text = h('pre', { tabindex: 0, 'aria-label': 'Text of the query' });
  const chart = h('div');
  const lag = new Sparkline('lag in ms');
  const problem = h('div');
  main.append(h('p', null, h('a', { href: '#/continuous' }, '← all queries')), h('h1', null, name), problem, details,
    live(name, signal), h('h2', null, 'Latency of the engine'), chart, h('h2', null, 'Lag'), lag.node,
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
      details.replaceChildren(detailsNode(query));
      chart.replaceChildren(histogram(query.latencyHistogramUs));
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
        [h('a', { href: `${node.httpAddress}/${location.hash}`, rel: 'noreferrer' }, `node ${node.node}`), ' ']).flat();
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
      ['p50', micros(query.latencyUs.p50)], ['p99', micros(query.latencyUs.p99)], ['max', micros(query.latencyUs.max)],
      ['step', `${number(query.stepMs)} ms`], ['streams', query.streams.join(', ')],
      ['template', query.template ?? 'none'],
    ]),
    query.readers.length === 0 ? null
      : table('Readers', ['reader', 'next window end', 'connected'],
        query.readers.map((reader) => [reader.name, time(reader.nextWindowEndMs), reader.connected ? 'yes' : 'no'])));
}

/** Rows as they come, the newest first. */
function live(name, signal) {
  const said = h('p', { class: 'summary', role: 'status' }, 'not watching');
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
    const rows = liveRows(output);
    try {
      await watch(name, from.value, mine.signal,
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
  return h('div', null, h('h2', null, 'Rows'),
    h('div', { class: 'actions' }, button, from), said, output);
}

function liveRows(output) {
  let node = null;
  let columns = null;
  let windowCount = 0;
  return {
    add(window) {
      if (window.end) {
        return `ended: ${window.end} ${window.detail ?? ''}`;
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
      const body = node.querySelector('tbody');
      const cells = cellsOf(window).slice(0, ROW_COUNT_MAX);
      body.prepend(...cells.map((row) =>
        h('tr', null, [time(window.windowEnd), ...row].map((cell) => h('td', null, cell)))));
      while (body.children.length > ROW_COUNT_MAX) {
        body.lastElementChild.remove();
      }
      return `${number(windowCount)} windows; the last one ended at ${time(window.windowEnd)} with ${number(cellsOf(window).length)} rows`;
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
