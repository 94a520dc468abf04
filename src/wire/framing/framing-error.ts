/** What a framing fault is, and therefore what can still be said to the peer. */
export type FramingFault =
  /** Bytes that RFC 6242 does not allow here. */
  | 'malformed'
  /** The message passes the size limit. */
  | 'too-big'
  /** The receiver has no room for the message now; the cause says why. */
  | 'denied'
  /** The peer ended the stream in the middle of a message. */
  | 'truncated';

/**
 * The byte stream cannot be cut into messages any more (RFC 6242 §4). There is no way to find the next
 * message after it, so the code that catches it closes the session.
 */
export class FramingError extends Error {
  readonly fault: FramingFault;

  constructor(fault: FramingFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FramingError';
    this.fault = fault;
  }
}
