// The node and its cluster: snapshot, stable times of streams, nodes, memory, log.

import { every, getJson, send } from './api.js';
import { Sparkline } from './chart.js';
import { bytes, facts, failure, h, nodeLink, number, renew, table, time } from './dom.js';

const LOOK_MS = 1000;

export function showCluster(main, name, signal) {
  const top = h('div');
  const rest = h('div');
  const snapshots = new Sparkline('Stable_SN');
  const triples = new Sparkline('Stored triples');
  main.append(h('h1', null, 'Cluster'), top,
    h('div', { class: 'charts' }, snapshots.node, triples.node),
    rest);
  every(LOOK_MS, signal, async () => {
    try {
      const [status, stored, values] = await Promise.all(
        [getJson('status', { signal }), getJson('graphs', { signal }), metrics(signal)]);
      snapshots.add(status.stableSnapshot);
      triples.add(status.storedTripleCount);
      renew(top, node(status, stored, values));
      renew(rest, nodes(status), vector(status), copies(status), keeping(status));
    } catch (error) {
      if (!signal.aborted) {
        renew(top, failure(error));
      }
    }
  });
}

/** The numbers of /metrics that have no labels, by their names. */
async function metrics(signal) {
  const text = await (await send('metrics', { signal })).text();
  const values = new Map();
  for (const line of text.split('\n')) {
    const sample = /^(\w+)(?:\{[^}]*\})? (\S+)/.exec(line);
    if (sample) {
      values.set(sample[1], (values.get(sample[1]) ?? 0) + Number(sample[2]));
    }
  }
  return values;
}

function node(status, stored, values) {
  return facts([
    ['Stable_SN', number(status.stableSnapshot)],
    ['stored triples', number(status.storedTripleCount)],
    ['memory of graphs', bytes(stored.memoryBytes)],
    ['memory of the dictionary', bytes(values.get('wukongs_dictionary_memory_bytes'))],
    ['memory of running queries', bytes(values.get('wukongs_queries_memory_bytes'))],
    ['memory of live results', bytes(values.get('wukongs_live_memory_bytes'))],
    ['streams', number(status.streams.length)],
    ['continuous queries', number(status.queries.length)],
    ['nodes', status.nodes.length === 0 ? 'one, not a cluster' : number(status.nodes.length)],
  ]);
}

function nodes({ nodes: all, joining }) {
  if (all.length === 0) {
    return h('div');
  }
  return h('section', null, h('h2', null, 'Nodes'),
    table('Nodes', ['node', 'state', '#partitions', '#Local_SN', '#behind', '#Stable_SN', '#triples', '#memory',
      '#queries', 'streams', 'console'],
      all.map((one) => [
        one.self ? `${one.node} (this one)` : String(one.node),
        h('span', { class: one.failure ? 'bad' : 'good' }, one.failure ?? 'answers'),
        number(one.partitionCount), number(one.madeSnapshot), number(one.turnsBehind), number(one.stableSnapshot),
        number(one.tripleCount), bytes(one.memoryBytes), number(one.queryCount), one.streams.join(', '),
        one.httpAddress && !one.self ? nodeLink(one.httpAddress, one.httpAddress) : ''])),
    joining.length === 0 ? null
      : table('Joining nodes', ['joining', 'address', 'state'],
        joining.map((one) => [String(one.node), one.address, one.failure ?? 'answers'])));
}

function vector({ streams }) {
  return h('section', null, h('h2', null, 'Stable_VTS'),
    streams.length === 0 ? h('p', { class: 'hint' }, 'No streams.')
      : table('Stable times of streams', ['stream', 'stable up to', 'newest tuple', '#waiting'], streams.map((stream) => [
        h('a', { href: `#/streams/${encodeURIComponent(stream.name)}` }, stream.name),
        stream.ended ? 'ended' : time(stream.stableMs), time(stream.newestMs), number(stream.stagedTupleCount)])));
}

function copies({ replicas }) {
  return replicas.length === 0 ? h('div') : h('section', null, h('h2', null, 'Copies of streams'),
    table('Copies of streams', ['stream', 'from node', 'to node', 'stable up to', '#tuples', '#bytes', 'state'],
      replicas.map((copy) => [copy.stream, String(copy.home), String(copy.node), time(copy.stableMs), number(copy.tupleCount),
        bytes(copy.byteCount), copy.failure ?? 'comes on'])));
}

function keeping({ log, copy, restored }) {
  const pairs = [];
  if (log) {
    pairs.push(['log, newest record', number(log.appendedPosition)], ['log, on disk', number(log.durablePosition)],
      ['log', log.stall ?? 'can be written']);
  }
  if (copy) {
    pairs.push(['copy at', copy.place], ['copy is behind', `${bytes(copy.behindBytes)}, ${number(copy.behindMs)} ms`],
      ['copy', copy.failure ?? 'can be written']);
  }
  if (restored) {
    pairs.push(['started from', restored.checkpoint], ['made', time(restored.madeMs)]);
  }
  return h('section', null, h('h2', null, 'What is kept'),
    pairs.length === 0 ? h('p', null, 'Nothing: the store has no data directory.') : facts(pairs));
}
