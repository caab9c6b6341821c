// Windows of a continuous query as they come. Not EventSource, which cannot send a token.

import { readLines, send } from './api.js';

const AGAIN_MS = 2000;

/** Reasons for which connecting again would not help. */
const FINAL = new Set(['dropped', 'not-authenticated', 'shutting-down', 'failed']);

/**
 * Reads windows until `signal` aborts or they end for good; connects again after the last window
 * that has come.
 *
 * `use` gets each line of the store; `say` gets what happens to the connection.
 */
export async function watch(name, from, signal, use, say) {
  let query = { from };
  for (;;) {
    let end = null;
    try {
      const response = await send(`queries/${encodeURIComponent(name)}/results`,
        { query, accept: 'application/x-ndjson', signal });
      say('connected, waiting for the next window');
      await readLines(response, (line) => {
        if (line === '') {
          return;
        }
        const window = JSON.parse(line);
        end = window.end ?? end;
        if (window.windowEnd !== undefined) {
          query = { after: window.windowEnd };
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
