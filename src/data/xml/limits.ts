/** Bounds of one XML text. */
import { RpcError } from '../rpc-error.js';

export interface XmlLimits {
  /** Elements within elements; 200 unless told. */
  readonly maxDepth?: number;
  /** Size of the text in UTF-8 bytes; 64 MiB unless told. */
  readonly maxBytes?: number;
  /** Elements in all: each costs far more memory than the shortest text of one. Unbounded unless told. */
  readonly maxElements?: number;
}

export const DEFAULT_MAX_DEPTH = 200;
export const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;

/** A UTF-16 unit is at most three UTF-8 bytes, so that most texts need no counting. */
export function refuseTooBig(text: string, maxBytes: number): void {
  if (text.length * 3 <= maxBytes) return;
  if (text.length > maxBytes || Buffer.byteLength(text) > maxBytes) {
    throw new RpcError({ type: 'rpc', tag: 'too-big', message: `the message is longer than ${maxBytes} bytes` });
  }
}

/** The error of a document that has more than `maxElements`. */
export function tooMany(maxElements: number): RpcError {
  return new RpcError({ type: 'rpc', tag: 'too-big', message: `the message has more than ${maxElements} elements` });
}
