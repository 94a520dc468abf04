/** Shares a context item with an agent of another node: stored here as an item for that agent, with the policies applied. */
import { shownAgent } from '../agents/index.js';
import { RpcError } from '../data/index.js';
import type { Store, Tx } from '../store/index.js';
import type { ContextItem } from './record/item.js';
import type { ContextItems } from './record/items.js';
import type { DataParams } from './record/params.js';
import type { SharingPolicies } from './sharing-policy.js';

export interface PassOnOptions {
  readonly store: Store;
  readonly items: ContextItems;
  readonly params: DataParams;
  readonly policies: SharingPolicies;
}

/** The agents between which an item is passed on, and the task. */
export interface Passing {
  /** Identifier of the item for the agent. */
  readonly as: string;
  readonly task: string;
  /** The user on whose behalf it is passed on. */
  readonly owner: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Stores the part of an item that the agent may have, with the removed kinds of information. A repetition applies the present
 * policies. The agent may then read the data of the item.
 *
 * @returns the item; undefined when there is none that the passing side may see
 * @throws RpcError access-denied when a policy, or the sensitivity of the item, forbids it
 */
export function reshare(o: PassOnOptions, id: string, passing: Passing): Promise<ContextItem | undefined> {
  return o.store.transact((tx) => reshareIn(o, tx, id, passing));
}

/** Does the same in a transaction. An item that keeps its identifier goes from its earlier receiver to the new one. */
export async function reshareIn(
  o: Omit<PassOnOptions, 'store'>,
  tx: Tx,
  id: string,
  passing: Passing,
): Promise<ContextItem | undefined> {
  const { as, task, owner, from, to } = passing;
  const before = (await o.items.get(as, tx))?.item;
  const found = (await o.items.get(id, tx))?.item ?? before;
  if (!found || !concerns(passing, [found.from, found.to], found.owner)) return undefined;
  if (found.sensitivity === 'secret' && found.from !== to && found.to !== to) {
    throw denied(
      `context item "${id}" is secret: it is for agents "${shownAgent(found.from)}" and "${shownAgent(found.to)}" only`,
    );
  }
  const { encoding, mediaType, sensitivity, content, redacted, type } = found;
  const dataParams: string[] = [];
  for (const param of found.dataParams) {
    const data = await o.params.get(param, tx);
    // The data were deleted: a read of the item does not show them either.
    if (!data) continue;
    if (!concerns(passing, [...data.readers, data.param.agent ?? ''], data.param.owner))
      throw denied(`context item "${id}" refers to data "${param}", which agent "${shownAgent(from)}" may not read`);
    dataParams.push(param);
  }
  const item = o.policies.apply({
    ...{ id: as, owner, from, to, task, thread: task, at: before?.at ?? new Date().toISOString() },
    ...{ type, encoding, mediaType, sensitivity, content: content ?? '', dataParams, redacted },
  });
  for (const param of dataParams) await o.params.grant(tx, param, [to]);
  if (JSON.stringify(item) !== JSON.stringify(before)) await o.items.put(tx, item);
  return item;
}

function concerns({ owner, from, to }: Passing, agents: readonly string[], user: string): boolean {
  return user === owner || agents.includes(from) || agents.includes(to);
}

function denied(message: string): RpcError {
  return new RpcError({ type: 'application', tag: 'access-denied', message });
}
