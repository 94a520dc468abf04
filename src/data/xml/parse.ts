/** XML text to namespace-resolved elements. Strict: what a NETCONF or RESTCONF peer may not send is refused here. */
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { RpcError } from '../rpc-error.js';
import type { XmlAttribute, XmlElement, XmlNode } from './element.js';
import { readPlain } from './plain.js';

export interface XmlLimits {
  /** Elements within elements; 200 unless told. */
  readonly maxDepth?: number;
  /** Size of the text in UTF-8 bytes; 64 MiB unless told. */
  readonly maxBytes?: number;
}

export const DEFAULT_MAX_DEPTH = 200;
export const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;

const XMLNS = 'http://www.w3.org/2000/xmlns/';
const XML = 'http://www.w3.org/XML/1998/namespace';
const NO_ATTRIBUTES: readonly XmlAttribute[] = Object.freeze([]);
/** Prefixes that need no declaration. */
export const ROOT_SCOPE: ReadonlyMap<string, string> = new Map([['xml', XML]]);

/** An element under construction: `children` is still open. */
interface OpenElement extends XmlElement {
  readonly children: XmlNode[];
}

/**
 * Parses one complete XML document. Namespace declarations end up in `scope`, not among the attributes; comments and
 * processing instructions are dropped; adjacent text and CDATA are one string.
 *
 * @throws RpcError `malformed-message` (RFC 6241 App. A) with line and column: ill-formed text, an unbound prefix, a
 * DOCTYPE, too deep nesting; `too-big` when the text is longer than `maxBytes`.
 */
export function parseXml(text: string, limits: XmlLimits = {}): XmlElement {
  const maxDepth = limits.maxDepth ?? DEFAULT_MAX_DEPTH;
  refuseTooBig(text, limits.maxBytes ?? DEFAULT_MAX_BYTES);
  return readPlain(text, maxDepth, ROOT_SCOPE) ?? parseStrictly(text, maxDepth);
}

/** Any XML, and what is wrong with it. Exported for the test that both readers agree. */
export function parseStrictly(text: string, maxDepth: number = DEFAULT_MAX_DEPTH): XmlElement {
  const parser = new SaxesParser({ xmlns: true, forceXMLVersion: true, defaultXMLVersion: '1.0' });
  const open: OpenElement[] = [];
  let root: OpenElement | undefined;
  let line = 1;
  let column = 1;

  const addText = (value: string): void => {
    const siblings = open[open.length - 1]?.children;
    if (siblings === undefined) return;
    const last = siblings.length - 1;
    const before = siblings[last];
    if (typeof before === 'string') siblings[last] = before + value;
    else siblings.push(value);
  };
  parser.on('error', (error) => {
    throw malformed(error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, ''), parser.line, parser.columnIndex);
  });
  parser.on('doctype', () => {
    throw malformed('a DOCTYPE is not allowed', parser.line, parser.columnIndex);
  });
  parser.on('opentagstart', (tag) => {
    line = parser.line;
    column = Math.max(1, parser.columnIndex - tag.name.length - 1);
  });
  parser.on('opentag', (tag) => {
    if (open.length >= maxDepth) throw malformed(`elements are nested deeper than ${maxDepth}`, line, column);
    const parent = open[open.length - 1];
    const element = openElement(tag, parent?.scope ?? ROOT_SCOPE, line, column);
    if (parent === undefined) root = element;
    else parent.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text).close();
  if (root === undefined) throw malformed('there is no element', 1, 1);
  return root;
}

function openElement(tag: SaxesTagNS, outer: ReadonlyMap<string, string>, line: number, column: number): OpenElement {
  let attributes: XmlAttribute[] | undefined;
  let scope: Map<string, string> | undefined;
  for (const key in tag.attributes) {
    const attribute = tag.attributes[key] as SaxesAttributeNS;
    if (attribute.uri === XMLNS) {
      scope ??= new Map(outer);
      if (attribute.prefix === '') scope.set('', attribute.value);
      else scope.set(attribute.local, attribute.value);
    } else {
      attributes ??= [];
      attributes.push({
        name: attribute.local,
        prefix: attribute.prefix,
        namespace: attribute.uri,
        value: attribute.value,
      });
    }
  }
  return {
    name: tag.local,
    namespace: tag.uri,
    prefix: tag.prefix,
    attributes: attributes ?? NO_ATTRIBUTES,
    children: [],
    scope: scope ?? outer,
    line,
    column,
  };
}

/** A UTF-16 unit is at most three UTF-8 bytes, so that most texts need no counting. */
export function refuseTooBig(text: string, maxBytes: number): void {
  if (text.length * 3 <= maxBytes) return;
  if (text.length > maxBytes || Buffer.byteLength(text) > maxBytes) {
    throw new RpcError({ type: 'rpc', tag: 'too-big', message: `the message is longer than ${maxBytes} bytes` });
  }
}

function malformed(what: string, line: number, column: number): RpcError {
  return new RpcError({
    type: 'rpc',
    tag: 'malformed-message',
    message: `line ${line}, column ${column}: not well-formed XML: ${what}`,
  });
}
