/** Notifications of yangent-contexts; both sides of an item, and the user who wrote it, are told. */
import type { YangentContextsProvider } from '../../generated/providers.js';
import type { Notify } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import type { ContextItem } from '../record/item.js';

/** Tells of an item that was shared. */
export type ItemShared = (tx: Tx, item: ContextItem) => Promise<void>;

export function itemShared(notify: Notify<YangentContextsProvider>): ItemShared {
  return (tx, { id, from, to, type, task, thread, owner }) =>
    notify(
      tx,
      'yangent-contexts:item-shared',
      { id, from, to, type, task, thread },
      { agents: [from, to], users: [owner] },
    );
}
