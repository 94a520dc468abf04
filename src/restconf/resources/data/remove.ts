import { editAt, formatPath, type InstancePath, RpcError } from '../../../data/index.js';
import { ALLOWED } from '../../query/allowed.js';
import { parseParameters } from '../../query/parameters.js';
import { badRequest, Refusal } from '../../refusal.js';
import { empty } from '../answers.js';
import type { Answer, Exchange } from '../exchange.js';
import { apply } from './apply.js';
import { isPresent } from './existence.js';
import { keyLeafValue } from './key-leaf.js';
import { preconditionsOf } from './preconditions.js';

/** Answers DELETE of a data resource (RFC 8040 §4.7): 204, or 404 data-missing when there is none. */
export async function remove(exchange: Exchange, path: InstancePath): Promise<Answer> {
  const { schema } = exchange;
  parseParameters(exchange.query, ALLOWED.none);
  if (keyLeafValue(path) !== undefined) throw badRequest('a key leaf cannot be deleted; delete its list entry');
  const conditions = await preconditionsOf(exchange, path, () => missing(path));
  try {
    await apply(exchange, {
      edit: editAt(schema, path, 'delete', undefined),
      defaultOperation: 'none',
      ...conditions.request,
      target: path,
    });
  } catch (error) {
    if (!(error instanceof RpcError) || error.tag !== 'data-missing') throw error;
    // When it exists, it is mandatory or referred to (RFC 7950 §15.5): a conflict.
    throw (await isPresent(exchange, path)) ? error : missing(path);
  }
  return empty(204);
}

function missing(path: InstancePath): Refusal {
  const fields = { type: 'application', tag: 'data-missing', path: formatPath(path) } as const;
  return new Refusal(404, new RpcError({ ...fields, message: 'the resource does not exist' }));
}
