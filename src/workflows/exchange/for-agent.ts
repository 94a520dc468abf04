/** Parts of a context as an agent may know them that executes steps of a run, and need not see it (`ATD-7-e`). */
import { isObject } from '../../data/index.js';
import { int64 } from '../../data/rfc7951/int64.js';
import type { Dag } from '../model/dag.js';
import { identifierOf } from '../model/digest.js';
import { identityOf } from '../run/notices.js';
import type { RunRecord, StepRecord } from '../run/record.js';

/** Returns the URI of a run (`ATD-9-g`). */
export function uriOf({ nodeId }: { readonly nodeId: string }, id: string): string {
  return `agent-dag:${nodeId}/${id}`;
}

/** Returns a run without its values, its labels and its initiator. */
export function headFor(node: { readonly nodeId: string }, run: RunRecord) {
  const { id, version, digest, coordinator, state, created, deadline, sequence, hash } = run;
  return {
    ...{ id, uri: uriOf(node, id), version, digest, coordinator, state, created },
    ...(deadline === undefined ? {} : { deadline: new Date(deadline).toISOString() }),
    ...{ sequence: int64(sequence), 'state-hash': hash },
  };
}

/** Returns a graph with an identifier: its own, else one of the node (`ATD-4.1-c`). */
export function identified(
  { nodeId }: { readonly nodeId: string },
  { definition, digest }: Pick<RunRecord, 'definition' | 'digest'>,
  dag: Dag,
): Dag {
  return { ...dag, id: identifierOf(dag.id, { nodeId, digest, ...(definition === undefined ? {} : { definition }) }) };
}

/**
 * Returns a step that the agent does not execute: its state, and what an edge shares of its output.
 *
 * @param shared undefined: no value is wanted, or there is none
 */
export function neighbourOf(
  { node, item, generation, state, detail }: Pick<StepRecord, 'node' | 'item' | 'generation' | 'state' | 'detail'>,
  shared: unknown,
) {
  return {
    ...{ node, item, generation, state: identityOf(state) },
    ...(shared === undefined ? {} : { ...outputOf(shared), ...(detail.degraded ? { degraded: true } : {}) }),
  };
}

/** Returns the members of a step that have its output. */
export function outputOf(value: unknown): {
  readonly output?: Readonly<Record<string, unknown>>;
  readonly 'output-text'?: string;
} {
  return isObject(value) ? { output: value } : { 'output-text': JSON.stringify(value) };
}
