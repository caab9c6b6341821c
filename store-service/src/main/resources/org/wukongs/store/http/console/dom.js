// Elements from data. Text becomes text nodes, never markup: literals and IRIs are hostile.

const SVG = 'http://www.w3.org/2000/svg';

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) {
      continue;
    }
    if (name.startsWith('on')) {
      node.addEventListener(name.slice(2), value);
    } else if (name === 'value') {
      node.value = value;
    } else {
      node.setAttribute(name, value === true ? '' : value);
    }
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return node;
}

/** An element of HTML; attributes that begin with "on" are listeners. */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An element of SVG. */
export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** A table that scrolls by itself if it is too wide. Cells are texts, numbers or elements. */
export function table(label, columns, rows) {
  const head = h('tr', null, columns.map((column) => {
    const numeric = column.startsWith('#');
    return h('th', { scope: 'col', class: numeric ? 'number' : null }, numeric ? column.slice(1) : column);
  }));
  const body = h('tbody', null, rows.map((row) => tableRow(columns, row)));
  return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
    h('table', null, h('thead', null, head), body));
}

export function tableRow(columns, row) {
  return h('tr', null, row.map((cell, i) =>
    h('td', { class: columns[i]?.startsWith('#') ? 'number' : null }, cell === null ? '' : cell)));
}

/**
 * Changes what is in an element to other nodes, and leaves alone what is the same: so focus, selection and scrolling
 * stay while figures change. Not for nodes with listeners, as the old ones stay.
 */
export function renew(holder, ...wanted) {
  wanted.forEach((node, i) => {
    const old = holder.childNodes[i];
    if (!old) {
      holder.append(node);
    } else if (old.nodeName !== node.nodeName) {
      old.replaceWith(node);
    } else if (old.nodeType === Node.TEXT_NODE) {
      if (old.data !== node.data) {
        old.data = node.data;
      }
    } else {
      renewElement(old, node);
    }
  });
  while (holder.childNodes.length > wanted.length) {
    holder.lastChild.remove();
  }
}

function renewElement(old, wanted) {
  for (const { name, value } of wanted.attributes) {
    if (old.getAttribute(name) !== value) {
      old.setAttribute(name, value);
    }
  }
  for (const { name } of [...old.attributes]) {
    if (!wanted.hasAttribute(name) && name !== 'open') { // which people set
      old.removeAttribute(name);
    }
  }
  renew(old, ...wanted.childNodes);
}

/** A link to the console of another node of the cluster. */
export function nodeLink(address, text) {
  return /^https?:\/\//.test(address) ? h('a', { href: `${address}/${location.hash}`, rel: 'noreferrer' }, text) : text;
}

/** A list of names and values. */
export function facts(pairs) {
  return h('dl', { class: 'facts' }, pairs.map(([name, value]) =>
    h('div', null, h('dt', null, name), h('dd', null, value ?? 'not known yet'))));
}

/** Shows what went wrong. */
export function failure(error) {
  return h('div', { class: 'failure', role: 'alert' },
    h('strong', null, error.title ?? 'It failed'), ' ',
    h('span', null, error.message), error.more ? [' ', error.more] : null);
}

/** A button that wants to be pressed twice. */
export function carefulButton(text, question, action) {
  const button = h('button', { type: 'button', class: 'danger' }, text);
  let asked = false;
  button.addEventListener('click', () => {
    if (asked) {
      action();
    }
    asked = !asked;
    button.textContent = asked ? question : text;
  });
  button.addEventListener('blur', () => {
    asked = false;
    button.textContent = text;
  });
  return button;
}

const NUMBER = new Intl.NumberFormat('en');

export function number(value) {
  return value === null || value === undefined ? '–' : NUMBER.format(value);
}

/** A count with its noun. */
export function counted(count, noun) {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Times are event times in ms; those of a calendar are shown as such. */
export function time(ms) {
  if (ms === null || ms === undefined) {
    return '–';
  }
  return ms > 1e11 && ms < 8e15 ? new Date(ms).toISOString().replace('T', ' ').replace('Z', '') : `${number(ms)} ms`;
}

export function micros(us) {
  if (us === null || us === undefined) {
    return '–';
  }
  return us < 1000 ? `${us < 10 ? us.toFixed(1) : Math.round(us)} µs`
    : us < 1e6 ? `${(us / 1000).toPrecision(3)} ms` : `${(us / 1e6).toPrecision(3)} s`;
}

export function bytes(count) {
  if (count === null || count === undefined) {
    return '–';
  }
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  while (count >= 1024 && unit < units.length - 1) {
    count /= 1024;
    unit++;
  }
  return `${unit === 0 ? count : count.toPrecision(3)} ${units[unit]}`;
}
