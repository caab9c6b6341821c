// Requests to the store that has served this page, with the token of this tab.

const TOKEN = 'wukongs.token';
const BASE = new URL('.', document.baseURI);

export function token() {
  return sessionStorage.getItem(TOKEN);
}

export function useToken(text) {
  if (text) {
    sessionStorage.setItem(TOKEN, text);
  } else {
    sessionStorage.removeItem(TOKEN);
  }
}

/** An answer that is not what was asked for; `line` and `column` are those of a query's text. */
export class Problem extends Error {
  constructor(title, message, facts) {
    super(message);
    this.title = title;
    Object.assign(this, facts);
  }
}

/**
 * Sends a request and returns the response; throws a Problem if it is refused. Another node of the
 * cluster is not asked: its page has a token of its own.
 */
export async function send(path, { method = 'GET', body, type, accept, query, signal } = {}) {
  const url = new URL(path.replace(/^\//, ''), BASE);
  for (const [name, value] of Object.entries(query ?? {})) {
    url.searchParams.append(name, value);
  }
  const headers = {};
  if (accept) {
    headers.Accept = accept;
  }
  if (type) {
    headers['Content-Type'] = type;
  }
  const used = token();
  if (used) {
    headers.Authorization = `Bearer ${used}`;
  }
  let response;
  try {
    response = await fetch(url, { method, body, headers, signal, redirect: 'manual', cache: 'no-store' });
  } catch (error) {
    if (error.name === 'AbortError') {
      throw error;
    }
    throw new Problem('The store does not answer.', 'It has stopped, or the network is gone.', { kind: 'unreachable' });
  }
  if (response.type === 'opaqueredirect') {
    throw new Problem('Another node of the cluster has this.', 'Open the console of that node:', { kind: 'elsewhere' });
  }
  if (!response.ok) {
    throw await problemOf(response, used);
  }
  return response;
}

async function problemOf(response, used) {
  let details = {};
  try {
    details = await response.json();
  } catch {
    // Something between this page and the store has answered.
  }
  const kind = (details.type ?? '').replace('urn:wukongs:problem:', '');
  if (response.status === 401 && used === token()) { // not a late answer to one that was replaced
    document.dispatchEvent(new CustomEvent('token-wanted', { detail: { had: used !== null } }));
  }
  return new Problem(
    `${details.title ?? `Status ${response.status}`}.`,
    details.detail ?? response.statusText,
    { kind, status: response.status, line: details.line, column: details.column });
}

export async function getJson(path, options) {
  return (await send(path, { accept: 'application/json', ...options })).json();
}

/**
 * Reads lines as they come. `use` returns false for enough: then the request ends, and with it
 * what the store does for it.
 */
export async function readLines(response, use) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) {
      return rest === '' || use(rest) !== false;
    }
    const lines = (rest + value).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      if (use(line) === false) {
        await reader.cancel();
        return false;
      }
    }
  }
}

/** Calls `look` at once and then every `ms` while the page is shown, until `signal` aborts. */
export function every(ms, signal, look) {
  let timer = 0;
  const next = async () => {
    clearTimeout(timer);
    if (signal.aborted) {
      return;
    }
    if (document.visibilityState === 'visible') {
      await look();
    }
    if (!signal.aborted) {
      clearTimeout(timer);
      timer = setTimeout(next, ms);
    }
  };
  signal.addEventListener('abort', () => clearTimeout(timer));
  next();
  return next;
}
