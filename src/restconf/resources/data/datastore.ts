import { ALLOWED } from '../../query/allowed.js';
import { parseParameters } from '../../query/parameters.js';
import { preconditionFailed } from '../../refusal.js';
import { empty } from '../answers.js';
import { DATA, decodeWrapped, requireBody } from '../body.js';
import { editConditions } from '../conditions.js';
import type { Answer, Exchange } from '../exchange.js';
import { versionHeaders } from './version.js';

/** PUT of the datastore: replaces all configuration (RFC 8040 §4.5). */
export async function replaceDatastore(exchange: Exchange): Promise<Answer> {
  return editDatastore(exchange, 'replace');
}

/** PATCH of the datastore: merges into the configuration (RFC 8040 §4.6.1). */
export async function mergeDatastore(exchange: Exchange): Promise<Answer> {
  return editDatastore(exchange, 'merge');
}

async function editDatastore(exchange: Exchange, defaultOperation: 'replace' | 'merge'): Promise<Answer> {
  const { schema, server, caller, headers } = exchange;
  parseParameters(exchange.query, ALLOWED.none);
  const body = requireBody(exchange, '"ietf-restconf:data"');
  const edit = decodeWrapped(exchange, schema.root, DATA, body);
  const { ifMatch, mustNotExist } = editConditions(headers, () => server.version());
  if (mustNotExist) throw preconditionFailed('If-None-Match is "*" and the datastore always exists');
  await server.edit(caller, { edit, defaultOperation, ifMatch });
  return empty(204, versionHeaders(exchange, []));
}
