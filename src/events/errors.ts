/** What a request to the event log can be refused for; the protocol faces turn it into their errors. */
export type EventLogErrorCode =
  | 'unknown-stream'
  /** A time that is not RFC 3339. */
  | 'invalid-time'
  /** A replay cannot begin in the future (RFC 5277 §2.1.1). */
  | 'start-in-future'
  /** The stop time must be later than the start time (RFC 5277 §2.1.1). */
  | 'stop-before-start'
  /** It is no id of an event, lies beyond the last event, or is older than what is kept. */
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
