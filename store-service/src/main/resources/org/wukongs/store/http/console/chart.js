// Small charts.

import { h, micros, number, svg } from './dom.js';

/** How many executions took up to how long. */
export function histogram(buckets) {
  const some = buckets.filter(({ count }) => count > 0);
  if (some.length === 0) {
    return h('p', { class: 'hint' }, 'No executions yet.');
  }
  const first = buckets.indexOf(some[0]);
  const shown = buckets.slice(first, buckets.indexOf(some[some.length - 1]) + 1);
  const most = Math.max(...shown.map(({ count }) => count));
  return h('table', { class: 'histogram' },
    h('caption', null, 'Executions by the time that they took'),
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'up to'), h('th', { scope: 'col' }, 'executions'))),
    h('tbody', null, shown.map(({ upTo, count }) =>
      h('tr', null, h('th', { scope: 'row' }, micros(upTo)),
        h('td', null, h('meter', { min: 0, max: most, value: count, 'aria-label': `${number(count)} of ${number(most)}` }),
          ' ', number(count))))));
}

/** A line of values, the newest at the right. */
export class Sparkline {
  constructor(label) {
    this.label = label;
    this.values = [];
    this.line = svg('polyline', { points: '' });
    this.node = svg('svg', { class: 'sparkline', viewBox: '0 0 120 28', role: 'img', 'aria-label': label }, this.line);
  }

  add(value) {
    this.values.push(value ?? 0);
    if (this.values.length > 60) {
      this.values.shift();
    }
    const least = Math.min(...this.values);
    const range = Math.max(...this.values) - least || 1;
    this.line.setAttribute('points', this.values
      .map((each, i) => `${(120 - (this.values.length - 1 - i) * 2).toFixed(0)},${(26 - ((each - least) / range) * 24).toFixed(1)}`)
      .join(' '));
    this.node.setAttribute('aria-label', `${this.label}: now ${number(value)}`);
  }
}
