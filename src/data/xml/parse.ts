/** Parses XML text into namespace-resolved elements. Strict: refuses everything that a NETCONF or RESTCONF peer may not send. */
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { RpcError } from '../rpc-error.js';
import { AT_ONCE, type TimeSlice } from '../time-slice.js';
import type { XmlAttribute, XmlElement, XmlNode } from '../xml-element.js';
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_DEPTH, refuseTooBig, tooMany, type XmlLimits } from './limits.js';
import { readPlain, readPlainInTurns } from './plain.js';

const XMLNS = 'http://www.w3.org/2000/xmlns/';
const XML = 'http://www.w3.org/XML/1998/namespace';
const NO_ATTRIBUTES: readonly XmlAttribute[] = Object.freeze([]);
/** Prefixes that need no declaration. */
export const ROOT_SCOPE: ReadonlyMap<string, string> = new Map([['xml', XML]]);

/** An element under construction: `children` still grows. */
interface OpenElement extends XmlElement {
  readonly children: XmlNode[];
}

/**
 * Parses one complete XML document. Namespace declarations go to `scope`, not to the attributes; comments and
 * processing instructions are dropped; adjacent text and CDATA become one string.
 *
 * @throws RpcError `malformed-message` (RFC 6241 App. A) with line and column: ill-formed text, an unbound prefix, a
 * DOCTYPE, too deep nesting; `too-big` when the text is longer than `maxBytes`.
 */
export function parseXml(text: string, limits: XmlLimits = {}): XmlElement {
  const maxDepth = limits.maxDepth ?? DEFAULT_MAX_DEPTH;
  refuseTooBig(text, limits.maxBytes ?? DEFAULT_MAX_BYTES);
  return readPlain(text, maxDepth, ROOT_SCOPE, limits.maxElements) ?? parseStrictly(text, maxDepth, limits.maxElements);
}

/**
 * Parses as `parseXml`; a long text in slices of a few milliseconds, so that other work is not blocked.
 *
 * @throws RpcError as `parseXml`; the abort reason when the signal of `slice` is aborted
 */
export async function parseXmlInTurns(text: string, limits: XmlLimits, slice: TimeSlice): Promise<XmlElement> {
  if (text.length <= AT_ONCE) return parseXml(text, limits);
  const { maxDepth = DEFAULT_MAX_DEPTH, maxElements = Number.POSITIVE_INFINITY } = limits;
  refuseTooBig(text, limits.maxBytes ?? DEFAULT_MAX_BYTES);
  const plain = await readPlainInTurns(text, { maxDepth, maxElements }, ROOT_SCOPE, slice);
  if (plain !== undefined) return plain;
  const reader = new StrictReader(maxDepth, maxElements);
  for (let at = 0; at < text.length; at += PIECE) {
    if (slice.over) await slice.next();
    reader.write(text.slice(at, at + PIECE));
  }
  return reader.close();
}

/** UTF-16 units that the strict reader gets at a time: a millisecond of work. */
const PIECE = 4 * 1024;

/** Parses any XML and reports its faults. Exported for the test that both readers agree. */
export function parseStrictly(text: string, maxDepth?: number, maxElements?: number): XmlElement {
  const reader = new StrictReader(maxDepth, maxElements);
  reader.write(text);
  return reader.close();
}

class StrictReader {
  readonly #parser = new SaxesParser({ xmlns: true, forceXMLVersion: true, defaultXMLVersion: '1.0' });
  readonly #open: OpenElement[] = [];
  #root: OpenElement | undefined;
  #line = 1;
  #column = 1;
  #elements = 0;

  constructor(
    readonly maxDepth: number = DEFAULT_MAX_DEPTH,
    readonly maxElements: number = Number.POSITIVE_INFINITY,
  ) {
    const parser = this.#parser;
    parser.on('error', (error) => {
      throw malformed(error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, ''), parser.line, parser.columnIndex);
    });
    parser.on('doctype', () => {
      throw malformed('a DOCTYPE is not allowed', parser.line, parser.columnIndex);
    });
    parser.on('opentagstart', (tag) => {
      this.#line = parser.line;
      this.#column = Math.max(1, parser.columnIndex - tag.name.length - 1);
    });
    parser.on('opentag', (tag) => this.#begin(tag));
    parser.on('closetag', () => {
      this.#open.pop();
    });
    parser.on('text', (value) => this.#addText(value));
    parser.on('cdata', (value) => this.#addText(value));
  }

  /** Reads the next piece of the text. @throws RpcError */
  write(piece: string): void {
    this.#parser.write(piece);
  }

  /** Returns the document's element after all text is written. @throws RpcError */
  close(): XmlElement {
    this.#parser.close();
    if (this.#root === undefined) throw malformed('there is no element', 1, 1);
    return this.#root;
  }

  #begin(tag: SaxesTagNS): void {
    const open = this.#open;
    if (open.length >= this.maxDepth)
      throw malformed(`elements are nested deeper than ${this.maxDepth}`, this.#line, this.#column);
    this.#elements += 1;
    if (this.#elements > this.maxElements) throw tooMany(this.maxElements);
    const parent = open[open.length - 1];
    const element = openElement(tag, parent?.scope ?? ROOT_SCOPE, this.#line, this.#column);
    if (parent === undefined) this.#root = element;
    else parent.children.push(element);
    open.push(element);
  }

  #addText(value: string): void {
    const siblings = this.#open[this.#open.length - 1]?.children;
    if (siblings === undefined) return;
    const last = siblings.length - 1;
    const before = siblings[last];
    if (typeof before === 'string') siblings[last] = before + value;
    else siblings.push(value);
  }
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

function malformed(what: string, line: number, column: number): RpcError {
  return new RpcError({
    type: 'rpc',
    tag: 'malformed-message',
    message: `line ${line}, column ${column}: not well-formed XML: ${what}`,
  });
}
