/** Instance documents, in JSON or XML, as trees that may be changed freely and written again, right or wrong. */
import { elementsOf, escapeAttribute, escapeText, parseXml, textOf, type XmlElement } from '../../../src/data/index.js';

export type Format = 'json' | 'xml';

/** A JSON value or an XML element, free to be changed. */
export interface DataDraft {
  kind: 'object' | 'array' | 'scalar' | 'element';
  /** Of the member or element; unused for what stands in a JSON array. */
  name: string;
  /** JSON of a scalar as written; text of an element without children. */
  text: string;
  attributes: [name: string, value: string][];
  children: DataDraft[];
}

export function draftOfJson(value: unknown, name = ''): DataDraft {
  const draft = { name, text: '', attributes: [] };
  if (Array.isArray(value))
    return { ...draft, kind: 'array', children: value.map((item: unknown) => draftOfJson(item)) };
  if (typeof value === 'object' && value !== null)
    return {
      ...draft,
      kind: 'object',
      children: Object.entries(value).map(([member, content]) => draftOfJson(content, member)),
    };
  return { ...draft, kind: 'scalar', text: JSON.stringify(value), children: [] };
}

/** What holds the top-level elements of an XML text. */
export function draftOfXml(text: string): DataDraft {
  return draftOfElement(parseXml(`<documents>${text}</documents>`), new Map([['', '']]));
}

function draftOfElement(element: XmlElement, above: ReadonlyMap<string, string>): DataDraft {
  const declared = [...element.scope].filter(([prefix, uri]) => prefix !== 'xml' && above.get(prefix) !== uri);
  const elements = elementsOf(element);
  return {
    kind: 'element',
    name: element.prefix === '' ? element.name : `${element.prefix}:${element.name}`,
    text: elements.length === 0 ? textOf(element) : '',
    attributes: [
      ...declared.map(([prefix, uri]): [string, string] => [prefix === '' ? 'xmlns' : `xmlns:${prefix}`, uri]),
      ...element.attributes.map(({ prefix, name, value }): [string, string] => [
        prefix === '' ? name : `${prefix}:${name}`,
        value,
      ]),
    ],
    children: elements.map((child) => draftOfElement(child, element.scope)),
  };
}

/** The document, which for XML is the content of the outermost draft. */
export function printDocument(draft: DataDraft, format: Format): string {
  return format === 'json' ? printJson(draft, '') : draft.children.map((child) => printElement(child, '')).join('');
}

function printJson({ kind, text, children }: DataDraft, indent: string): string {
  if (kind === 'scalar') return text;
  const [open, close] = kind === 'array' ? '[]' : '{}';
  if (children.length === 0) return `${open}${close}`;
  const inside = `${indent}  `;
  const items = children.map(
    (child) => `${inside}${kind === 'array' ? '' : `${JSON.stringify(child.name)}: `}${printJson(child, inside)}`,
  );
  return `${open}\n${items.join(',\n')}\n${indent}${close}`;
}

function printElement({ name, text, attributes, children }: DataDraft, indent: string): string {
  const head = `${indent}<${name}${attributes.map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`).join('')}`;
  if (children.length === 0) return text === '' ? `${head}/>\n` : `${head}>${escapeText(text)}</${name}>\n`;
  return `${head}>\n${children.map((child) => printElement(child, `${indent}  `)).join('')}${indent}</${name}>\n`;
}
