// Streams: how they come on, one of them with tuples to try, and new ones.

import { every, getJson, send } from './api.js';
import { Sparkline } from './chart.js';
import { live, liveTuples, withNodes } from './registered.js';
import { carefulButton, counted, facts, failure, h, number, renew, table, time } from './dom.js';

const LOOK_MS = 1000;

export function showStreams(main, name, signal) {
  if (name === null) {
    showAll(main, signal);
  } else {
    showOne(main, name, signal);
  }
}

/** Rates from counts of now and of the time before. */
class Rates {
  constructor() {
    this.before = new Map();
  }

  /** Tuples a second since the call before for this name; null at first. */
  of(name, count) {
    const nowMs = performance.now();
    const last = this.before.get(name);
    this.before.set(name, { count, nowMs });
    return last && nowMs > last.nowMs ? Math.max(0, ((count - last.count) * 1000) / (nowMs - last.nowMs)) : null;
  }
}

function rate(perSecond) {
  return perSecond === null ? '–' : `${number(Math.round(perSecond))}/s`;
}

function stable(stream) {
  return stream.ended ? 'ended' : time(stream.stableMs);
}

function showAll(main, signal) {
  const list = h('div');
  const rates = new Rates();
  const look = every(LOOK_MS, signal, async () => {
    try {
      renew(list, listNode((await getJson('streams', { signal })).streams, rates));
    } catch (error) {
      if (!signal.aborted) {
        renew(list, failure(error));
      }
    }
  });
  main.append(h('h1', null, 'Streams'), list, h('h2', null, 'New stream'), registration(signal, look));
}

function listNode(streams, rates) {
  if (streams.length === 0) {
    return h('p', { class: 'hint' }, 'No stream is registered yet.');
  }
  return table('Streams', ['stream', '#rate', '#tuples', 'stable up to', 'newest tuple', '#late', '#kept for windows',
    '#writers', 'graph'],
    streams.map((stream) => [
      h('a', { href: `#/streams/${encodeURIComponent(stream.name)}` }, stream.name),
      rate(rates.of(stream.name, stream.tupleCount)), number(stream.tupleCount), stable(stream), time(stream.newestMs),
      number(stream.lateCount), number(stream.retainedTupleCount),
      `${number(stream.openWriterCount)} of ${number(stream.writerCount)}${stream.idle ? ', idle' : ''}`, stream.graph]));
}

function input(id, label, attributes, hint) {
  return h('div', { class: 'field' }, h('label', { for: id }, label), h('input', { id, ...attributes }),
    hint ? h('span', { class: 'hint' }, hint) : null);
}

function registration(signal, look) {
  const answer = h('div', { role: 'status' });
  const form = h('form', { class: 'form' },
    input('stream-name', 'Name', { required: true, value: 'posts' }, 'a bare word or an IRI'),
    input('stream-interval', 'Batch interval, ms', { type: 'number', min: 1, value: 100 }),
    input('stream-retention', 'Retention', { value: 'forever' }, 'how long stored triples stay, such as 60s'),
    input('stream-timing', 'Timing predicates', {}, 'IRIs, with spaces between them: not stored'),
    h('div', { class: 'actions' }, h('button', { type: 'submit' }, 'Register stream')));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const value = (id) => form.querySelector(`#${id}`).value.trim();
    const definition = {
      name: value('stream-name'), batchIntervalMs: Number(value('stream-interval')),
      retention: value('stream-retention') || 'forever',
      timingPredicates: value('stream-timing').split(/\s+/).filter((iri) => iri),
    };
    try {
      const response = await send('streams',
        { method: 'POST', body: JSON.stringify(definition), type: 'application/json', signal });
      answer.replaceChildren(h('p', { class: 'good' },
        response.status === 201 ? 'Registered.' : 'Was registered before, with the same settings.'));
      look();
    } catch (error) {
      answer.replaceChildren(await withNodes(error));
    }
  });
  return h('div', null, form, answer);
}

function showOne(main, name, signal) {
  const details = h('div');
  const problem = h('div');
  const chart = new Sparkline('Tuples a second');
  const rates = new Rates();
  const path = `streams/${encodeURIComponent(name)}`;
  const look = every(LOOK_MS, signal, async () => {
    try {
      const stream = await getJson(path, { signal });
      const perSecond = rates.of(name, stream.tupleCount);
      chart.add(perSecond);
      renew(details, detailsNode(stream, perSecond));
      problem.replaceChildren();
    } catch (error) {
      if (!signal.aborted) {
        problem.replaceChildren(await withNodes(error));
      }
    }
  });
  main.append(h('p', null, h('a', { href: '#/streams' }, '← all streams')), h('h1', null, name), problem, details,
    chart.node, live(path, 'Tuples', liveTuples, signal), h('h2', null, 'Add tuples'), adding(path, signal, look),
    h('div', { class: 'actions' }, carefulButton('Drop stream', 'Press again to drop', async () => {
      try {
        await send(path, { method: 'DELETE', signal });
        location.hash = '#/streams';
      } catch (error) {
        problem.replaceChildren(await withNodes(error));
      }
    })));
}

function detailsNode(stream, perSecond) {
  return facts([
    ['tuples', number(stream.tupleCount)], ['rate', rate(perSecond)], ['stable up to', stable(stream)],
    ['newest tuple', time(stream.newestMs)], ['late tuples', number(stream.lateCount)],
    ['kept for windows', number(stream.retainedTupleCount)], ['wait for their batch', number(stream.stagedTupleCount)],
    ['dropped for room', number(stream.yieldedTupleCount)], ['repeated messages', number(stream.duplicateMessageCount)],
    ['batch interval', `${number(stream.batchIntervalMs)} ms`], ['graph', stream.graph],
    ['retention', stream.retention], ['mentions not due', number(stream.mentionCount)],
    ['triples that have left', number(stream.expiredTripleCount)],
    ['timing predicates', stream.timingPredicates?.join(' ') || 'none'],
    ['writers', `${number(stream.openWriterCount)} of ${number(stream.writerCount)} connected${stream.idle ? ', idle' : ''}`],
  ]);
}

function adding(path, signal, look) {
  const answer = h('div', { role: 'status' });
  const lines = h('textarea', { id: 'tuples', rows: 4, spellcheck: 'false',
    value: '1050\t<http://example.org/ada> <http://example.org/wrote> <http://example.org/p1> .\n' });
  const form = h('form', { class: 'form wide' },
    h('div', { class: 'field' }, h('label', { for: 'tuples' }, 'Tuples'), lines,
      h('span', { class: 'hint' }, 'a line each: event time in ms, a tab, a statement of N-Triples')),
    input('close-up-to', 'Close up to, ms', { inputmode: 'numeric', value: '2000' }, 'no further tuple is before this time'),
    h('div', { class: 'actions' }, h('button', { type: 'submit', id: 'add' }, 'Add')));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const closeUpTo = form.querySelector('#close-up-to').value.trim();
    try {
      const response = await send(path, {
        method: 'POST', body: lines.value, type: 'text/plain', query: closeUpTo ? { closeUpTo } : {}, signal,
      });
      const { tupleCount, stableMs } = await response.json();
      answer.replaceChildren(h('p', { class: 'good' }, `${counted(tupleCount, 'tuple')} taken, stable up to ${time(stableMs)}`));
      look();
    } catch (error) {
      answer.replaceChildren(await withNodes(error));
    }
  });
  return h('div', null, form, answer);
}
