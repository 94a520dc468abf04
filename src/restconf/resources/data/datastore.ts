import { ALLOWED } from '../../query/allowed.js';
import { parseParameters } from '../../query/parameters.js';
import { empty } from '../answers.js';
import { DATA, decodeWrapped, requireBody } from '../body.js';
import type { Answer, Exchange } from '../exchange.js';
import { apply } from './apply.js';
import { preconditionsOf } from './preconditions.js';
import { versionHeaders } from './version.js';

/** Answers PUT of the datastore: replaces all configuration (RFC 8040 §4.5). */
export async function replaceDatastore(exchange: Exchange): Promise<Answer> {
  return editDatastore(exchange, 'replace');
}

/** Answers PATCH of the datastore: merges into the configuration (RFC 8040 §4.6.1). */
export async function mergeDatastore(exchange: Exchange): Promise<Answer> {
  return editDatastore(exchange, 'merge');
}

async function editDatastore(exchange: Exchange, defaultOperation: 'replace' | 'merge'): Promise<Answer> {
  const { schema } = exchange;
  parseParameters(exchange.query, ALLOWED.none);
  const body = await requireBody(exchange, '"ietf-restconf:data"');
  const edit = await decodeWrapped(exchange, schema.root, DATA, body);
  const conditions = await preconditionsOf(exchange, []);
  await apply(exchange, { edit, defaultOperation, ...conditions.request });
  return empty(204, versionHeaders(exchange, []));
}
