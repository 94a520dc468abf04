/**
 * A quick reader for plain XML, as machines write it: ASCII names, no comments, CDATA, processing instructions, character
 * references or carriage returns. It judges nothing: whatever is not plain, or wrong in any way, it leaves to the strict parser, which is the
 * authority. Protocol messages are nearly always plain, and this reads them several times faster.
 */
import type { XmlAttribute, XmlElement, XmlNode } from './element.js';

interface OpenElement extends XmlElement {
  readonly children: XmlNode[];
}

type Scope = ReadonlyMap<string, string>;

/** Anything that needs a second look: other control characters than tab and line feed, surrogates, non-characters. */
const NOT_PLAIN = /[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd]/;
const DECLARATION = /^<\?xml version=["']1\.0["'](?: encoding=["'][Uu][Tt][Ff]-8["'])? ?\?>/;
const RESERVED = /^http:\/\/www\.w3\.org\/(?:XML\/1998\/namespace|2000\/xmlns\/)$/;
const ENTITY = /&(?:(lt|gt|amp|quot|apos);)?/g;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const NO_ATTRIBUTES: readonly XmlAttribute[] = Object.freeze([]);

/** Attributes are compared with one another; an element with more than this many is not what machines write. */
const MOST_ATTRIBUTES = 16;

const NAME_START = 1;
const NAME = 2;
const SPACE = 4;
const CLASSES = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z_]/.test(character)) CLASSES[code] = NAME_START | NAME;
  else if (/[\w.-]/.test(character)) CLASSES[code] = NAME;
  else if (/[ \t\n]/.test(character)) CLASSES[code] = SPACE;
}
const LESS = 0x3c;
const GREATER = 0x3e;
const SLASH = 0x2f;
const COLON = 0x3a;
const EQUALS = 0x3d;

/** The document's element, or undefined when this reader does not want to say. */
export function readPlain(text: string, maxDepth: number, outermost: Scope): XmlElement | undefined {
  if (NOT_PLAIN.test(text)) return undefined;
  return new PlainReader(text, maxDepth, outermost).document();
}

class PlainReader {
  readonly #open: OpenElement[] = [];
  readonly #rawNames: string[] = [];
  #at = 0;
  #line = 1;
  #lineStart = 0;
  #nextLine: number;

  constructor(
    readonly text: string,
    readonly maxDepth: number,
    readonly outermost: Scope,
  ) {
    this.#nextLine = text.indexOf('\n');
  }

  document(): XmlElement | undefined {
    const { text } = this;
    this.#at = DECLARATION.exec(text)?.[0].length ?? 0;
    this.#space();
    let root: XmlElement | undefined;
    do {
      if (text.charCodeAt(this.#at) !== LESS) return undefined;
      if (text.charCodeAt(this.#at + 1) === SLASH) {
        if (!this.#endTag()) return undefined;
      } else {
        const element = this.#startTag();
        if (element === undefined) return undefined;
        root ??= element;
      }
      if (this.#open.length > 0 && !this.#text()) return undefined;
    } while (this.#open.length > 0);
    this.#space();
    return this.#at === text.length ? root : undefined;
  }

  /** Text up to the next tag. */
  #text(): boolean {
    const end = this.text.indexOf('<', this.#at);
    if (end < 0) return false;
    if (end > this.#at) {
      const content = this.text.slice(this.#at, end);
      const clean = content.includes('&') ? resolved(content) : content;
      if (clean === undefined || content.includes(']]>')) return false;
      this.#open[this.#open.length - 1]?.children.push(clean);
      this.#at = end;
    }
    return true;
  }

  #endTag(): boolean {
    const name = this.#rawNames[this.#rawNames.length - 1];
    if (name === undefined || !this.text.startsWith(name, this.#at + 2)) return false;
    const end = this.#at + 2 + name.length;
    if (this.text.charCodeAt(end) !== GREATER) return false;
    this.#at = end + 1;
    this.#open.pop();
    this.#rawNames.pop();
    return true;
  }

  #startTag(): OpenElement | undefined {
    const start = this.#at;
    const parent = this.#open[this.#open.length - 1];
    if (this.#open.length >= this.maxDepth) return undefined;
    this.#at += 1;
    const raw = this.#name();
    if (raw === undefined) return undefined;
    let attributes: [string, string][] | undefined;
    let scope: Map<string, string> | undefined;
    for (;;) {
      const spaced = this.#space();
      const code = this.text.charCodeAt(this.#at);
      if (code === GREATER || code === SLASH) break;
      const name = spaced ? this.#name() : undefined;
      const value = name === undefined ? undefined : this.#attributeValue();
      if (name === undefined || value === undefined) return undefined;
      if (name === 'xmlns' || name.startsWith('xmlns:')) {
        scope ??= new Map(parent?.scope ?? this.outermost);
        if (!declare(scope, name.slice(6), value)) return undefined;
      }
      attributes ??= [];
      if (attributes.length >= MOST_ATTRIBUTES || attributes.some(([other]) => other === name)) return undefined;
      attributes.push([name, value]);
    }
    const empty = this.text.charCodeAt(this.#at) === SLASH;
    if (empty) this.#at += 1;
    if (this.text.charCodeAt(this.#at) !== GREATER) return undefined;
    this.#at += 1;
    const element = this.#element(raw, attributes, scope ?? parent?.scope ?? this.outermost, start);
    if (element === undefined) return undefined;
    parent?.children.push(element);
    if (!empty) {
      this.#open.push(element);
      this.#rawNames.push(raw);
    }
    return element;
  }

  #element(
    raw: string,
    attributes: readonly [string, string][] | undefined,
    scope: Scope,
    start: number,
  ): OpenElement | undefined {
    const colon = raw.indexOf(':');
    const prefix = colon < 0 ? '' : raw.slice(0, colon);
    const namespace = scope.get(prefix);
    if ((namespace === undefined && prefix !== '') || prefix === 'xml') return undefined;
    const kept = attributes === undefined ? NO_ATTRIBUTES : attributesIn(attributes, scope);
    if (kept === undefined) return undefined;
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
      children: [],
      scope,
      line: this.#line,
      column: start - this.#lineStart + 1,
    };
  }

  /** A name with at most one colon, each part of it a name. */
  #name(): string | undefined {
    const { text } = this;
    const start = this.#at;
    let at = start;
    let colons = 0;
    if ((classOf(text, at) & NAME_START) === 0) return undefined;
    for (at += 1; ; at += 1) {
      if ((classOf(text, at) & NAME) !== 0) continue;
      if (text.charCodeAt(at) !== COLON || colons > 0 || (classOf(text, at + 1) & NAME_START) === 0) break;
      colons += 1;
    }
    this.#at = at;
    return text.slice(start, at);
  }

  /** `="value"` with nothing in the value that would have to be resolved or normalised. */
  #attributeValue(): string | undefined {
    const { text } = this;
    if (text.charCodeAt(this.#at) !== EQUALS) return undefined;
    const quote = text[this.#at + 1];
    if (quote !== '"' && quote !== "'") return undefined;
    const end = text.indexOf(quote, this.#at + 2);
    if (end < 0) return undefined;
    const value = text.slice(this.#at + 2, end);
    if (/[<&\t\n]/.test(value)) return undefined;
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

/** Predefined entities only; other references are not plain. */
function resolved(text: string): string | undefined {
  let plain = true;
  const result = text.replace(ENTITY, (_, name: string | undefined) => {
    if (name === undefined) plain = false;
    return name === undefined ? '' : (ENTITIES[name] ?? '');
  });
  return plain ? result : undefined;
}

function declare(scope: Map<string, string>, prefix: string, namespace: string): boolean {
  if (prefix === 'xml' || prefix === 'xmlns' || RESERVED.test(namespace) || (prefix !== '' && namespace === ''))
    return false;
  scope.set(prefix, namespace);
  return true;
}

/** The attributes that are no declarations; undefined when a prefix is unbound or two have the same expanded name. */
function attributesIn(attributes: readonly [string, string][], scope: Scope): readonly XmlAttribute[] | undefined {
  const kept: XmlAttribute[] = [];
  for (const [raw, value] of attributes) {
    if (raw === 'xmlns' || raw.startsWith('xmlns:')) continue;
    const colon = raw.indexOf(':');
    const prefix = colon < 0 ? '' : raw.slice(0, colon);
    const namespace = prefix === '' ? '' : scope.get(prefix);
    const name = raw.slice(colon + 1);
    if (namespace === undefined || kept.some((other) => other.name === name && other.namespace === namespace))
      return undefined;
    kept.push({ name, prefix, namespace, value });
  }
  return kept.length === 0 ? NO_ATTRIBUTES : kept;
}
