// One-shot queries and updates: text, result, plan.

import { send } from './api.js';
import { editor, forgetTerms } from './editor.js';
import { counted, failure, h, number } from './dom.js';
import { planNode } from './plan.js';
import { readResult } from './results.js';

const TEXT = 'wukongs.query';
const FIRST = `SELECT ?subject ?predicate ?object
WHERE { ?subject ?predicate ?object }
LIMIT 100
`;

/** Has the next view of queries begin with a text. */
export function prepareQuery(text) {
  sessionStorage.setItem(TEXT, text);
  location.hash = '#/query';
}

/** Whether a text is an update: its first word after comments and prefixes. */
export function isUpdate(text) {
  const bare = text.replace(/<[^<>\s]*>/g, '<>').replace(/#.*$/gm, '');
  const first = bare.replace(/^\s*((PREFIX\s+[\w.-]*:\s*<>|BASE\s+<>)\s*)*/i, '');
  return /^(INSERT|DELETE|LOAD|CLEAR|CREATE|DROP|COPY|MOVE|ADD|WITH)\b/i.test(first);
}

export function showQuery(main, name, signal) {
  const output = h('div');
  const summary = h('p', { class: 'summary', role: 'status' });
  let running = null; // aborts the request that runs

  const field = editor({ text: sessionStorage.getItem(TEXT) ?? FIRST, label: 'SPARQL', onRun: () => run(execute) });
  const stop = h('button', { type: 'button', class: 'quiet', onclick: () => running?.abort() }, 'Stop');
  stop.disabled = true;
  const buttons = [
    h('button', { type: 'button', id: 'run', title: 'Ctrl+Enter', onclick: () => run(execute) }, 'Run'),
    h('button', { type: 'button', id: 'explain', class: 'quiet', onclick: () => run(explain('plan')) }, 'Explain'),
    h('button', { type: 'button', id: 'profile', class: 'quiet', onclick: () => run(explain('execute')) },
      'Explain and execute'),
  ];

  async function run(what) {
    const text = field.text();
    sessionStorage.setItem(TEXT, text);
    running?.abort();
    const mine = new AbortController();
    running = mine;
    field.mark(null);
    output.replaceChildren();
    summary.textContent = 'running';
    stop.disabled = false;
    const beganMs = performance.now();
    try {
      const said = await what(text, mine.signal, output);
      summary.textContent = `${said} in ${Math.round(performance.now() - beganMs)} ms`;
    } catch (error) {
      if (running !== mine) {
        return;
      }
      summary.textContent = '';
      if (error.name === 'AbortError') {
        summary.textContent = 'stopped';
      } else {
        field.mark(error);
        output.replaceChildren(failure(error));
      }
    } finally {
      if (running === mine) {
        stop.disabled = true;
        running = null;
      }
    }
  }

  main.append(
    h('h1', null, 'Query'), field.node,
    h('div', { class: 'actions' }, buttons, stop,
      h('span', { class: 'hint' }, 'Ctrl+Enter runs, Ctrl+Space completes')),
    summary, output);
  signal.addEventListener('abort', () => {
    sessionStorage.setItem(TEXT, field.text());
    running?.abort();
    field.close();
  });
}

async function execute(text, signal, output) {
  if (isUpdate(text)) {
    const response = await send('update', { method: 'POST', body: text, type: 'application/sparql-update', signal });
    const { added, removed, snapshot } = await response.json();
    forgetTerms();
    return `${counted(added, 'triple')} added, ${number(removed)} removed, snapshot ${number(snapshot)},`;
  }
  return readResult(text, signal, output);
}

function explain(mode) {
  return async (text, signal, output) => {
    const response = await send('sparql', {
      method: 'POST', body: text, type: 'application/sparql-query', query: { explain: mode }, signal,
    });
    const plan = await response.json();
    output.replaceChildren(planNode(plan));
    return counted(plan.steps.length, 'step');
  };
}
