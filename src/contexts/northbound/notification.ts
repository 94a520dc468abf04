/** Notifications of yangent-contexts. Their audience: both agents of an item, and the user that wrote it. */
import type { YangentContextsProvider } from '../../generated/providers.js';
import type { Notify } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import type { ContextItem } from '../record/item.js';

/** Sends the notification about a shared item. */
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
