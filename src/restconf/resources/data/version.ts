import type { InstancePath } from '../../../data/index.js';
import type { Content } from '../../../server/index.js';
import { type Version, validators } from '../conditions.js';
import type { Exchange } from '../exchange.js';
import { isConfigOnly } from './config-only.js';

/**
 * The version of the datastore or of one configuration resource in it. State has none, nor has what a provider keeps by
 * itself (models.md, "The draft-faithful view"). Intended holds what running does; what the candidate, startup and
 * operational hold has no version of its own. What may hold entries that do not exist for the caller has no version for the caller: it
 * would change with them.
 */
export function versionOf(exchange: Exchange, path: InstancePath): Version | undefined {
  const { server, caller, outsideDatastore, datastore } = exchange;
  if (datastore !== undefined && datastore !== 'running' && datastore !== 'intended') return undefined;
  const [top] = path;
  if (server.hidesBelow(caller, path)) return undefined;
  const isStored = !top || (path.at(-1)?.schema.config === true && !outsideDatastore.has(top.schema.qname));
  return isStored ? server.version(path) : undefined;
}

/** The validators of the resource as it is now; none where it has no version. */
export function versionHeaders(exchange: Exchange, path: InstancePath): Record<string, string> {
  const version = versionOf(exchange, path);
  return version ? validators(version) : {};
}

/**
 * True when nothing but configuration can be in the answer. Only then may 304 be answered: the entity-tag does not
 * change with state (RFC 8040 §3.4.1.2), and a cache would go on showing old state.
 */
export function isVersioned({ datastore }: Exchange, path: InstancePath, content: Content): boolean {
  // Of a conventional datastore there is nothing but configuration.
  if (datastore !== undefined && datastore !== 'operational') return true;
  const node = path.at(-1)?.schema;
  return content === 'config' || (content === 'all' && node !== undefined && isConfigOnly(node));
}
