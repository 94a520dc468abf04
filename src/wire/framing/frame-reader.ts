/** Reads one message from a byte stream; implemented by each framing. */
export interface FrameReader {
  /**
   * Reads `input` from `offset`. Returns the message and its end, or undefined when all of the input is used and more is
   * needed. @throws FramingError
   */
  read(input: Buffer, offset: number): { readonly message: Buffer; readonly end: number } | undefined;
  /** Number of bytes held of an incomplete message. */
  readonly held: number;
  /** True when the stream may end here without truncating a message. */
  readonly between: boolean;
}
