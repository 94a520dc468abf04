/** Cuts one message off a byte stream. Implemented by each framing. */
export interface FrameReader {
  /**
   * Reads on in `input` from `offset`. Returns where the message ended, with the message, or undefined when all
   * of the input is used and more is needed. @throws FramingError
   */
  read(input: Buffer, offset: number): { readonly message: Buffer; readonly end: number } | undefined;
  /** Bytes held of a message that is not complete. */
  readonly held: number;
  /** Whether the stream may end here without cutting a message. */
  readonly between: boolean;
}
