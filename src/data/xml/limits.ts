/** Bounds of one XML text. */
import { RpcError } from '../rpc-error.js';

export interface XmlLimits {
  /** Nesting of elements. Default: 200. */
  readonly maxDepth?: number;
  /** Size of the text in UTF-8 bytes. Default: 64 MiB. */
  readonly maxBytes?: number;
  /** Number of all elements: each needs far more memory than its shortest text. Default: no limit. */
  readonly maxElements?: number;
}

export const DEFAULT_MAX_DEPTH = 200;
export const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;

/** Refuses long texts. A UTF-16 unit has at most three UTF-8 bytes, so most texts need no exact count. */
export function refuseTooBig(text: string, maxBytes: number): void {
  if (text.length * 3 <= maxBytes) return;
  if (text.length > maxBytes || Buffer.byteLength(text) > maxBytes) {
    throw new RpcError({ type: 'rpc', tag: 'too-big', message: `the message is longer than ${maxBytes} bytes` });
  }
}

/** Returns the error for a document with more than `maxElements` elements. */
export function tooMany(maxElements: number): RpcError {
  return new RpcError({ type: 'rpc', tag: 'too-big', message: `the message has more than ${maxElements} elements` });
}
