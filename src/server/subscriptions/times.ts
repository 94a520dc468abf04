/** The start and stop times of a subscription (RFC 8639 §2.4.2). */
import { RpcError } from '../../data/index.js';

/** @throws RpcError unless a replay can begin then */
export function requirePast(start: string): void {
  if (Date.parse(start) < Date.now()) return;
  throw bad('replay-start-time', `a replay begins in the past; ${start} is not`);
}

/** @throws RpcError unless the stop time is behind the start of the replay, or in the future where there is none */
export function requireLater(stop: string, start: string | undefined): void {
  if (start !== undefined) {
    if (Date.parse(stop) > Date.parse(start)) return;
    throw bad('stop-time', `the stop time ${stop} is not later than the start time ${start}`);
  }
  if (Date.parse(stop) > Date.now()) return;
  throw bad('stop-time', `the stop time ${stop} is not in the future`);
}

function bad(element: string, message: string): RpcError {
  return new RpcError({ type: 'application', tag: 'invalid-value', message, info: { 'bad-element': element } });
}
