/** The start and stop times of a subscription (RFC 8639 §2.4.2). */
import { RpcError } from '../../data/index.js';

/** Refuses a replay start that is not in the past. @throws RpcError */
export function requirePast(start: string): void {
  if (Date.parse(start) < Date.now()) return;
  throw bad('replay-start-time', `a replay begins in the past; ${start} is not`);
}

/** Refuses a stop time that is not after the start of the replay, or without a replay not in the future. @throws RpcError */
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
