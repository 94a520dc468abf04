/** The rpc `share` of yangent-contexts: an item for one agent or for many (CUI-4.3, CUI-5-e). */
import { randomUUID } from 'node:crypto';
import { type AgentDirectory, type Members, textOf, textsOf } from '../agents/index.js';
import type { EventLog } from '../events/index.js';
import type { Call } from '../server/index.js';
import type { Store, Tx } from '../store/index.js';
import { handOn } from './hand-on.js';
import { type ContextItem, isHistory, withoutAbsent } from './item.js';
import type { ContextItems } from './items.js';
import type { DataParams } from './params.js';
import type { SharingPolicies } from './policy.js';
import { checkContent } from './redaction/index.js';

export interface ShareOptions {
  readonly store: Store;
  readonly items: ContextItems;
  readonly params: DataParams;
  readonly directory: AgentDirectory;
  readonly policies: SharingPolicies;
  readonly events: EventLog;
}

/** Shares an item: policies applied for each receiver, what they removed told, receivers notified. */
export async function share(o: ShareOptions, input: Members, call: Call): Promise<Members> {
  const item = itemOf(o, input, call);
  const others = [...new Set(textsOf(input, 'copy-to').map((to) => resolved(o, to)))].filter((to) => to !== item.to);
  const copies = others.map((to) => o.policies.apply({ ...item, id: randomUUID(), to }));
  const first = o.policies.apply(item);
  await o.store.transact(async (tx) => {
    await requireFree(o, call, first, tx);
    for (const each of [first, ...copies]) {
      for (const id of each.dataParams) await handOn(o.params, tx, call, id, [each.to]);
      await o.items.put(tx, each);
      await o.events.append(tx, sharedEvent(each));
    }
  });
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
  const from = o.directory.resolve(textOf(input, 'from') ?? '')?.id;
  if (from === undefined || !call.mayActFor(from)) {
    return call.fail({
      tag: 'access-denied',
      message: `user "${call.user}" may not share as agent "${textOf(input, 'from') ?? ''}"`,
    });
  }
  const encoding = textOf(input, 'encoding') ?? 'text';
  const content = textOf(input, 'content') ?? '';
  checkContent(content, encoding);
  return {
    id: textOf(input, 'id') ?? randomUUID(),
    owner: call.user,
    from,
    to: resolved(o, textOf(input, 'to') ?? ''),
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
function resolved({ directory }: ShareOptions, agent: string): string {
  return directory.resolve(agent)?.id ?? agent;
}

async function requireFree({ items }: ShareOptions, call: Call, { id, from }: ContextItem, tx: Tx): Promise<void> {
  const before = await items.get(id, tx);
  const mine = before?.item.owner === call.user && before.item.from === from && !isHistory(before.item);
  if (!before || mine) return;
  call.fail({ tag: 'data-exists', message: `the identifier "${id}" is already used; choose another, or none` });
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
