import { isAscii, isUtf8 } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import { AT_ONCE, RpcError, type TimeSlice } from '../../data/index.js';

const BYTE_ORDER_MARK = '\ufeff';
/** Bytes of non-ASCII text that are decoded in a millisecond. */
const PIECE = 128 * 1024;

/** Returns the text of a message. @throws RpcError malformed-message when it is not UTF-8 (RFC 6241 §3) */
export function decodeText(message: Buffer): string {
  if (!isUtf8(message)) throw notUtf8();
  return unmarked(message.toString('utf8'));
}

/** Decodes as `decodeText`, in slices, so that other work is not blocked. */
export async function decodeTextInTurns(message: Buffer, slice: TimeSlice): Promise<string> {
  if (message.length <= AT_ONCE) return decodeText(message);
  if (isAscii(message)) return message.toString('latin1');
  if (!isUtf8(message)) throw notUtf8();
  const decoder = new StringDecoder('utf8');
  const pieces: string[] = [];
  for (let at = 0; at < message.length; at += PIECE) {
    if (slice.over) await slice.next();
    pieces.push(decoder.write(message.subarray(at, at + PIECE)));
  }
  await slice.next();
  return unmarked(pieces.join(''));
}

function notUtf8(): RpcError {
  return new RpcError({ type: 'rpc', tag: 'malformed-message', message: 'the message is not encoded in UTF-8' });
}

function unmarked(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
