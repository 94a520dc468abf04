import type { InstancePath } from '../../../data/index.js';
import type { EditRequest } from '../../../server/index.js';
import type { Refusal } from '../../refusal.js';
import { editConditions, isConditional, UNCONDITIONAL } from '../conditions.js';
import type { Exchange } from '../exchange.js';
import { exists, presentPart } from './existence.js';
import { versionOf } from './version.js';

/** The conditions of an edit in the form of the server core, and whether the resource must be new. */
export interface Preconditions {
  readonly request: Pick<EditRequest, 'ifMatch' | 'ifMatchAt' | 'mustExist'>;
  readonly mustNotExist: boolean;
}

/**
 * Returns the conditions of the header fields of an editing request for the resource at `path`. Reads the resource only when
 * there are conditions.
 *
 * @param missing the refusal of a method that requires the resource; checked before the conditions (RFC 9110 §13.2.1)
 * @throws Refusal 412 when one does not hold now
 */
export async function preconditionsOf(
  exchange: Exchange,
  path: InstancePath,
  missing?: () => Refusal,
): Promise<Preconditions> {
  const { headers } = exchange;
  if (!isConditional(headers)) return { request: {}, mustNotExist: UNCONDITIONAL.mustNotExist };
  const there = await exists(exchange, path);
  if (!there && missing) throw missing();
  const { ifMatch, mustExist, mustNotExist } = editConditions(headers, {
    exists: there,
    version: there ? versionOf(exchange, path) : undefined,
  });
  const request = ifMatch
    ? { ifMatch, ifMatchAt: path }
    : mustExist && path.length > 0
      ? { mustExist: presentPart(path) }
      : {};
  return { request, mustNotExist };
}
