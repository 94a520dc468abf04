/** How fast an agent may send: the limit of the node, and the terms of the session. */
import { rateLimited } from '../../access/index.js';
import type { Call } from '../../server/index.js';
import type { SessionRecord } from '../record/session.js';
import type { Draw, SessionServices } from '../services.js';

/**
 * Refuses an agent that adds messages to the session too fast. A refused message takes nothing from what the agent may send.
 *
 * @param bytes of the message; 0 for one that the node says
 * @throws RpcError resource-denied, app-tag rate-limited
 */
export function requireRate(
  { rates, limits }: SessionServices,
  call: Call,
  { id, terms }: SessionRecord,
  agent: string,
  bytes = 0,
): void {
  const { 'max-rate': messages, 'max-bytes-rate': octets } = terms.qos;
  const draws: readonly (Draw & { readonly unit: string })[] = [
    { key: agent, perSecond: limits.rate, amount: 1, unit: 'messages' },
    ...(messages === undefined ? [] : [{ key: `${agent}/${id}`, perSecond: messages, amount: 1, unit: 'messages' }]),
    ...(octets === undefined ? [] : [{ key: `${agent}/${id}/bytes`, perSecond: octets, amount: bytes, unit: 'bytes' }]),
  ];
  const late = rates.take(...draws);
  if (!late) return;
  const { wait, draw } = late;
  call.fail(rateLimited(wait, `agent "${agent}" sends faster than ${draw.perSecond} ${draw.unit} in a second`));
}
