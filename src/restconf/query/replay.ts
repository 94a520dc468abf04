import { dateAndTimeFault } from '../../data/index.js';
import { badRequest } from '../refusal.js';
import type { Parameters } from './parameters.js';

/** The parameters `start-time` and `stop-time` of an event stream (RFC 8040 §4.8.7, §4.8.8). */
export interface Replay {
  readonly startTime?: string;
  readonly stopTime?: string;
}

/**
 * Reads both parameters. @param now milliseconds since 1970, to refuse a replay that begins in the future
 * @throws Refusal 400 for an invalid date-and-time, or a stop-time without start-time or not after it
 */
export function replayOf(parameters: Parameters, now: number): Replay {
  const startTime = parameters.get('start-time');
  const stopTime = parameters.get('stop-time');
  if (startTime === undefined) {
    if (stopTime !== undefined) throw badRequest('query parameter "stop-time" is given without "start-time"');
    return {};
  }
  const start = instant('start-time', startTime);
  if (start > now) throw badRequest(`start-time "${startTime}" lies in the future`);
  if (stopTime !== undefined && instant('stop-time', stopTime) <= start) {
    throw badRequest(`stop-time "${stopTime}" is not later than start-time "${startTime}"`);
  }
  return { startTime, stopTime };
}

function instant(name: string, value: string): number {
  if (dateAndTimeFault(value) !== undefined) {
    throw badRequest(`${name} "${value}"; expected a date-and-time such as 2025-07-01T12:00:00Z`);
  }
  return Date.parse(value);
}
