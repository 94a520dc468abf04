/** Documents as others send them: JSON texts of bounded size. */
import { isObject, parseJson, RpcError } from '../../data/index.js';
import { DocumentFault } from './fault.js';
import { MOST_DEPTH, MOST_OCTETS } from './limits.js';

/** A JSON object, of which nothing more is known. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads the text of a document: one JSON object (RFC 8259, I-JSON).
 *
 * @throws DocumentFault when the text has more than 64 KiB, is no JSON object, has a member twice, is nested too deep, or has a
 *   number that no double holds
 */
export function readDocument(text: string): JsonObject {
  if (Buffer.byteLength(text) > MOST_OCTETS) throw new DocumentFault(`it has more than ${MOST_OCTETS} octets`);
  const value = parsed(text);
  if (!isObject(value)) throw new DocumentFault('it is no JSON object');
  return value;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text, { maxDepth: MOST_DEPTH });
  } catch (error) {
    if (error instanceof RpcError) throw new DocumentFault(error.message);
    throw error;
  }
}
