/** Reasons for refused requests to the event log; the protocol servers convert them to their errors. */
export type EventLogErrorCode =
  | 'unknown-stream'
  /** A time that is not RFC 3339. */
  | 'invalid-time'
  /** A replay cannot begin in the future (RFC 5277 §2.1.1). */
  | 'start-in-future'
  /** The stop time must be later than the start time (RFC 5277 §2.1.1). */
  | 'stop-before-start'
  /** Not an id of an event, after the last event, or older than the oldest kept one. */
  | 'unknown-cursor'
  /** The subscription behind an Observable was dropped. */
  | 'dropped';

export class EventLogError extends Error {
  readonly code: EventLogErrorCode;

  constructor(code: EventLogErrorCode, message: string) {
    super(message);
    this.name = 'EventLogError';
    this.code = code;
  }
}
