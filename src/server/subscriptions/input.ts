/** What only a protocol face knows of the input of establish- and modify-subscription. */
import { type Children, leaf, type Tree, withChildren } from '../../data/index.js';
import type { Schema } from '../../yang/index.js';
import { ENCODING, MODULE, XPATH } from './names.js';
import type { SubscriptionEncoding } from './subscription.js';

/**
 * The input with the encoding of the request where it names none (RFC 8639 §2.4.2), and the prefixes of the XPath filter as
 * module names.
 *
 * @param scope prefixes in scope on the filter's XML element (RFC 8639 §4, stream-xpath-filter); absent in JSON
 */
export function subscriptionInput(
  input: Tree,
  encoding: SubscriptionEncoding,
  scope: ReadonlyMap<string, string> | undefined,
  schema: Schema,
): Tree {
  const children = new Map<string, NonNullable<ReturnType<Children['get']>>>(input.children);
  const node = input.schema.data.get(ENCODING);
  if (node?.kind === 'leaf' && !children.has(ENCODING)) {
    children.set(ENCODING, leaf(node, `${MODULE}:encode-${encoding}`));
  }
  const xpath = children.get(XPATH);
  if (xpath?.kind === 'leaf' && scope) {
    children.set(XPATH, { ...xpath, value: withModuleNames(String(xpath.value), scope, schema) });
  }
  return withChildren(input, children);
}

/** Literals, which are left alone, or a prefix and what follows it. */
const PREFIXED = /"[^"]*"|'[^']*'|([\p{L}_][\p{L}\p{M}\p{N}_.·-]*):(?=[\p{L}_*])/gu;

function withModuleNames(text: string, scope: ReadonlyMap<string, string>, schema: Schema): string {
  return text.replace(PREFIXED, (all, prefix: string | undefined) => {
    const namespace = prefix === undefined ? undefined : scope.get(prefix);
    const module = namespace === undefined ? undefined : schema.moduleByNamespace(namespace);
    return module ? `${module.name}:` : all;
  });
}
