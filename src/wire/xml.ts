/** XML helpers for protocol messages, beyond the XML parser. */
import { elementsOf, escapeAttribute, textOf, type XmlElement } from '../data/index.js';

/** True when an element has this name in this namespace. */
export function is(element: XmlElement, namespace: string, name: string): boolean {
  return element.name === name && element.namespace === namespace;
}

/** Returns the first child element of that name. */
export function childOf(element: XmlElement, namespace: string, name: string): XmlElement | undefined {
  return elementsOf(element).find((child) => is(child, namespace, name));
}

/** Returns the text directly in an element, without the surrounding white space of pretty printers. */
export function trimmedText(element: XmlElement): string {
  return textOf(element).trim();
}

/** Returns an xmlns declaration, with a space before it. @param prefix '' for the default namespace */
export function declaration(prefix: string, namespace: string): string {
  return ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeAttribute(namespace)}"`;
}
