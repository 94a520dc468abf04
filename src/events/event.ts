/** An event: what a YANG notification says, when, on which stream and to whom (RFC 5277 §2, RFC 7950 §7.16). */

/** For whom an event is meant: those who may act for one of the agents, or are one of the users. */
export interface Audience {
  readonly agents?: readonly string[];
  readonly users?: readonly string[];
}

/** Returns the place of an event in the order of the log: the number that `EventLog.head` counts. */
export function numberOfEvent({ id }: Pick<EventRecord, 'id'>): number {
  return Number(id);
}

/** An event as it is reported. */
export interface EventInput {
  /** The stream it belongs to; `NETCONF` when absent. */
  readonly stream?: string;
  /** The notification's name, `module:notification`. */
  readonly name: string;
  /** The notification's content as a plain RFC 7951 value. */
  readonly value: unknown;
  /** The instance path of the node on which a nested notification is raised (RFC 7950 §7.16). */
  readonly path?: string;
  /** When it happened, RFC 3339; now when absent. */
  readonly time?: string;
  /** Absent: everyone who may read notifications at all. */
  readonly audience?: Audience;
}

/** An event as the log keeps it. Shared between readers: not to be changed. */
export interface EventRecord {
  /** Opaque cursor in commit order: reading `after` it goes on behind this event. */
  readonly id: string;
  /** RFC 3339 in UTC, with milliseconds, or microseconds where they were given. */
  readonly time: string;
  readonly stream: string;
  readonly name: string;
  readonly value: unknown;
  readonly path?: string;
  readonly audience?: Audience;
}

/** One event stream, as `ietf-restconf-monitoring` and `nc-notifications` list them (RFC 5277 §3.2.5, RFC 8040 §9.3). */
export interface EventStream {
  readonly name: string;
  readonly description: string;
  /** Always true: every stream is in the durable log. */
  readonly replay: boolean;
  /** When the stream's log was created. */
  readonly logCreated: string;
  /** The time of the latest event that fell out of the log; absent while it is complete. */
  readonly logAged?: string;
}

/** Why a subscription was ended by the log. */
export type DropReason =
  /** The reader was more events behind than allowed, and took nothing. */
  | 'too-slow'
  /** The reader's user has no room left for the next event. */
  | 'no-room'
  /** What the reader wanted next has fallen out of the log. */
  | 'expired'
  /** The cursor given is not of this log. */
  | 'unknown-cursor'
  /** The log was closed: the node stops. */
  | 'closed';

export type SubscriptionItem =
  | { readonly kind: 'event'; readonly event: EventRecord }
  /** All that was in the log when the subscription began has been given (RFC 5277 §3.4.1); only with a start time. */
  | { readonly kind: 'replay-complete' }
  /** The stop time has come and everything before it was given (RFC 5277 §3.4.2); the last item. */
  | { readonly kind: 'stopped' }
  /** The last item. */
  | { readonly kind: 'dropped'; readonly reason: DropReason };

export const DEFAULT_STREAM = 'NETCONF';
