/** The rpc `share` of yangent-contexts: an item for one agent or for many (CUI-4.3, CUI-5-e). */

import { randomUUID } from 'node:crypto';
import type { About } from '../../access/index.js';
import { type AgentDirectory, type AgentRecord, addressed, ownAddressed, requireApproved } from '../../agents/index.js';
import type { YangentContextsProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import type { Store, Tx } from '../../store/index.js';
import { grantRead } from '../grant-read.js';
import type { KnownTasks } from '../known-tasks.js';
import { type ContextItem, isSameItem, octetsOf } from '../record/item.js';
import type { ContextItems } from '../record/items.js';
import type { DataParams } from '../record/params.js';
import { checkContent } from '../redaction/index.js';
import type { SharingPolicies } from '../sharing-policy.js';
import type { ItemShared } from './notification.js';
import { listed } from './rpc.js';

type Share = YangentContextsProvider['rpcs']['share'];

export interface ShareOptions {
  readonly store: Store;
  readonly items: ContextItems;
  readonly params: DataParams;
  readonly directory: AgentDirectory;
  readonly policies: SharingPolicies;
  readonly itemShared: ItemShared;
  readonly tasks: Pick<KnownTasks, 'partiesOf'>;
}

/** Shares an item: applies the policies for each receiver, returns the removed kinds of information, notifies the receivers. */
export async function share(o: ShareOptions, input: Share['input'], call: Call): Promise<Share['output']> {
  const item = itemOf(o, input, call);
  const others = [
    ...new Set((input['copy-to'] ?? []).map((to) => resolved(o, call, to, o.directory.get(item.from)))),
  ].filter((to) => to !== item.to);
  const copies = others.map((to) => o.policies.apply({ ...item, id: randomUUID(), to }));
  const first = o.policies.apply(item);
  const before = await o.store.transact(async (tx) => {
    const found = (await o.items.get(first.id, tx))?.item;
    // A repetition by a caller that did not get the answer changes nothing.
    if (found) return found.owner === call.user && isSameItem(found, first) ? found : notChanged(call, first.id);
    await requireParty(o, call, first, tx);
    for (const each of [first, ...copies]) {
      for (const id of each.dataParams) await grantRead(o.params, tx, call, id, [each.to]);
      await o.items.put(tx, each);
      await o.itemShared(tx, each);
    }
    return undefined;
  });
  if (before) return answerOf(before);
  const copy = copies.map(({ to, id, redacted }) => ({ to, id, redacted: listed(redacted) }));
  return { ...answerOf(first), copy: copy.length > 0 ? copy : undefined };
}

/** Refuses to write an item anew: what its receiver has read stays as it was said. */
export function notChanged(call: Call, id: string): never {
  return call.fail({
    tag: 'data-exists',
    message: `there is a context item "${id}" already, and items are not changed: give another identifier, or remove information with yangent-contexts:redact`,
  });
}

function answerOf({ id, content = '', length = octetsOf(content), redacted, at }: ContextItem): Share['output'] {
  return { id, length, redacted: listed(redacted), at };
}

/** Returns the item before policies are applied. */
function itemOf(o: ShareOptions, input: Share['input'], call: Call): ContextItem {
  const { from, to, type, task, thread, encoding, sensitivity, content } = input;
  const sender = ownAddressed(call, o.directory, from);
  if (!sender) {
    return call.fail({
      tag: 'access-denied',
      message: `user "${call.user}" may not share as agent "${from}"`,
    });
  }
  requireApproved(sender, call);
  checkContent(content, encoding);
  return {
    id: input.id ?? randomUUID(),
    owner: call.user,
    from: sender.id,
    to: resolved(o, call, to, sender),
    task,
    thread,
    type,
    encoding,
    mediaType: input['media-type'],
    sensitivity,
    content,
    dataParams: input['data-param'] ?? [],
    inReplyTo: input['in-reply-to'],
    redacted: [],
    at: new Date().toISOString(),
  };
}

/** Returns the two agents of an item, by their identifiers. @throws RpcError invalid-value for a name that several agents have */
export function aboutShare(
  o: Pick<ShareOptions, 'directory'>,
  { from, to }: Pick<Share['input'], 'from' | 'to'>,
  call: Call,
): About {
  const sender = ownAddressed(call, o.directory, from);
  return { from: sender?.id ?? from, agent: resolved(o, call, to, sender) };
}

/** Returns the identifier of a receiver. An unknown one may be on another node. */
function resolved(
  { directory }: Pick<ShareOptions, 'directory'>,
  call: Call,
  agent: string,
  from?: AgentRecord,
): string {
  return addressed(call, directory, agent, from)?.id ?? agent;
}

/**
 * Refuses an item in a task or conversation of other agents: its items count as messages of its parties. The first item of a
 * conversation begins it. For a task of this node, the two sides are known.
 */
async function requireParty(o: ShareOptions, call: Call, item: ContextItem, tx: Tx): Promise<void> {
  const { from, inReplyTo } = item;
  for (const leaf of ['task', 'thread'] as const) {
    const id = item[leaf];
    if (id === undefined) continue;
    const parties = (await o.tasks.partiesOf(tx, id)) ?? (await o.items.partiesOf(tx, leaf, id));
    if (parties.length === 0 || parties.includes(from)) continue;
    call.fail({
      tag: 'access-denied',
      path: `/yangent-contexts:share/${leaf}`,
      message: `agent "${from}" is no party of ${leaf} "${id}": only those between whom it goes put items into it`,
    });
  }
  if (inReplyTo === undefined) return;
  const answered = (await o.items.get(inReplyTo, tx))?.item;
  if (answered && answered.withdrawn !== true && [answered.from, answered.to].includes(from)) return;
  call.fail({
    tag: 'data-missing',
    path: '/yangent-contexts:share/in-reply-to',
    message: `there is no context item "${inReplyTo}" from or to agent "${from}", which it could answer`,
  });
}
