/** Kinds of framing faults; they determine the possible reply to the peer. */
export type FramingFault =
  /** The bytes violate RFC 6242. */
  | 'malformed'
  /** The message exceeds the size limit. */
  | 'too-big'
  /** The receiver has no memory for the message now; the cause gives the reason. */
  | 'denied'
  /** The peer ended the stream inside a message. */
  | 'truncated';

/**
 * The error of a byte stream that cannot be divided into messages any more (RFC 6242 §4). The next message cannot be found,
 * so the code that catches it closes the session.
 */
export class FramingError extends Error {
  readonly fault: FramingFault;

  constructor(fault: FramingFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FramingError';
    this.fault = fault;
  }
}
