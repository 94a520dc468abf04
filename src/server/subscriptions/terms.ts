/** The terms of a subscription: what was asked for and can be modified (RFC 8639 §2.4). */
import type { EventFilter } from './filter.js';

export interface Terms {
  readonly filter: EventFilter;
  /** The configured filter that `filter` is. */
  readonly filterName?: string;
  /** RFC 3339 */
  readonly stopTime?: string;
}

/** As the members of subscription-policy-modifiable. The filter of a name is not repeated unless asked for. */
export function termsValue({ filter, filterName, stopTime }: Terms): Readonly<Record<string, unknown>> {
  return {
    ...(filterName === undefined ? filter.value : { 'stream-filter-name': filterName }),
    ...(stopTime === undefined ? {} : { 'stop-time': stopTime }),
  };
}
