/** The document of a definition, for a run on another node. */
import type { Call } from '../../server/index.js';
import type { DocumentOrder } from '../course/needs.js';
import { identifierOf } from '../model/digest.js';
import { DOCUMENT } from '../model/exchange.js';
import type { RunRecord } from '../run/record.js';
import type { RunRows } from '../run/rows.js';
import type { Turn } from '../run/turn.js';
import type { Definitions } from './definitions.js';

export interface DocumentNeeds {
  readonly definitions: Definitions;
  readonly rows: Pick<RunRows, 'graph'>;
  readonly nodeId: string;
  /** Returns the call of the initiator of a run. */
  readonly callOf: (run: RunRecord) => Pick<Call, 'user' | 'groups'>;
}

/** @throws RpcError when there is no such definition, or the initiator of the run may not start it */
export async function documentOf(
  { definitions, rows, nodeId, callOf }: DocumentNeeds,
  { tx, present }: Turn,
  { definition, version, input }: DocumentOrder,
): Promise<object> {
  definitions.requireRunner(definition, callOf(present));
  const { digest } = await definitions.content(definition, version === undefined ? {} : { version }, tx);
  const graph: { readonly id?: string } = JSON.parse((await rows.graph(digest, tx)) ?? '{}');
  const id = identifierOf(graph.id, { nodeId, definition, digest });
  return { [DOCUMENT]: { graph: { ...graph, id }, request: { input, depth: present.depth + 1 } } };
}
