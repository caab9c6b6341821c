// Small charts.

import { h, micros, number, svg } from './dom.js';

const VALUE_COUNT_MAX = 60;

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
    this.picture = svg('svg', { class: 'sparkline', viewBox: '0 0 120 28', preserveAspectRatio: 'none', role: 'img',
      'aria-label': label }, this.line);
    this.newest = h('span', null, '–');
    this.node = h('figure', { class: 'chart' }, h('figcaption', null, h('span', null, label), this.newest), this.picture);
  }

  add(value) {
    this.newest.textContent = number(value === null ? null : Math.round(value));
    this.values.push(value ?? 0);
    if (this.values.length > VALUE_COUNT_MAX) {
      this.values.shift();
    }
    const least = Math.min(...this.values);
    const range = Math.max(...this.values) - least;
    const place = (each, i) => {
      const x = 120 - ((this.values.length - 1 - i) * 120) / (VALUE_COUNT_MAX - 1);
      const y = range === 0 ? 14 : 26 - ((each - least) / range) * 24;
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    };
    this.line.setAttribute('points', this.values.map(place).join(' '));
    this.picture.setAttribute('aria-label', `${this.label}, from ${number(least)} to ${number(least + range)}`);
  }
}
