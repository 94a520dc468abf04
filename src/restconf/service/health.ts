import type { Answer } from '../resources/exchange.js';

const HEADERS = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' } as const;

/** `/healthz`: whether the node takes requests. Says nothing else, so that anybody may ask. */
export function health(stopping: boolean): Answer {
  return stopping
    ? { status: 503, headers: HEADERS, body: 'stopping\n' }
    : { status: 200, headers: HEADERS, body: 'ok\n' };
}
