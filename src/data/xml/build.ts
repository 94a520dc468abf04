/** Elements made by programs rather than parsed, and small questions asked of elements. */
import type { XmlAttribute, XmlElement, XmlNode } from '../xml-element.js';

/** An element in `namespace` as default namespace; `scope` adds prefixes that its values use. */
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

/** The text directly inside, without that of elements below. */
export function textOf(element: XmlElement): string {
  const [only] = element.children;
  if (element.children.length <= 1) return typeof only === 'string' ? only : '';
  return element.children.filter((child): child is string => typeof child === 'string').join('');
}

/** The child elements; text between them, white space as a rule, is left out. */
export function elementsOf(element: { readonly children: readonly XmlNode[] }): XmlElement[] {
  return element.children.filter((child): child is XmlElement => typeof child !== 'string');
}
