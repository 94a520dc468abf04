/** Dynamic subscriptions as RFC 7951 values, for RESTCONF (RFC 8650). */
import type {
  EstablishedSubscription,
  EstablishSubscription,
  EventFilter,
  ModifySubscription,
} from '../netconf/subscription-options.js';

export const SUBSCRIPTIONS_MODULE = 'ietf-subscribed-notifications';

/** A subscription over RESTCONF: its events have their own resource. */
export interface RestconfSubscription extends EstablishedSubscription {
  /** Path of that resource. */
  readonly path: string;
}

export function establishInput(o: EstablishSubscription<unknown>): object {
  const { stream = 'NETCONF', replayStartTime } = o;
  return { stream, 'replay-start-time': replayStartTime, ...modifyInput(o) };
}

export function modifyInput({ filter, stopTime }: ModifySubscription<unknown>): object {
  return { ...filterMembers(filter), 'stop-time': stopTime };
}

function filterMembers(filter: EventFilter<unknown> | undefined): object {
  if (!filter) return {};
  if ('filterName' in filter) return { 'stream-filter-name': filter.filterName };
  return 'subtree' in filter ? { 'stream-subtree-filter': filter.subtree } : { 'stream-xpath-filter': filter.xpath };
}
