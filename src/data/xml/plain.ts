/**
 * A quick reader for plain XML, as programs write it: ASCII names, no comments, CDATA, processing instructions,
 * character references or carriage returns. It reports no faults: for all other or ill-formed text the strict parser
 * decides. Protocol messages are nearly always plain, and this reader is several times faster.
 */
import type { TimeSlice } from '../time-slice.js';
import type { XmlAttribute, XmlElement, XmlNode } from '../xml-element.js';
import { tooMany } from './limits.js';
import { GivenNodes, type XmlNodes, type XmlSource } from './source.js';

interface OpenElement extends XmlElement {
  readonly children: XmlNode[];
}

type Scope = ReadonlyMap<string, string>;

/** Characters that the strict parser must check: control characters except tab and line feed, surrogates, non-characters. */
const NOT_PLAIN = /[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd]/;
const DECLARATION = /^<\?xml version=["']1\.0["'](?: encoding=["'][Uu][Tt][Ff]-8["'])? ?\?>/;
const RESERVED = /^http:\/\/www\.w3\.org\/(?:XML\/1998\/namespace|2000\/xmlns\/)$/;
const ENTITY = /&(?:(lt|gt|amp|quot|apos);)?/g;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const NO_ATTRIBUTES: readonly XmlAttribute[] = Object.freeze([]);

/** Maximum number of attributes: they are compared in pairs, and programs rarely write more. */
const MOST_ATTRIBUTES = 16;

/** Number of cached names, by their first two characters: a document repeats few names many times. */
const REMEMBERED = 64;

const NAME_START = 1;
const NAME = 2;
const SPACE = 4;
const COLON = 8;
const CLASSES = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z_]/.test(character)) CLASSES[code] = NAME_START | NAME;
  else if (/[\w.-]/.test(character)) CLASSES[code] = NAME;
  else if (/[ \t\n]/.test(character)) CLASSES[code] = SPACE;
  else if (character === ':') CLASSES[code] = COLON;
}
const LESS = 0x3c;
const GREATER = 0x3e;
const SLASH = 0x2f;
const EQUALS = 0x3d;

/** Thrown by the reader at the first text that is not plain. */
export class NotPlain extends Error {}

/** Returns the document's element; undefined when the text is not plain. */
export function readPlain(
  text: string,
  maxDepth: number,
  outermost: Scope,
  maxElements?: number,
): XmlElement | undefined {
  try {
    const reader = new PlainReader(text, maxDepth, outermost, maxElements);
    const root = reader.whole(reader.start());
    reader.end();
    return root;
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

/** Reads in slices; a long text with references is not plain here, because references are resolved at once. */
export async function readPlainInTurns(
  text: string,
  limits: { readonly maxDepth: number; readonly maxElements: number },
  outermost: Scope,
  slice: TimeSlice,
): Promise<XmlElement | undefined> {
  try {
    const reader = new PlainReader(text, limits.maxDepth, outermost, limits.maxElements, LONG);
    await slice.next();
    const root = reader.start();
    while (!reader.wholeStep(root)) if (slice.due) await slice.next();
    reader.end();
    return root;
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

/** Maximum UTF-16 units of text whose references are resolved at once when other work waits. */
const LONG = 256 * 1024;

/**
 * Reads forward through one document. An element is returned after its start tag is read; `whole` then fills its
 * `children`. With `childrenOf` instead, only one branch of the document is in memory.
 */
export class PlainReader implements XmlSource {
  readonly #open: OpenElement[] = [];
  readonly #rawNames: string[] = [];
  readonly #names: string[] = new Array<string>(REMEMBERED).fill('');
  #at = 0;
  #line = 1;
  #lineStart = 0;
  #nextLine: number;
  #elements = 0;

  constructor(
    readonly text: string,
    readonly maxDepth: number,
    readonly outermost: Scope,
    readonly maxElements = Number.POSITIVE_INFINITY,
    readonly maxReferences = Number.POSITIVE_INFINITY,
  ) {
    if (NOT_PLAIN.test(text)) throw new NotPlain();
    this.#nextLine = text.indexOf('\n');
  }

  /** Returns the document's element. */
  start(): XmlElement {
    this.#at = DECLARATION.exec(this.text)?.[0].length ?? 0;
    this.#space();
    if (this.text.charCodeAt(this.#at) !== LESS || this.text.charCodeAt(this.#at + 1) === SLASH) throw new NotPlain();
    return this.#startTag();
  }

  childrenOf(element: XmlElement): XmlNodes {
    const depth = this.#depthOf(element);
    return depth === 0 ? new GivenNodes(element.children) : { next: () => this.#next(depth) };
  }

  whole(element: XmlElement): XmlElement {
    const depth = this.#depthOf(element);
    while (depth > 0 && this.#open.length >= depth) this.#readInto();
    return element;
  }

  /** Reads one more node of the document's element; true at its end. */
  wholeStep(root: XmlElement): boolean {
    if (this.#open[0] !== root) return true;
    this.#readInto();
    return false;
  }

  #readInto(): void {
    const parent = this.#open[this.#open.length - 1];
    const node = this.#read();
    if (node !== undefined) parent?.children.push(node);
  }

  /** Checks the text after the document's element, which may be only partly read. */
  end(): void {
    while (this.#open.length > 0) this.#read();
    this.#space();
    if (this.#at !== this.text.length) throw new NotPlain();
  }

  /** Returns the number of open elements down to this one, the last returned; 0 when it is completely read. */
  #depthOf(element: XmlElement): number {
    const depth = this.#open.length;
    return this.#open[depth - 1] === element ? depth : 0;
  }

  /** Returns the next child of the element at `depth`; skips the unread rest of the last child. */
  #next(depth: number): XmlNode | undefined {
    while (this.#open.length > depth) this.#read();
    return this.#open.length < depth ? undefined : this.#read();
  }

  /** Returns the next text or start tag; undefined for an end tag. */
  #read(): XmlNode | undefined {
    const end = this.text.indexOf('<', this.#at);
    if (end < 0) throw new NotPlain();
    if (end > this.#at) {
      const content = this.#content(end);
      this.#at = end;
      return content;
    }
    if (this.text.charCodeAt(end + 1) !== SLASH) return this.#startTag();
    this.#at = this.#endTag(end, this.#rawNames[this.#rawNames.length - 1] ?? '');
    this.#open.pop();
    this.#rawNames.pop();
    return undefined;
  }

  /** Returns the text up to the next tag. */
  #content(end: number): string {
    const content = this.text.slice(this.#at, end);
    if (content.includes(']]>')) throw new NotPlain();
    if (content.length > this.maxReferences && content.includes('&')) throw new NotPlain();
    return content.includes('&') ? resolved(content) : content;
  }

  /** Returns the end of the end tag that starts at `at`. */
  #endTag(at: number, name: string): number {
    const end = at + 2 + name.length;
    if (!this.text.startsWith(name, at + 2) || this.text.charCodeAt(end) !== GREATER) throw new NotPlain();
    return end + 1;
  }

  #startTag(): OpenElement {
    const start = this.#at;
    const parent = this.#open[this.#open.length - 1];
    if (this.#open.length >= this.maxDepth) throw new NotPlain();
    this.#elements += 1;
    if (this.#elements > this.maxElements) throw tooMany(this.maxElements);
    this.#at += 1;
    const raw = this.#name();
    let attributes: [string, string][] | undefined;
    let scope: Map<string, string> | undefined;
    for (;;) {
      const spaced = this.#space();
      const code = this.text.charCodeAt(this.#at);
      if (code === GREATER || code === SLASH) break;
      if (!spaced) throw new NotPlain();
      const name = this.#name();
      const value = this.#attributeValue();
      if (name === 'xmlns' || name.startsWith('xmlns:')) {
        scope ??= new Map(parent?.scope ?? this.outermost);
        declare(scope, name.slice(6), value);
      }
      attributes ??= [];
      if (attributes.length >= MOST_ATTRIBUTES || attributes.some(([other]) => other === name)) throw new NotPlain();
      attributes.push([name, value]);
    }
    const empty = this.text.charCodeAt(this.#at) === SLASH;
    if (empty) this.#at += 1;
    if (this.text.charCodeAt(this.#at) !== GREATER) throw new NotPlain();
    this.#at += 1;
    const text = empty ? [] : this.#onlyText(raw);
    const element = this.#element(raw, attributes, scope ?? parent?.scope ?? this.outermost, start, text ?? []);
    if (text === undefined) {
      this.#open.push(element);
      this.#rawNames.push(raw);
    }
    return element;
  }

  /** Reads the text of an element without child elements, to its end; undefined when it has a child element. */
  #onlyText(name: string): string[] | undefined {
    const end = this.text.indexOf('<', this.#at);
    if (end < 0) throw new NotPlain();
    if (this.text.charCodeAt(end + 1) !== SLASH) return undefined;
    const content = end > this.#at ? [this.#content(end)] : [];
    this.#at = this.#endTag(end, name);
    return content;
  }

  #element(
    raw: string,
    attributes: readonly [string, string][] | undefined,
    scope: Scope,
    start: number,
    children: XmlNode[],
  ): OpenElement {
    const colon = raw.indexOf(':');
    const prefix = colon < 0 ? '' : raw.slice(0, colon);
    const namespace = scope.get(prefix);
    if ((namespace === undefined && prefix !== '') || prefix === 'xml') throw new NotPlain();
    const kept = attributes === undefined ? NO_ATTRIBUTES : attributesIn(attributes, scope);
    while (this.#nextLine >= 0 && this.#nextLine < start) {
      this.#line += 1;
      this.#lineStart = this.#nextLine + 1;
      this.#nextLine = this.text.indexOf('\n', this.#lineStart);
    }
    return {
      name: colon < 0 ? raw : raw.slice(colon + 1),
      namespace: namespace ?? '',
      prefix,
      attributes: kept,
      children,
      scope,
      line: this.#line,
      column: start - this.#lineStart + 1,
    };
  }

  /** Reads a name with at most one colon; returns the cached string for a repeated name. */
  #name(): string {
    const { text } = this;
    const start = this.#at;
    const slot = (text.charCodeAt(start) * 7 + text.charCodeAt(start + 1)) % REMEMBERED;
    const likely = this.#names[slot] ?? '';
    const end = start + likely.length;
    if (likely !== '' && text.startsWith(likely, start) && (classOf(text, end) & (NAME | COLON)) === 0) {
      this.#at = end;
      return likely;
    }
    const name = this.#newName(start);
    this.#names[slot] = name;
    return name;
  }

  #newName(start: number): string {
    const { text } = this;
    let at = start;
    let colons = 0;
    if ((classOf(text, at) & NAME_START) === 0) throw new NotPlain();
    for (at += 1; ; at += 1) {
      if ((classOf(text, at) & NAME) !== 0) continue;
      if ((classOf(text, at) & COLON) === 0 || colons > 0 || (classOf(text, at + 1) & NAME_START) === 0) break;
      colons += 1;
    }
    this.#at = at;
    return text.slice(start, at);
  }

  /** Reads `="value"`; the value needs no resolving or normalising. */
  #attributeValue(): string {
    const { text } = this;
    if (text.charCodeAt(this.#at) !== EQUALS) throw new NotPlain();
    const quote = text[this.#at + 1];
    if (quote !== '"' && quote !== "'") throw new NotPlain();
    const end = text.indexOf(quote, this.#at + 2);
    if (end < 0) throw new NotPlain();
    const value = text.slice(this.#at + 2, end);
    if (/[<&\t\n]/.test(value)) throw new NotPlain();
    this.#at = end + 1;
    return value;
  }

  #space(): boolean {
    const start = this.#at;
    while ((classOf(this.text, this.#at) & SPACE) !== 0) this.#at += 1;
    return this.#at > start;
  }
}

function classOf(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? (CLASSES[code] ?? 0) : 0;
}

/** Resolves predefined entities; other references are not plain. */
function resolved(text: string): string {
  return text.replace(ENTITY, (_, name: string | undefined) => {
    const character = name === undefined ? undefined : ENTITIES[name];
    if (character === undefined) throw new NotPlain();
    return character;
  });
}

function declare(scope: Map<string, string>, prefix: string, namespace: string): void {
  if (prefix === 'xml' || prefix === 'xmlns' || RESERVED.test(namespace) || (prefix !== '' && namespace === ''))
    throw new NotPlain();
  scope.set(prefix, namespace);
}

/** Returns the attributes that are not namespace declarations. */
function attributesIn(attributes: readonly [string, string][], scope: Scope): readonly XmlAttribute[] {
  const kept: XmlAttribute[] = [];
  for (const [raw, value] of attributes) {
    if (raw === 'xmlns' || raw.startsWith('xmlns:')) continue;
    const colon = raw.indexOf(':');
    const prefix = colon < 0 ? '' : raw.slice(0, colon);
    const namespace = prefix === '' ? '' : scope.get(prefix);
    const name = raw.slice(colon + 1);
    if (namespace === undefined || kept.some((other) => other.name === name && other.namespace === namespace))
      throw new NotPlain();
    kept.push({ name, prefix, namespace, value });
  }
  return kept.length === 0 ? NO_ATTRIBUTES : kept;
}
