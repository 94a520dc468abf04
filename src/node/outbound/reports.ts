/** Records each report of a task that leaves the node for a subscriber, and each request for a token. */
import { SYSTEM } from '../../access/index.js';
import type { AuditTrail } from '../../server/index.js';
import { caller } from '../local.js';

type Send<R> = (url: string, request: R) => Promise<Response>;

/** Returns a function that sends like `send`, between a record of the intent and one of the outcome. They have nothing of the content. */
export function recordedSend<R extends { readonly signal: AbortSignal }>(
  audit: Pick<AuditTrail, 'outbound'>,
  operation: 'task-report' | 'exchange-token',
  send: Send<R>,
): Send<R> {
  return (url, request) => {
    const entry = { operation, targets: [withoutQuery(url)] };
    return audit.outbound(caller(SYSTEM, request.signal), entry, () => send(url, request), {
      faultOf: ({ ok, status }) => (ok ? undefined : `status ${status}`),
    });
  };
}

/** Returns the address without what may be secret in it. */
function withoutQuery(url: string): string {
  if (!URL.canParse(url)) return 'no address';
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
