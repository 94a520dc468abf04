/** Which modules a document uses. */
import { elementsOf, type XmlElement } from '../../src/index.js';

/** The namespaces of elements, and those that prefixes stand for where values may use them. */
export function namespacesIn(elements: readonly XmlElement[]): ReadonlySet<string> {
  const found = new Set<string>();
  const scopes = new Set<ReadonlyMap<string, string>>();
  const visit = (element: XmlElement): void => {
    found.add(element.namespace);
    if (!scopes.has(element.scope)) {
      scopes.add(element.scope);
      for (const namespace of element.scope.values()) found.add(namespace);
    }
    for (const child of elementsOf(element)) visit(child);
  };
  for (const element of elements) visit(element);
  return found;
}

/** In an RFC 7951 document, the modules of member names, and names in values that may be modules (`iana-if-type:tunnel`). */
export function modulesIn(document: unknown): {
  readonly members: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
} {
  const members = new Set<string>();
  const values = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      for (const [, name] of value.matchAll(PREFIX)) if (name !== undefined) values.add(name);
    } else if (Array.isArray(value)) {
      value.forEach(visit);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        const colon = name.indexOf(':');
        if (colon > 0) members.add(name.slice(name.startsWith('@') ? 1 : 0, colon));
        visit(member);
      }
    }
  };
  visit(document);
  return { members, values };
}

/** In front of an identity, or of a step or key of an instance-identifier. */
const PREFIX = /(?:^|[/[])([A-Za-z_][\w.-]*):/g;
