/** An event: the content of a YANG notification with its time, stream and audience (RFC 5277 §2, RFC 7950 §7.16). */

/** The audience of an event: users who may act for one of the agents, the given users, and members of the groups. */
export interface Audience {
  readonly groups?: readonly string[];
  readonly agents?: readonly string[];
  readonly users?: readonly string[];
}

/** Returns the position of an event in the log: the number that `EventLog.head` returns. */
export function numberOfEvent({ id }: Pick<EventRecord, 'id'>): number {
  return Number(id);
}

/** An event as reported. */
export interface EventInput {
  /** Stream of the event. Default: `NETCONF`. */
  readonly stream?: string;
  /** The notification's name, `module:notification`. */
  readonly name: string;
  /** The notification's content as a plain RFC 7951 value. */
  readonly value: unknown;
  /** The instance path of the node on which a nested notification is raised (RFC 7950 §7.16). */
  readonly path?: string;
  /** Time of the event, RFC 3339. Default: now. */
  readonly time?: string;
  /** Default: all users that may read notifications. */
  readonly audience?: Audience;
}

/** An event as stored. Shared between readers: must not be changed. */
export interface EventRecord {
  /** Opaque cursor in commit order: a read with `after` continues behind this event. */
  readonly id: string;
  /** RFC 3339 in UTC, with milliseconds, or with microseconds if they were given. */
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
  /** Time when the stream's log was created. */
  readonly logCreated: string;
  /** Time of the latest deleted event; absent while the log is complete. */
  readonly logAged?: string;
}

/** Reason why the log ended a subscription. */
export type DropReason =
  /** The reader was too many events behind and read nothing. */
  | 'too-slow'
  /** The user of the reader has no memory left for the next event. */
  | 'no-room'
  /** The next event of the reader was deleted from the log. */
  | 'expired'
  /** The given cursor is not from this log. */
  | 'unknown-cursor'
  /** The log was closed: the node stops. */
  | 'closed';

export type SubscriptionItem =
  | { readonly kind: 'event'; readonly event: EventRecord }
  /** All events that were in the log at the start of the subscription have been read (RFC 5277 §3.4.1); only with a start time. */
  | { readonly kind: 'replay-complete' }
  /** The stop time is reached, and all earlier events have been read (RFC 5277 §3.4.2); the last item. */
  | { readonly kind: 'stopped' }
  /** The last item. */
  | { readonly kind: 'dropped'; readonly reason: DropReason };

export const DEFAULT_STREAM = 'NETCONF';
