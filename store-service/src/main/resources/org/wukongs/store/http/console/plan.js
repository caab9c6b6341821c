// The plan of a query as a tree.

import { h, micros, number } from './dom.js';

function rows(count) {
  return count === null ? '–' : number(Math.round(count));
}

function stepNode(step, slowestUs) {
  const executed = step.actualRows !== null;
  const figures = [
    h('span', { title: 'rows that were expected' }, `estimated ${rows(step.estimatedRows)}`),
    h('span', { title: 'rows that came' }, `actual ${rows(step.actualRows)}`),
  ];
  if (executed) {
    figures.push(h('span', null, micros(step.timeUs)),
      h('meter', { min: 0, max: Math.max(slowestUs, 1), value: step.timeUs,
        'aria-label': `share of time: ${micros(step.timeUs)} of ${micros(slowestUs)} in the slowest step` }));
  }
  const wrong = executed && step.estimatedRows !== null
    && Math.max(step.estimatedRows, 1) / Math.max(step.actualRows, 1);
  return h('div', { class: 'step' },
    h('span', { class: 'badge' }, step.kind), ' ',
    h('code', null, step.description),
    h('div', { class: 'figures' }, figures,
      wrong && (wrong > 10 || wrong < 0.1) ? h('span', { class: 'bad' }, 'far from the estimate') : null));
}

/** Steps come in the order of the tree, each with its depth. */
export function planNode(plan) {
  const top = h('ul', { class: 'plan', 'aria-label': 'Plan' });
  const lists = [top];
  const slowestUs = Math.max(0, ...plan.steps.map((step) => step.timeUs ?? 0));
  for (const step of plan.steps) {
    const depth = Math.min(step.depth, lists.length - 1);
    lists.length = depth + 1;
    const below = h('ul');
    lists[depth].append(h('li', null, stepNode(step, slowestUs), below));
    lists.push(below);
  }
  top.querySelectorAll('ul:empty').forEach((empty) => empty.remove());
  return h('div', null,
    h('p', null, plan.engine === 'exploration'
      ? 'One exploration of the graph: its steps run from top to bottom.'
      : 'Operators over tables: each has below it what it reads.'),
    top);
}
