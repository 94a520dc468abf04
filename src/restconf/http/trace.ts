import type { Within } from '../../server/index.js';

/** Version, trace-id, parent-id and flags; later versions may go on after a hyphen. The version `ff` and zeros alone are invalid. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/;

/** Returns the trace of a request by its field `traceparent` (W3C Trace Context §3.2); undefined without a valid one. */
export function traceOf(field: string | readonly string[] | undefined): Within | undefined {
  const [, trace] = typeof field === 'string' ? (TRACEPARENT.exec(field.trim()) ?? []) : [];
  return trace === undefined ? undefined : { trace };
}
