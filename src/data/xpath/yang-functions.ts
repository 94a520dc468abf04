/** The functions that YANG adds to XPath (RFC 7950 §10.2-10.6), on evaluated arguments. */
import { messageOf } from '../../yang/errors.js';
import { compilePattern } from '../../yang/pattern.js';
import type { Identity, Schema } from '../../yang/schema.js';
import type { EnumerationType, Pattern, Type } from '../../yang/types.js';
import type { XPath } from '../../yang/xpath/index.js';
import { RpcError } from '../rpc-error.js';
import { mayBeIdentity, resolveName, typeOf } from './names.js';
import type { XPathNode } from './node.js';
import { firstNode } from './value.js';

/** Bound of the pattern cache: an expression can compute patterns from data. */
const MAX_PATTERNS = 500;
const patterns = new Map<string, Pattern>();

export function reMatch(subject: string, expression: string): boolean {
  let pattern = patterns.get(expression);
  if (!pattern) {
    pattern = compiled(expression);
    if (patterns.size >= MAX_PATTERNS) patterns.clear();
    patterns.set(expression, pattern);
  }
  return pattern.test(subject);
}

function compiled(expression: string): Pattern {
  try {
    return compilePattern(expression);
  } catch (error) {
    const reason = messageOf(error);
    throw new RpcError({
      type: 'application',
      tag: 'operation-failed',
      origin: 'caller',
      message: `re-match: '${expression}' is no regular expression: ${reason}`,
    });
  }
}

/** True when a node holds an identity derived from the identity `name` (with `orSelf`: or that identity itself). */
export function isDerived(
  nodes: readonly XPathNode[],
  name: string,
  orSelf: boolean,
  xpath: XPath,
  schema: Schema,
): boolean {
  const base = identity(schema, resolveName(xpath, name));
  if (!base) return false;
  return nodes.some((node) => {
    if (!mayBeIdentity(typeOf(node))) return false;
    const found = identity(schema, node.stringValue);
    return found !== undefined && (found.derivedFrom(base) || (orSelf && found.qname === base.qname));
  });
}

function identity(schema: Schema, qname: string | undefined): Identity | undefined {
  const colon = qname?.indexOf(':') ?? -1;
  if (qname === undefined || colon < 0) return undefined;
  return schema.modules.get(qname.slice(0, colon))?.identities.get(qname.slice(colon + 1));
}

/** Returns the integer of the first node's enum; NaN when the node is not an enumeration leaf. */
export function enumValue(nodes: readonly XPathNode[]): number {
  const node = firstNode(nodes);
  const type = node && enumeration(typeOf(node), node.stringValue);
  return (node && type?.enums.get(node.stringValue)?.value) ?? Number.NaN;
}

function enumeration(type: Type | undefined, name: string): EnumerationType | undefined {
  switch (type?.base) {
    case 'enumeration':
      return type.enums.has(name) ? type : undefined;
    case 'leafref':
      return enumeration(type.target, name);
    case 'union':
      return type.members.map((member) => enumeration(member, name)).find((found) => found !== undefined);
    default:
      return undefined;
  }
}

/** True when the first node is a bits leaf with this bit set. */
export function bitIsSet(nodes: readonly XPathNode[], bit: string): boolean {
  const node = firstNode(nodes);
  return node !== undefined && mayBeBits(typeOf(node)) && node.stringValue.split(' ').includes(bit);
}

function mayBeBits(type: Type | undefined): boolean {
  switch (type?.base) {
    case 'bits':
      return true;
    case 'leafref':
      return mayBeBits(type.target);
    case 'union':
      return type.members.some(mayBeBits);
    default:
      return false;
  }
}
