// Continuous queries: the list, templates, and new ones.

import { every, getJson, send } from './api.js';
import { failure, h, number, renew, table } from './dom.js';
import { editor } from './editor.js';
import { latency, showRegistered, withNodes } from './registered.js';

const LOOK_MS = 1000;
const TEMPLATES_MS = 10_000;

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
    showRegistered(main, name, signal);
  }
}

function link(name) {
  return h('a', { href: `#/continuous/${encodeURIComponent(name)}` }, name);
}

function showAll(main, signal) {
  const list = h('div');
  const templates = h('div');
  const look = every(LOOK_MS, signal, async () => {
    try {
      renew(list, listNode((await getJson('queries', { signal })).queries));
    } catch (error) {
      if (!signal.aborted) {
        renew(list, failure(error));
      }
    }
  });
  const lookAtTemplates = every(TEMPLATES_MS, signal, async () => {
    try {
      renew(templates, templatesNode((await getJson('queries', { query: { templates: true }, signal })).templates));
    } catch {
      templates.replaceChildren(); // the list says why
    }
  });
  main.append(h('h1', null, 'Continuous queries'), list, h('h2', null, 'New query'),
    registration(signal, () => { look(); lookAtTemplates(); }), templates);
}

function listNode(queries) {
  if (queries.length === 0) {
    return h('p', { class: 'hint' }, 'No query is registered yet. Write one below; its streams must exist.');
  }
  return table('Continuous queries', ['query', '#executions', '#rows', '#p50', '#p99', '#lag', '#failed', '#lost', '#readers'],
    queries.map((query) => [link(query.name), number(query.executionCount), number(query.rowCount),
      latency(query, 'p50'), latency(query, 'p99'), `${number(query.lagMs)} ms`,
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

function registration(signal, registered) {
  const answer = h('div', { role: 'status' });
  const field = editor({ text: sessionStorage.getItem(DRAFT) ?? FIRST, label: 'C-SPARQL', onRun: () => post({}) });

  async function post(query) {
    const text = field.text();
    sessionStorage.setItem(DRAFT, text);
    field.mark(null);
    answer.replaceChildren('asking the store');
    try {
      const response = await send('queries',
        { method: 'POST', body: text, type: 'text/plain', query, accept: 'application/json', signal });
      const known = await response.json();
      const where = [known.streams.length === 1 ? 'stream ' : 'streams ', known.streams.join(', ')];
      answer.replaceChildren(h('p', { class: 'good' }, query.check
        ? ['The text is right: ', known.name, ' has ', known.vars.map((each) => `?${each}`).join(' ') || known.form,
          ' every ', number(known.stepMs), ' ms from ', where, '. It is not registered.']
        : [response.status === 201 ? 'Registered: ' : 'Was registered before: ', link(known.name), ', from ', where, '.']));
      registered();
    } catch (error) {
      if (!signal.aborted) {
        field.mark(error);
        answer.replaceChildren(await withNodes(error));
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
