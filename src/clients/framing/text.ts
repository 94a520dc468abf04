import { isUtf8 } from 'node:buffer';
import { RpcError } from '../../data/index.js';

const BYTE_ORDER_MARK = '\ufeff';

/** The text of a message put together from its frames. @throws RpcError malformed-message when it is not UTF-8 (RFC 6241 §3) */
export function decodeText(message: Buffer): string {
  if (!isUtf8(message))
    throw new RpcError({ type: 'rpc', tag: 'malformed-message', message: 'the message is not encoded in UTF-8' });
  const text = message.toString('utf8');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
