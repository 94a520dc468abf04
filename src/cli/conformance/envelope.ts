/** Documents in the envelope of their protocol, taken out of it. */
import { elementsOf, parseJson, parseXml, RpcError, serializeXml } from '../../data/index.js';
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
 * The document and what it is.
 * @throws RpcError where the envelope is not that of NETCONF (RFC 6241 §4.1) or RESTCONF (RFC 8040 §6.4)
 */
export function documentOf({ op, data, format }: DataCase): { readonly text: string; readonly type: InstanceType } {
  const type = TYPES[op];
  switch (op) {
    case 'nc-rpc':
      return { text: elementsOf(parseXml(data)).map(serializeXml).join(''), type };
    case 'rc-notif':
      return { text: format === 'json' ? jsonNotification(data) : xmlNotification(data), type };
    default:
      return { text: data, type };
  }
}

function jsonNotification(text: string): string {
  const value = parseJson(text);
  const envelope = isObject(value) ? value['ietf-restconf:notification'] : undefined;
  if (!isObject(envelope)) throw notEnveloped();
  const { eventTime: _, ...notification } = envelope;
  return JSON.stringify(notification);
}

function xmlNotification(text: string): string {
  return elementsOf(parseXml(text))
    .filter((element) => element.name !== 'eventTime')
    .map(serializeXml)
    .join('');
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const notEnveloped = () =>
  new RpcError({
    type: 'application',
    tag: 'missing-element',
    message: 'the document must be an object "ietf-restconf:notification"',
    info: { 'bad-element': 'notification' },
  });
