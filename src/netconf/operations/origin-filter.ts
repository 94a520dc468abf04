/** origin-filter and negated-origin-filter of get-data (RFC 8526 §3.1.1). */

import { RpcError, type XmlElement } from '../../data/index.js';
import { trimmedText } from '../../wire/index.js';
import type { Schema } from '../../yang/index.js';
import type { Parameters } from './parameters.js';

/**
 * Returns a predicate for the wanted origins (`module:identity`); undefined when all are wanted. @throws RpcError
 * invalid-value, bad-element
 */
export function originPredicate(parameters: Parameters, schema: Schema): ((origin: string) => boolean) | undefined {
  const wanted = parameters.all('origin-filter');
  const unwanted = parameters.all('negated-origin-filter');
  if (wanted.length > 0 && unwanted.length > 0) {
    throw fault('bad-element', 'negated-origin-filter', 'origin-filter and negated-origin-filter exclude each other');
  }
  if (wanted.length === 0 && unwanted.length === 0) return undefined;
  const named = new Set([...wanted, ...unwanted].flatMap((element) => withDerived(element, schema)));
  return wanted.length > 0 ? (origin) => named.has(origin) : (origin) => !named.has(origin);
}

/** Returns the origin that an element names, and those derived from it. */
function withDerived(element: XmlElement, schema: Schema): readonly string[] {
  const text = trimmedText(element);
  const colon = text.indexOf(':');
  const prefix = colon < 0 ? '' : text.slice(0, colon);
  const module = schema.moduleByNamespace(element.scope.get(prefix) ?? '');
  const identity = module?.identities.get(text.slice(colon + 1));
  const base = schema.modules.get('ietf-origin')?.identities.get('origin');
  if (!identity || !base || !identity.derivedFrom(base)) {
    throw fault('invalid-value', element.name, `"${text}" is no origin, as or:intended is`);
  }
  return [identity.qname, ...identity.derived.map(({ qname }) => qname)];
}

function fault(tag: 'invalid-value' | 'bad-element', element: string, message: string): RpcError {
  return new RpcError({ type: 'protocol', tag, message, info: { 'bad-element': element } });
}
