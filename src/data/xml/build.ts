/** Elements made by programs, and helpers that read elements. */
import type { XmlAttribute, XmlElement, XmlNode } from '../xml-element.js';

/** Makes an element with `namespace` as default namespace; `scope` adds prefixes for its values. */
export function xmlElement(
  name: string,
  namespace: string,
  children: readonly XmlNode[] = [],
  attributes: readonly XmlAttribute[] = [],
  scope: ReadonlyMap<string, string> = new Map(),
): XmlElement {
  return {
    name,
    namespace,
    prefix: '',
    attributes,
    children,
    scope: new Map([...scope, ['', namespace]]),
    line: 0,
    column: 0,
  };
}

/** Returns the text directly inside, without the text of child elements. */
export function textOf(element: XmlElement): string {
  const [only] = element.children;
  if (element.children.length <= 1) return typeof only === 'string' ? only : '';
  return element.children.filter((child): child is string => typeof child === 'string').join('');
}

/** Returns the child elements, without the text between them (usually white space). */
export function elementsOf(element: { readonly children: readonly XmlNode[] }): XmlElement[] {
  return element.children.filter((child): child is XmlElement => typeof child !== 'string');
}
