import type { KeyTimes } from '../../../keys/index.js';
import type { Keys } from './chosen.js';

/** Returns the times of a configuration, in milliseconds. */
export function timesOf({ 'publish-lead': lead, overlap }: Keys): KeyTimes {
  return { lead: lead * SECOND, overlap: overlap * SECOND };
}

const SECOND = 1_000;
