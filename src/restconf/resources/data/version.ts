import type { InstancePath } from '../../../data/index.js';
import type { Content } from '../../../server/index.js';
import { validators } from '../conditions.js';
import type { Exchange } from '../exchange.js';
import { isConfigOnly } from './config-only.js';

/**
 * True when the entity-tag of running speaks for the resource: the datastore and configuration in it, but not what
 * a provider keeps by itself (models.md, "The draft-faithful view").
 */
export function hasVersion(exchange: Exchange, path: InstancePath): boolean {
  const [top] = path;
  return top === undefined || (path.at(-1)?.schema.config === true && !exchange.outsideDatastore.has(top.schema.qname));
}

/** The validators of the resource as it is now; none where it has no version. */
export function versionHeaders(exchange: Exchange, path: InstancePath): Record<string, string> {
  return hasVersion(exchange, path) ? validators(exchange.server.version()) : {};
}

/**
 * True when nothing but configuration can be in the answer. Only then may 304 be answered: the entity-tag does not
 * change with state (RFC 8040 §3.4.1.2), and a cache would go on showing old state.
 */
export function isVersioned(exchange: Exchange, path: InstancePath, content: Content): boolean {
  if (!hasVersion(exchange, path)) return false;
  const node = path.at(-1)?.schema;
  return content === 'config' || (content === 'all' && node !== undefined && isConfigOnly(node));
}
