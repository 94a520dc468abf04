import { RpcError } from '../rpc-error.js';

/** The error about a JSON text, with the place of what it is about. */
export function malformedJson(
  what: string,
  text: string,
  at: number,
  tag: 'malformed-message' | 'invalid-value' = 'malformed-message',
): RpcError {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = at - before.lastIndexOf('\n');
  return new RpcError({
    type: tag === 'malformed-message' ? 'rpc' : 'application',
    tag,
    message: `line ${line}, column ${column}: ${what}`,
  });
}
