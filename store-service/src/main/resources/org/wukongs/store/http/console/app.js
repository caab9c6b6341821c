// The frame of the console: views by the part of the URL after #, the token, and how the store is doing.

import { every, getJson, token, useToken } from './api.js';
import { failure, h, number } from './dom.js';
import { showCluster } from './cluster.js';
import { showContinuous } from './continuous.js';
import { showGraphs } from './graphs.js';
import { showQuery } from './query.js';
import { showStreams } from './streams.js';

const VIEWS = {
  query: ['Query', showQuery],
  continuous: ['Continuous queries', showContinuous],
  streams: ['Streams', showStreams],
  graphs: ['Graphs', showGraphs],
  cluster: ['Cluster', showCluster],
};

const main = document.getElementById('main');
const state = document.getElementById('state');
const dialog = document.getElementById('token-dialog');
const field = document.getElementById('token');
const button = document.getElementById('token-button');
let shown = new AbortController(); // ends the view that is shown

/** Shows the view of the URL: #/VIEW or #/VIEW/NAME. */
function show() {
  const [name, ...rest] = location.hash.replace(/^#\/?/, '').split('/');
  const [title, view] = VIEWS[name] ?? VIEWS.query;
  shown.abort();
  shown = new AbortController();
  document.title = `${title} – Wukong+S`;
  for (const link of document.querySelectorAll('nav a')) {
    const isCurrent = link.hash === `#/${VIEWS[name] ? name : 'query'}`;
    link.toggleAttribute('aria-current', isCurrent);
    if (isCurrent) {
      link.setAttribute('aria-current', 'page');
    }
  }
  main.replaceChildren();
  try {
    view(main, rest.length === 0 || rest[0] === '' ? null : decodeURIComponent(rest.join('/')), shown.signal);
  } catch (error) {
    main.replaceChildren(h('h1', null, title), failure(error));
  }
}

async function lookAtState() {
  try {
    const status = await getJson('status');
    state.textContent = `snapshot ${number(status.stableSnapshot)}`;
    state.className = status.log?.stall ? 'bad' : 'good';
    state.title = status.log?.stall ?? `${number(status.storedTripleCount)} stored triples`;
  } catch (error) {
    state.textContent = error.status === 401 ? 'token wanted' : 'not reached';
    state.className = 'bad';
    state.title = error.message;
  }
}

function showToken() {
  button.textContent = token() ? 'Token ✓' : 'Token';
  button.setAttribute('aria-label', token() ? 'Token, one is used' : 'Token, none is used');
}

function askToken(why) {
  if (dialog.open) {
    return;
  }
  document.getElementById('token-why').textContent = why;
  field.value = '';
  dialog.showModal();
  field.focus();
}

button.addEventListener('click', () => askToken(token()
  ? 'This tab uses a token. Another one replaces it.'
  : 'A store with tokens wants one for everything that it shows.'));

let asked = false; // once by itself, so that nobody has to close it again and again
document.addEventListener('token-wanted', ({ detail }) => {
  if (!asked) {
    asked = true;
    askToken(detail.had
      ? 'The store does not know the token of this tab, or it has expired.'
      : 'This store wants a token.');
  }
});

// A key of Enter presses the first button: it uses the token.
dialog.addEventListener('close', () => {
  if (dialog.returnValue === 'use' || dialog.returnValue === 'forget') {
    useToken(dialog.returnValue === 'use' ? field.value.trim() : '');
    asked = dialog.returnValue === 'forget';
    showToken();
    lookAtState();
    show();
  }
  field.value = '';
  dialog.returnValue = '';
});

window.addEventListener('hashchange', () => {
  if (location.hash === '#main') {
    return;
  }
  show();
  main.focus({ preventScroll: true });
});
showToken();
show();
every(2000, new AbortController().signal, lookAtState);
