import type { Answer } from '../resources/exchange.js';

const HEADERS = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' } as const;

/**
 * Answers `/healthz`: whether the node accepts requests. It contains nothing else, so it is public.
 *
 * @param fault the reason why nothing can be stored
 */
export function health(stopping: boolean, fault: string | undefined): Answer {
  const trouble = stopping ? 'stopping' : fault;
  return trouble === undefined
    ? { status: 200, headers: HEADERS, body: 'ok\n' }
    : { status: 503, headers: HEADERS, body: `${trouble}\n` };
}
