import { editAt, type InstancePath, RpcError } from '../../../data/index.js';
import { MissingTargetError } from '../../../server/index.js';
import { ALLOWED } from '../../query/allowed.js';
import { parseParameters } from '../../query/parameters.js';
import { placementOf } from '../../query/placement.js';
import { preconditionFailed } from '../../refusal.js';
import { empty } from '../answers.js';
import { decodeChildren, requireBody } from '../body.js';
import type { Answer, Exchange } from '../exchange.js';
import { apply } from './apply.js';
import { created } from './create.js';
import { isUnchangedKey } from './key-leaf.js';
import { sameResource } from './one-resource.js';
import { type Preconditions, preconditionsOf } from './preconditions.js';
import { parentOf } from './target-parent.js';
import { versionHeaders } from './version.js';

/** Answers PUT: creates or replaces a data resource (RFC 8040 §4.5). */
export async function replace(exchange: Exchange, path: InstancePath): Promise<Answer> {
  const { schema } = exchange;
  const parameters = parseParameters(exchange.query, ALLOWED.placement);
  const body = await requireBody(exchange, 'the resource');
  const given = await decodeChildren(exchange, parentOf(schema.root, path), path.slice(0, -1), body);
  const { node } = sameResource(given, path);
  if (await isUnchangedKey(exchange, path, node)) return empty(204, versionHeaders(exchange, path));
  const insert = placementOf(schema, parameters, path);
  const conditions = await preconditionsOf(exchange, path);
  const outcome = await meeting(conditions, () =>
    apply(exchange, {
      edit: editAt(schema, path, conditions.mustNotExist ? 'create' : 'replace', node, insert),
      defaultOperation: 'none',
      ...conditions.request,
      target: path,
    }),
  );
  return outcome.created ? created(exchange, path) : empty(204, versionHeaders(exchange, path));
}

/** Runs the edit, and converts its error when the resource was changed after the check of the conditions. */
async function meeting<Outcome>({ mustNotExist }: Preconditions, edit: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await edit();
  } catch (error) {
    if (error instanceof MissingTargetError)
      throw preconditionFailed('If-Match is "*" and the resource does not exist');
    if (!mustNotExist || !(error instanceof RpcError) || error.tag !== 'data-exists') throw error;
    throw preconditionFailed('If-None-Match is "*" and the resource exists');
  }
}
