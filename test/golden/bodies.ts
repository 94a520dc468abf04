/** Bodies of requests and replies, of either encoding, as members that can be held against a schema. */
import { parseXml, type XmlElement } from '../../src/data/index.js';
import { nodeSchema } from '../support/faces.js';

export type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the members of a body; none for one that is neither JSON nor XML. */
export function membersIn(body: string): Members {
  if (body.startsWith('<')) return membersOf([parseXml(body)]);
  try {
    const value: unknown = JSON.parse(body);
    return isMembers(value) ? value : {};
  } catch {
    return {};
  }
}

/** Returns elements as the members of RFC 7951, all named with their module; leafs without their values. */
function membersOf(children: readonly XmlElement[]): Members {
  const members: Record<string, unknown[]> = {};
  for (const child of children) {
    const name = qname(child) ?? child.name;
    members[name] ??= [];
    members[name].push(elements(child).length > 0 ? membersOf(elements(child)) : '');
  }
  return members;
}

/** Returns the modules of the members at the top of a body. */
export function modulesIn(body: string): readonly string[] {
  return Object.keys(membersIn(body)).map((name) => name.replace(/:.*/, ''));
}

export function elements({ children }: Pick<XmlElement, 'children'>): readonly XmlElement[] {
  return children.filter((each): each is XmlElement => typeof each === 'object');
}

/** Returns the module of an element; empty for one that the node does not have. */
export function moduleOf({ namespace }: XmlElement): string {
  return nodeSchema.moduleByNamespace(namespace)?.name ?? '';
}

export function qname(element: XmlElement): string | undefined {
  const module = moduleOf(element);
  return module === '' ? undefined : `${module}:${element.name}`;
}
