import type { DatastoreName } from '../../server/index.js';
import { notFound } from '../refusal.js';
import type { Exchange } from './exchange.js';

const MODULE = 'ietf-datastores';

/** The datastore and api-path of a path below `{+restconf}/ds`. */
export interface DatastorePlace {
  readonly datastore: DatastoreName;
  /** The api-path in the datastore, still percent-encoded. */
  readonly rest: string;
  readonly offset: number;
}

/**
 * Finds the datastore that a path names by its identity (RFC 8527 §3.1): `ietf-datastores:running`.
 *
 * @param rest the path after `ds/`, still percent-encoded
 * @param offset of `rest` in the path
 * @throws Refusal 404 when this endpoint has no such datastore
 */
export function datastorePlace({ server, caller }: Exchange, rest: string, offset: number): DatastorePlace {
  const slash = rest.indexOf('/');
  const written = slash < 0 ? rest : rest.slice(0, slash);
  const served = server.datastores.served(caller.view);
  const datastore = served.find((name) => written.replace(/%3a/i, ':') === `${MODULE}:${name}`);
  if (datastore === undefined) {
    const names = served.map((name) => `${MODULE}:${name}`).join(', ');
    throw notFound(`path, offset ${offset}: there is no datastore "${written}" here; the datastores are ${names}`);
  }
  const length = slash < 0 ? rest.length : slash + 1;
  return { datastore, rest: rest.slice(length), offset: offset + length };
}

/** True for the datastores that can be edited here. */
export function isEditable(datastore: DatastoreName | undefined): datastore is 'running' | 'candidate' | undefined {
  return datastore === undefined || datastore === 'running' || datastore === 'candidate';
}
