import type { InstancePath } from '../../../data/index.js';
import type { Answer, Exchange } from '../exchange.js';
import { answerFrom, type MethodTable } from '../method-table.js';
import { create } from './create.js';
import { mergeDatastore, replaceDatastore } from './datastore.js';
import { merge } from './merge.js';
import { remove } from './remove.js';
import { replace } from './replace.js';
import { retrieve } from './retrieve.js';
import { requireInstance } from './target-parent.js';

type Table = MethodTable<InstancePath>;

/** The datastore resource (RFC 8040 §3.4). */
const DATASTORE: Table = {
  GET: retrieve,
  POST: create,
  PUT: (exchange) => replaceDatastore(exchange),
  PATCH: (exchange) => mergeDatastore(exchange),
};
/** State: read only. */
const STATE: Table = { GET: retrieve };
/** Leafs, leaf-list entries, anydata and anyxml. */
const VALUE: Table = { GET: retrieve, PUT: replace, PATCH: merge, DELETE: remove };
/** Containers and list entries. */
const PARENT: Table = { GET: retrieve, POST: create, PUT: replace, PATCH: merge, DELETE: remove };

/** Any method on the datastore, named by an empty path, or on a data resource (RFC 8040 §3.4, §3.5). */
export async function answerData(exchange: Exchange, path: InstancePath): Promise<Answer> {
  const last = path.at(-1);
  if (last === undefined) return answerFrom(DATASTORE, exchange, path, 'the datastore');
  const { schema, key } = last;
  const name = `${schema.config ? schema.kind : 'state'} "${schema.name}"`;
  if (!schema.config) return answerFrom(STATE, exchange, path, name);
  const whole = (schema.kind === 'list' || schema.kind === 'leaf-list') && key === undefined;
  if (whole && ['POST', 'PUT', 'PATCH', 'DELETE'].includes(exchange.method)) requireInstance(path);
  if (whole) return answerFrom(STATE, exchange, path, name);
  return answerFrom(schema.kind === 'container' || schema.kind === 'list' ? PARENT : VALUE, exchange, path, name);
}
