/** Takes documents of cases out of their protocol envelope. */
import { parseJson, parseXml, serializeXml } from '../../data/index.js';
import { eventOf, eventOfJson, operationOf } from '../envelope.js';
import type { InstanceType } from '../instance.js';
import type { DataCase, Op } from './cases.js';

const TYPES: Readonly<Record<Op, InstanceType>> = {
  data: 'data',
  rpc: 'rpc',
  reply: 'reply',
  notif: 'notification',
  'nc-rpc': 'rpc',
  'rc-notif': 'notification',
};

/**
 * Returns the document and its kind.
 * @throws RpcError when the envelope is not that of NETCONF (RFC 6241 §4.1) or RESTCONF (RFC 8040 §6.4)
 */
export function documentOf({ op, data, format }: DataCase): { readonly text: string; readonly type: InstanceType } {
  return { text: withoutEnvelope(op, data, format), type: TYPES[op] };
}

function withoutEnvelope(op: Op, data: string, format: DataCase['format']): string {
  switch (op) {
    case 'nc-rpc':
      return serializeXml(operationOf(parseXml(data)));
    case 'rc-notif':
      return format === 'json' ? JSON.stringify(eventOfJson(parseJson(data))) : serializeXml(eventOf(parseXml(data)));
    default:
      return data;
  }
}
