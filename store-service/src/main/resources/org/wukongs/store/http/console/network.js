// Triples as a picture: nodes that repel each other, arrows that pull.

import { h, number, svg } from './dom.js';
import { localName, shortText, termText } from './terms.js';

/** More cannot be told apart; the table has all. */
const NODE_COUNT_MAX = 120;

const WIDTH = 900;
const HEIGHT = 520;
const ROUNDS = 250;
const LABEL_CHARS_MAX = 24;

function cut(text) {
  return text.length > LABEL_CHARS_MAX ? `${text.slice(0, LABEL_CHARS_MAX - 1)}…` : text;
}

function parts(triples) {
  const nodes = new Map();
  const links = [];
  let left = 0;
  const node = (term) => {
    const key = termText(term);
    if (!nodes.has(key) && nodes.size < NODE_COUNT_MAX) {
      nodes.set(key, { term, x: 0, y: 0 });
    }
    return nodes.get(key);
  };
  for (const [s, p, o] of triples) {
    const from = node(s);
    const to = node(o);
    if (from && to) {
      links.push({ from, to, label: p.value });
    } else {
      left++;
    }
  }
  return { nodes: [...nodes.values()], links, left };
}

/** Places nodes, always in the same way. Repulsion by 1/distance, attraction by distance². */
function place(nodes, links) {
  const ideal = 0.8 * Math.sqrt((WIDTH * HEIGHT) / Math.max(nodes.length, 1));
  nodes.forEach((node, i) => {
    const angle = i * 2.4; // a spiral, so that none are in the same place
    node.x = WIDTH / 2 + 12 * Math.sqrt(i) * Math.cos(angle);
    node.y = HEIGHT / 2 + 12 * Math.sqrt(i) * Math.sin(angle);
  });
  for (let round = 0; round < ROUNDS; round++) {
    nodes.forEach((node) => { node.dx = (WIDTH / 2 - node.x) * 0.02; node.dy = (HEIGHT / 2 - node.y) * 0.04; });
    for (let i = 0; i < nodes.length; i++) {
      for (let k = 0; k < i; k++) {
        push(nodes[i], nodes[k], (ideal * ideal) / 8);
      }
    }
    links.forEach(({ from, to }) => pull(from, to, ideal));
    const stepMax = 30 * (1 - round / ROUNDS) + 1;
    nodes.forEach((node) => {
      const size = Math.hypot(node.dx, node.dy) || 1;
      node.x += (node.dx / size) * Math.min(size, stepMax);
      node.y += (node.dy / size) * Math.min(size, stepMax);
    });
  }
}

function push(a, b, strength) {
  const x = a.x - b.x;
  const y = a.y - b.y;
  const force = strength / Math.max(x * x + y * y, 1);
  a.dx += x * force; a.dy += y * force;
  b.dx -= x * force; b.dy -= y * force;
}

function pull(a, b, ideal) {
  const x = b.x - a.x;
  const y = b.y - a.y;
  const force = Math.hypot(x, y) / ideal / 20;
  a.dx += x * force; a.dy += y * force;
  b.dx -= x * force; b.dy -= y * force;
}

function bounds(nodes) {
  const xs = nodes.map((node) => node.x);
  const ys = nodes.map((node) => node.y);
  const left = Math.min(...xs) - 60;
  const top = Math.min(...ys) - 40;
  const width = Math.max(400, Math.max(...xs) + 110 - left);
  const height = Math.max(200, Math.max(...ys) + 40 - top);
  return `${left} ${top} ${width} ${height}`;
}

/** A figure of triples; empty if there are none. */
export function network(triples) {
  if (triples.length === 0) {
    return h('p', null, 'No triples.');
  }
  const { nodes, links, left } = parts(triples);
  place(nodes, links);
  const lines = links.map(({ from, to, label }) => {
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const x2 = to.x - ((to.x - from.x) / length) * 11;
    const y2 = to.y - ((to.y - from.y) / length) * 11;
    return svg('g', { class: 'link' },
      svg('line', { x1: from.x, y1: from.y, x2, y2, 'marker-end': 'url(#arrow)' }, svg('title', null, label)),
      svg('text', { x: (from.x + x2) / 2, y: (from.y + y2) / 2 - 3 }, cut(localName(label))));
  });
  const circles = nodes.map(({ term, x, y }) =>
    svg('g', { class: `node ${term.type}` },
      svg('circle', { cx: x, cy: y, r: term.type === 'literal' ? 5 : 8 }, svg('title', null, termText(term))),
      svg('text', { x: x + 11, y: y + 4 }, cut(shortText(term)))));
  const arrow = svg('marker',
    { id: 'arrow', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto' },
    svg('path', { d: 'M0 0 8 4 0 8z' }));
  return h('figure', { class: 'network' },
    svg('svg', { viewBox: bounds(nodes), role: 'img', 'aria-label': `Graph of ${nodes.length} nodes; the table has its triples` },
      svg('defs', null, arrow), lines, circles),
    left > 0 ? h('figcaption', null, `${number(left)} triples of further nodes are in the table only.`) : null);
}
