import type { InstancePath } from '../../../data/index.js';
import { isEditable } from '../datastores.js';
import type { Answer, Exchange } from '../exchange.js';
import { answerFrom, type MethodTable } from '../method-table.js';
import { create } from './create.js';
import { mergeDatastore, replaceDatastore } from './datastore.js';
import { merge } from './merge.js';
import { isYangPatch, patch } from './patch/index.js';
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
  PATCH: (exchange) => (isYangPatch(exchange) ? patch(exchange, []) : mergeDatastore(exchange)),
};
/** Methods of state, and of datastores that cannot be edited: read only. */
const STATE: Table = { GET: retrieve };
/** Leafs, leaf-list entries, anydata and anyxml. */
const VALUE: Table = { GET: retrieve, PUT: replace, PATCH: mergeOrPatch, DELETE: remove };
/** Containers and list entries. */
const PARENT: Table = { GET: retrieve, POST: create, PUT: replace, PATCH: mergeOrPatch, DELETE: remove };

/** Answers PATCH: the Content-Type gives the kind of patch. */
function mergeOrPatch(exchange: Exchange, path: InstancePath): Promise<Answer> {
  return isYangPatch(exchange) ? patch(exchange, path) : merge(exchange, path);
}

/** Answers all methods on the datastore (empty path) or on a data resource (RFC 8040 §3.4, §3.5). */
export async function answerData(exchange: Exchange, path: InstancePath): Promise<Answer> {
  const last = path.at(-1);
  const editable = isEditable(exchange.datastore);
  if (last === undefined) return answerFrom(editable ? DATASTORE : STATE, exchange, path, 'the datastore');
  const { schema, key } = last;
  const name = `${schema.config ? schema.kind : 'state'} "${schema.name}"`;
  if (!schema.config || !editable) return answerFrom(STATE, exchange, path, name);
  const whole = (schema.kind === 'list' || schema.kind === 'leaf-list') && key === undefined;
  if (whole && ['POST', 'PUT', 'PATCH', 'DELETE'].includes(exchange.method)) requireInstance(path);
  if (whole) return answerFrom(STATE, exchange, path, name);
  return answerFrom(schema.kind === 'container' || schema.kind === 'list' ? PARENT : VALUE, exchange, path, name);
}
