/** The terms of a task of a node. Nodes with a `when` get no defaults with the document: these are those of the model. */
import type { DagNode } from './dag.js';

export interface TaskTerms {
  readonly attempts: number;
  /** Seconds. */
  readonly delay: number;
  readonly factor: `${number}`;
  /** Seconds. */
  readonly maxDelay: number;
  readonly jitter: boolean;
  /** Codes of errors; `any` without the codes that another attempt would meet again. */
  readonly on: readonly string[];
  readonly never: readonly string[];
  /** Seconds of one attempt. */
  readonly attempt: number;
}

export function termsOf({ retry: given, timeout }: Pick<DagNode, 'retry' | 'timeout'>): TaskTerms {
  const retry: Partial<NonNullable<DagNode['retry']>> = given ?? {};
  return {
    attempts: retry['max-attempts'] ?? 3,
    delay: retry.delay ?? 1,
    factor: retry.factor ?? '2.0',
    maxDelay: retry['max-delay'] ?? 300,
    jitter: retry.jitter ?? true,
    on: retry.on && retry.on.length > 0 ? retry.on : ['any'],
    never: retry.never ?? [],
    attempt: timeout?.attempt ?? 3_600,
  };
}
