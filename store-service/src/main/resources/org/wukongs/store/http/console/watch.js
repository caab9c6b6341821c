// Windows of a continuous query, or tuples of a stream, as they come. Not EventSource, which cannot send a token.

import { readLines, send } from './api.js';

const AGAIN_MS = 2000;

/** Reasons for which connecting again would not help. */
const FINAL = new Set(['dropped', 'not-authenticated', 'shutting-down', 'failed']);

/**
 * Reads what is live at `path` until `signal` aborts or it ends for good; connects again after the
 * last window or tuple that has come.
 *
 * `use` gets each line of the store; `say` gets what happens to the connection.
 */
export async function watch(path, from, signal, use, say) {
  let query = { from };
  for (;;) {
    let end = null;
    try {
      const response = await send(`${path}/results`,
        { query, accept: 'application/x-ndjson', signal });
      say('connected, waiting for what comes next');
      await readLines(response, (line) => {
        if (line === '') {
          return;
        }
        const window = JSON.parse(line);
        end = window.end ?? end;
        const last = window.windowEnd ?? window.position;
        if (last !== undefined) {
          query = { after: last };
        }
        use(window);
      });
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      if (error.kind !== 'unreachable' && error.status !== 503 && error.name !== 'TypeError') {
        throw error;
      }
    }
    if (signal.aborted || FINAL.has(end)) {
      return;
    }
    say(`connection ended${end ? `: ${end}` : ''}, connects again`);
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, AGAIN_MS);
      signal.addEventListener('abort', () => { clearTimeout(timer); resolve(); }, { once: true });
    });
  }
}
