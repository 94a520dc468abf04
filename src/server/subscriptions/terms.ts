/** The terms of a subscription: the requested values that can be modified (RFC 8639 §2.4). */
import type { EventFilter } from './filter.js';

export interface Terms {
  readonly filter: EventFilter;
  /** Name of the configured filter from which `filter` was made. */
  readonly filterName?: string;
  /** RFC 3339 */
  readonly stopTime?: string;
}

/** Returns the members of subscription-policy-modifiable. A configured filter is given by its name only. */
export function termsValue({ filter, filterName, stopTime }: Terms): Readonly<Record<string, unknown>> {
  return {
    ...(filterName === undefined ? filter.value : { 'stream-filter-name': filterName }),
    ...(stopTime === undefined ? {} : { 'stop-time': stopTime }),
  };
}
