/** Tells what an error of a peer means: for its state, and for what was to go to it. */
import { RestconfError } from '../../clients/index.js';
import { RpcError } from '../../data/index.js';
import { mayPass } from '../patience.js';
import type { PeerOutcome } from '../status.js';

/** HTTP status of a failed login (RFC 9110 §15.5.2). */
const UNAUTHORIZED = 401;

/** True for an error that refuses what was sent; others may pass, also when an operator has to act before. */
export function isRefusal(error: unknown): error is RpcError {
  if (!(error instanceof RpcError) || mayPass(error) || error.type === 'transport') return false;
  return !(error instanceof RestconfError && error.status === UNAUTHORIZED);
}

/** True for the refusal of a peer that takes no more in this second: it can be reached. */
export function isTooFast(error: unknown): error is RpcError {
  return error instanceof RpcError && error.appTag === 'rate-limited';
}

/** Says what an error tells of a peer: one that could not be reached is down, one that does not let this node in has refused it. */
export function outcomeOfSessions(error: unknown): PeerOutcome {
  if (isTooFast(error) || (isRefusal(error) && error.tag !== 'access-denied')) return { state: 'up' };
  return { state: mayPass(error) ? 'down' : 'refused', error };
}
