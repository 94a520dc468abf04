/** A context item on its way to an agent of another node: kept here as an item for that agent, as policies let it have it. */
import { shownAgent } from '../agents/index.js';
import { RpcError } from '../data/index.js';
import type { Store } from '../store/index.js';
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

/** Who passes an item on to whom, and for which task. */
export interface Passing {
  /** Identifier of what the agent gets. */
  readonly as: string;
  readonly task: string;
  /** The user on whose behalf. */
  readonly owner: string;
  readonly from: string;
  readonly to: string;
}

/**
 * What the agent gets of an item, stored with what was removed; doing so again gives the same under the policies of now. Data
 * that belong to it may be read by the agent from then on.
 *
 * @returns undefined when there is no such item that the passing side may see
 * @throws RpcError access-denied when a policy, or the sensitivity of the item, keeps it from the agent
 */
export function reshare(o: PassOnOptions, id: string, passing: Passing): Promise<ContextItem | undefined> {
  const { as, task, owner, from, to } = passing;
  return o.store.transact(async (tx) => {
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
      // Taken away since: a read of the item does not show it either.
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
  });
}

function concerns({ owner, from, to }: Passing, agents: readonly string[], user: string): boolean {
  return user === owner || agents.includes(from) || agents.includes(to);
}

function denied(message: string): RpcError {
  return new RpcError({ type: 'application', tag: 'access-denied', message });
}
