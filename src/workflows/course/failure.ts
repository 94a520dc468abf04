/** Why a step fails. */
import { RpcError } from '../../data/index.js';
import { boundedMessage, type TaskError } from '../../tasks/index.js';
import { ExpressionError } from '../expression/index.js';
import type { Ending, StepRecord } from '../run/record.js';

/** A failure of a step, described for people. */
export class StepFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'StepFailure';
  }
}

/** Returns the error of a step; undefined for a fault of the node, which fails no step. */
export function errorOf(error: unknown): TaskError | undefined {
  if (error instanceof StepFailure) return failure(error.code, error.message);
  if (error instanceof ExpressionError) return failure('expression-failed', error.message);
  if (error instanceof RpcError) return failure(error.appTag ?? CODES[error.tag] ?? error.tag, error.message);
  return undefined;
}

/** Returns an error of the workflows, of bounded length. */
export function failure(code: string, message: string): TaskError {
  return { code, message: boundedMessage(message), recovery: [] };
}

/** Returns how a run ends that a step has failed. */
export function endingOf({
  node,
  detail: { error },
}: Pick<StepRecord, 'node' | 'detail'>): Ending & { readonly reason: string } {
  const reason = `step "${node}" failed: ${error?.message ?? 'without a reason'}`;
  return {
    state: 'failed',
    reason,
    cause: node,
    error: { ...(error ?? failure('internal', reason)), message: reason },
  };
}

const CODES: Readonly<Record<string, string>> = { 'data-missing': 'lack-of-skills' };
