// Triples as a picture: nodes that repel each other, arrows that pull.

import { h, number, svg } from './dom.js';
import { localName, shortText, termText } from './terms.js';

/** More cannot be told apart; the table has all. */
const NODE_COUNT_MAX = 120;

/** Of a wide page; a narrow one has a narrow picture, so that labels are never small. */
const WIDTH_MAX = 900;
const DISTANCE_MAX = 150;
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

/** Places nodes, always in the same way. Repulsion by 1/distance, attraction by distance. */
function place(nodes, links, width, height) {
  const ideal = Math.min(DISTANCE_MAX, 0.8 * Math.sqrt((width * height) / Math.max(nodes.length, 1)));
  nodes.forEach((node, i) => {
    const angle = i * 2.4; // a spiral, so that none are in the same place
    node.x = width / 2 + 12 * Math.sqrt(i) * Math.cos(angle);
    node.y = height / 2 + 12 * Math.sqrt(i) * Math.sin(angle);
  });
  for (let round = 0; round < ROUNDS; round++) {
    nodes.forEach((node) => {
      node.dx = ((width / 2 - node.x) * 12) / width;
      node.dy = ((height / 2 - node.y) * 12) / height;
    });
    for (let i = 0; i < nodes.length; i++) {
      for (let k = 0; k < i; k++) {
        push(nodes[i], nodes[k], (ideal * ideal) / 12);
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

function bounds(nodes, width) {
  const xs = nodes.map((node) => node.x);
  const ys = nodes.map((node) => node.y);
  const left = Math.min(...xs) - 40;
  const right = Math.max(...xs) + 120;
  const top = Math.min(...ys) - 40;
  const more = Math.max(0, width - (right - left)) / 2; // never larger than life
  return [left - more, top, right - left + 2 * more, Math.max(...ys) + 40 - top].map(Math.round).join(' ');
}

/** A curve to the right of the straight line, so that a link back is another one. */
function linkNode({ from, to, label }) {
  const x = to.x - from.x;
  const y = to.y - from.y;
  const length = Math.hypot(x, y) || 1;
  const bend = Math.min(24, length / 5);
  const middle = { x: (from.x + to.x) / 2 - (y / length) * bend, y: (from.y + to.y) / 2 + (x / length) * bend };
  const rest = Math.hypot(to.x - middle.x, to.y - middle.y) || 1;
  const end = { x: to.x - ((to.x - middle.x) / rest) * 11, y: to.y - ((to.y - middle.y) / rest) * 11 };
  const path = from === to
    ? `M${from.x - 6} ${from.y - 6}c-26 -34 38 -34 14 -1`
    : `M${from.x} ${from.y}Q${middle.x} ${middle.y} ${end.x} ${end.y}`;
  return svg('g', { class: 'link' },
    svg('path', { d: path, 'marker-end': 'url(#arrow)' }, svg('title', null, label)),
    svg('text', { x: (from.x + to.x) / 4 + middle.x / 2, y: from === to ? from.y - 34 : (from.y + to.y) / 4 + middle.y / 2 - 2 },
      cut(localName(label))));
}

function draw(triples, width) {
  const { nodes, links, left } = parts(triples);
  place(nodes, links, width, Math.max(360, width * 0.55));
  const circles = nodes.map(({ term, x, y }) =>
    svg('g', { class: `node ${term.type}` },
      svg('circle', { cx: x, cy: y, r: term.type === 'literal' ? 5 : 8 }, svg('title', null, termText(term))),
      svg('text', { x: x + 11, y: y + 4 }, cut(shortText(term)))));
  const arrow = svg('marker',
    { id: 'arrow', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto' },
    svg('path', { d: 'M0 0 8 4 0 8z' }));
  return [
    svg('svg', {
      viewBox: bounds(nodes, width), role: 'img', 'aria-label': `Graph of ${nodes.length} nodes; the table has its triples`,
    }, svg('defs', null, arrow), links.map(linkNode), circles),
    left > 0 ? h('figcaption', null, `${number(left)} triples of further nodes are in the table only.`) : '',
  ];
}

/** A figure of triples, drawn for the width that it gets; a text if there are none. */
export function network(triples) {
  if (triples.length === 0) {
    return h('p', null, 'No triples.');
  }
  const figure = h('figure', { class: 'network' });
  let drawn = 0;
  new ResizeObserver(() => {
    const width = Math.max(300, Math.min(WIDTH_MAX, figure.clientWidth));
    if (Math.abs(width - drawn) > 20) {
      drawn = width;
      figure.replaceChildren(...draw(triples, width));
    }
  }).observe(figure);
  return figure;
}
