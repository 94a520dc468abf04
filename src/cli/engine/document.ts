/** Prepares documents for libyang: it reads message envelopes, but no wrapper around the content of a datastore. */
import { parseJson, parseXml, RpcError, serializeXml, type XmlElement } from '../../data/index.js';
import type { InstanceFormat, InstanceType } from '../instance.js';
import type { EngineDocument } from './port.js';

const NETCONF = 'urn:ietf:params:xml:ns:netconf:base:1.0';
const NOTIFICATION = 'urn:ietf:params:xml:ns:netconf:notification:1.0';
const WRAPPERS = new Set([`${NETCONF} data`, `${NETCONF} config`]);
const JSON_WRAPPERS = new Set(['ietf-restconf:data', 'ietf-netconf:data', 'ietf-netconf:config']);

/**
 * Returns the document with the type of its envelope, or without its wrapper. Unreadable text stays unchanged: libyang
 * reports its fault.
 */
export function engineDocument(
  text: string,
  format: InstanceFormat,
  type: InstanceType,
): Pick<EngineDocument, 'text' | 'type' | 'format'> {
  const read = { text, type, format };
  try {
    return format === 'json' ? inJson(read) : inXml(read);
  } catch (error) {
    if (error instanceof RpcError) return read;
    throw error;
  }
}

type Read = ReturnType<typeof engineDocument>;

function inXml(read: Read): Read {
  const { namespace, name, children } = parseXml(read.text);
  const qname = `${namespace} ${name}`;
  if (read.type === 'rpc' && qname === `${NETCONF} rpc`) return { ...read, type: 'netconf-rpc' };
  if (read.type === 'notification' && qname === `${NOTIFICATION} notification`)
    return { ...read, type: 'netconf-notification' };
  if (!isDatastore(read) || !WRAPPERS.has(qname)) return read;
  const elements = children.filter((child): child is XmlElement => typeof child !== 'string');
  return { ...read, text: elements.map((element) => serializeXml(element)).join('') };
}

function inJson(read: Read): Read {
  const value = parseJson(read.text);
  const [[name, content] = [], second] = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (name === undefined || second !== undefined) return read;
  if (read.type === 'notification' && name === 'ietf-restconf:notification')
    return { ...read, type: 'restconf-notification' };
  return isDatastore(read) && JSON_WRAPPERS.has(name) ? { ...read, text: JSON.stringify(content) } : read;
}

const isDatastore = ({ type }: Read): boolean => type === 'data' || type === 'config';
