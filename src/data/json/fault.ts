import { RpcError } from '../rpc-error.js';

/** Returns the error for a JSON text, with the line and column of the fault. */
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
