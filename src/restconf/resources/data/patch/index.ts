import { type InstancePath, RpcError, TimeSlice } from '../../../../data/index.js';
import { type EditStep, EditStepError, PRECONDITION_FAILED } from '../../../../server/index.js';
import { ALLOWED } from '../../../query/allowed.js';
import { parseParameters } from '../../../query/parameters.js';
import { Refusal } from '../../../refusal.js';
import type { Answer, Exchange } from '../../exchange.js';
import { apply } from '../apply.js';
import { preconditionsOf } from '../preconditions.js';
import { versionHeaders } from '../version.js';
import { type Patch, readPatch } from './message.js';
import { type Outcome, report } from './status.js';
import { stepsOf } from './steps.js';

export { isYangPatch } from './message.js';

/**
 * Answers PATCH with a YANG Patch (RFC 8072): applies its edits in order, in one transaction. The report has status 200 when all
 * were applied; after an error none is.
 *
 * @param path the target resource; empty for the datastore
 */
export async function patch(exchange: Exchange, path: InstancePath): Promise<Answer> {
  parseParameters(exchange.query, ALLOWED.none);
  const message = await readPatch(exchange);
  const conditions = await preconditionsOf(exchange, path);
  const outcome = await outcomeOf(exchange, path, message, conditions.request);
  return report(exchange, message, outcome, outcome.kind === 'ok' ? versionHeaders(exchange, path) : {});
}

async function outcomeOf(
  exchange: Exchange,
  path: InstancePath,
  { edits }: Patch,
  conditions: Awaited<ReturnType<typeof preconditionsOf>>['request'],
): Promise<Outcome> {
  const steps: EditStep[] = [];
  /** Index of the edit of each step. */
  const edit: number[] = [];
  const slice = new TimeSlice(exchange.caller);
  for (const [index, each] of edits.entries()) {
    if (slice.over) await slice.next();
    try {
      for (const step of await stepsOf(exchange, path, each)) {
        steps.push(step);
        edit.push(index);
      }
    } catch (fault) {
      return { kind: 'edit', edit: index, fault: told(fault) };
    }
  }
  const [first, ...followedBy] = steps;
  if (!first) return { kind: 'ok' };
  try {
    await apply(exchange, { ...first, followedBy, ...conditions });
    return { kind: 'ok' };
  } catch (error) {
    if (error instanceof EditStepError) return { kind: 'edit', edit: edit[error.step] ?? 0, fault: error };
    // A failed condition concerns the request, not the patch.
    if (error instanceof RpcError && error.appTag === PRECONDITION_FAILED) throw error;
    return { kind: 'global', fault: told(error) };
  }
}

/** Returns an error for the client; rethrows unexpected errors. */
function told(error: unknown): RpcError | Refusal {
  if (error instanceof RpcError || error instanceof Refusal) return error;
  throw error;
}
