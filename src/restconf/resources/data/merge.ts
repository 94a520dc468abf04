import { editAt, type InstancePath } from '../../../data/index.js';
import { MissingTargetError } from '../../../server/index.js';
import { ALLOWED } from '../../query/allowed.js';
import { parseParameters } from '../../query/parameters.js';
import { empty } from '../answers.js';
import { decodeChildren, requireBody } from '../body.js';
import type { Answer, Exchange } from '../exchange.js';
import { apply } from './apply.js';
import { missingResource, presentPart, requireExisting } from './existence.js';
import { isUnchangedKey } from './key-leaf.js';
import { sameResource } from './one-resource.js';
import { preconditionsOf } from './preconditions.js';
import { parentOf } from './target-parent.js';
import { versionHeaders } from './version.js';

/** Answers PATCH: merges into an existing data resource; never creates the target (RFC 8040 §4.6.1). */
export async function merge(exchange: Exchange, path: InstancePath): Promise<Answer> {
  const { schema } = exchange;
  parseParameters(exchange.query, ALLOWED.none);
  const body = await requireBody(exchange, 'the changes to the resource');
  const given = await decodeChildren(exchange, parentOf(schema.root, path), path.slice(0, -1), body);
  const { node } = sameResource(given, path);
  const conditions = await preconditionsOf(exchange, path, () => missingResource(path));
  await requireExisting(exchange, path);
  if (!(await isUnchangedKey(exchange, path, node))) {
    const edit = editAt(schema, path, 'merge', node);
    await apply(exchange, {
      edit,
      defaultOperation: 'none',
      ...conditions.request,
      target: path,
      mustExist: presentPart(path),
    }).catch((error: unknown) => {
      throw error instanceof MissingTargetError ? missingResource(path) : error;
    });
  }
  return empty(204, versionHeaders(exchange, path));
}
