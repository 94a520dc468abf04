/** Names inside string values: compares `prefix:identity` of an expression with `module:identity` of the data. */
import type { Type } from '../../yang/types.js';
import type { XPath } from '../../yang/xpath/index.js';
import type { XPathNode } from './node.js';

/** Returns the `module:name` of a name in the scope of the expression; undefined when its prefix is unknown. */
export function resolveName(xpath: XPath, name: string): string | undefined {
  const colon = name.indexOf(':');
  if (colon < 0) return xpath.module === '' ? undefined : `${xpath.module}:${name}`;
  const module = xpath.prefixes.get(name.slice(0, colon));
  return module === undefined ? undefined : `${module}:${name.slice(colon + 1)}`;
}

/** Returns the type of a leaf or leaf-list entry, leafrefs resolved; undefined for other nodes. */
export function typeOf(node: XPathNode): Type | undefined {
  const { data } = node;
  if (data.kind !== 'leaf' && data.kind !== 'item') return undefined;
  const { type } = data.schema;
  return type.base === 'leafref' ? type.target : type;
}

export function mayBeIdentity(type: Type | undefined): boolean {
  switch (type?.base) {
    case 'identityref':
      return true;
    case 'leafref':
      return mayBeIdentity(type.target);
    case 'union':
      return type.members.some(mayBeIdentity);
    default:
      return false;
  }
}
