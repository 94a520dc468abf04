import type { InstancePath } from '../../../data/index.js';
import type { Content } from '../../../server/index.js';
import { type Version, validators } from '../conditions.js';
import type { Exchange } from '../exchange.js';
import { isConfigOnly } from './config-only.js';

/**
 * Returns the version of the datastore or of one configuration resource in it. State and provider-kept nodes have none
 * (models.md, "The draft-faithful view"). Intended has the version of running; candidate, startup and operational have none.
 * A resource with entries that may be hidden from the caller has no version for this caller: it would change with them.
 */
export function versionOf(exchange: Exchange, path: InstancePath): Version | undefined {
  const { server, caller, outsideDatastore, datastore } = exchange;
  if (datastore !== undefined && datastore !== 'running' && datastore !== 'intended') return undefined;
  const [top] = path;
  if (server.hidesBelow(caller, path)) return undefined;
  const isStored = !top || (path.at(-1)?.schema.config === true && !outsideDatastore.has(top.schema.qname));
  return isStored ? server.version(path) : undefined;
}

/** Returns the present validators of the resource; none when it has no version. */
export function versionHeaders(exchange: Exchange, path: InstancePath): Record<string, string> {
  const version = versionOf(exchange, path);
  return version ? validators(version) : {};
}

/**
 * True when the answer can contain only configuration. Only then may 304 be answered: the entity-tag does not change with
 * state (RFC 8040 §3.4.1.2), so a cache would keep old state.
 */
export function isVersioned({ datastore }: Exchange, path: InstancePath, content: Content): boolean {
  // A conventional datastore has only configuration.
  if (datastore !== undefined && datastore !== 'operational') return true;
  const node = path.at(-1)?.schema;
  return content === 'config' || (content === 'all' && node !== undefined && isConfigOnly(node));
}
