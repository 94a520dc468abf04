/** The rpc `share` of yangent-contexts: an item for one agent or for many (CUI-4.3, CUI-5-e). */
import { randomUUID } from 'node:crypto';
import { type AgentDirectory, type AgentRecord, addressed, ownAddressed, requireApproved } from '../../agents/index.js';
import { type Members, textOf, textsOf, withoutAbsent } from '../../data/rfc7951/members.js';
import type { EventLog } from '../../events/index.js';
import type { Call } from '../../server/index.js';
import type { Store, Tx } from '../../store/index.js';
import { handOn } from '../hand-on.js';
import type { KnownTasks } from '../known-tasks.js';
import { type ContextItem, isSameItem } from '../record/item.js';
import type { ContextItems } from '../record/items.js';
import type { DataParams } from '../record/params.js';
import { checkContent } from '../redaction/index.js';
import type { SharingPolicies } from '../sharing-policy.js';
import { notChanged } from './irtf/context.js';

export interface ShareOptions {
  readonly store: Store;
  readonly items: ContextItems;
  readonly params: DataParams;
  readonly directory: AgentDirectory;
  readonly policies: SharingPolicies;
  readonly events: EventLog;
  readonly tasks: Pick<KnownTasks, 'partiesOf'>;
}

/** Shares an item: policies applied for each receiver, what they removed told, receivers notified. */
export async function share(o: ShareOptions, input: Members, call: Call): Promise<Members> {
  const item = itemOf(o, input, call);
  const others = [
    ...new Set(textsOf(input, 'copy-to').map((to) => resolved(o, call, to, o.directory.get(item.from)))),
  ].filter((to) => to !== item.to);
  const copies = others.map((to) => o.policies.apply({ ...item, id: randomUUID(), to }));
  const first = o.policies.apply(item);
  const before = await o.store.transact(async (tx) => {
    const found = (await o.items.get(first.id, tx))?.item;
    // The same again, of a caller who did not hear the answer, changes nothing.
    if (found) return found.owner === call.user && isSameItem(found, first) ? found : notChanged(call, first.id);
    await requireParty(o, call, first, tx);
    for (const each of [first, ...copies]) {
      for (const id of each.dataParams) await handOn(o.params, tx, call, id, [each.to]);
      await o.items.put(tx, each);
      await o.events.append(tx, sharedEvent(each));
    }
    return undefined;
  });
  if (before)
    return withoutAbsent({ id: before.id, length: before.length, redacted: listed(before.redacted), at: before.at });
  const copy = copies.map(({ to, id, redacted }) => withoutAbsent({ to, id, redacted: listed(redacted) }));
  return withoutAbsent({
    id: first.id,
    length: first.length,
    redacted: listed(first.redacted),
    at: first.at,
    copy: copy.length > 0 ? copy : undefined,
  });
}

/** The item before any policy. */
function itemOf(o: ShareOptions, input: Members, call: Call): ContextItem {
  const sender = ownAddressed(call, o.directory, textOf(input, 'from') ?? '');
  if (!sender) {
    return call.fail({
      tag: 'access-denied',
      message: `user "${call.user}" may not share as agent "${textOf(input, 'from') ?? ''}"`,
    });
  }
  requireApproved(sender, call);
  const encoding = textOf(input, 'encoding') ?? 'text';
  const content = textOf(input, 'content') ?? '';
  checkContent(content, encoding);
  return {
    id: textOf(input, 'id') ?? randomUUID(),
    owner: call.user,
    from: sender.id,
    to: resolved(o, call, textOf(input, 'to') ?? '', sender),
    task: textOf(input, 'task'),
    thread: textOf(input, 'thread'),
    type: textOf(input, 'type') ?? 'conversation',
    encoding,
    mediaType: textOf(input, 'media-type'),
    sensitivity: textOf(input, 'sensitivity') ?? 'internal',
    content,
    dataParams: textsOf(input, 'data-param'),
    inReplyTo: textOf(input, 'in-reply-to'),
    redacted: [],
    at: new Date().toISOString(),
  };
}

/** A receiver may live elsewhere, so that it need not be known here. */
function resolved({ directory }: ShareOptions, call: Call, agent: string, from?: AgentRecord): string {
  return addressed(call, directory, agent, from)?.id ?? agent;
}

/**
 * Refuses an item in a task or conversation of others: what belongs to it is taken for what its parties said. The first item
 * of a conversation begins it; of a task of this node the two sides are known.
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

function sharedEvent({ id, from, to, type, task, thread, owner }: ContextItem) {
  return {
    name: 'yangent-contexts:item-shared',
    value: withoutAbsent({ id, from, to, type, task, thread }),
    audience: { agents: [from, to], users: [owner] },
  };
}

function listed(redacted: readonly string[]): readonly string[] | undefined {
  return redacted.length > 0 ? [...redacted] : undefined;
}
