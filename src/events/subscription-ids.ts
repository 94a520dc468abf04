/** Identifiers of subscriptions: numbers that no other subscription of this node ever had, also after restarts. */
import type { Store } from '../store/index.js';

export async function allocateSubscriptionId(store: Store): Promise<number> {
  return store.transact(async ({ sql }) => {
    const row = await sql
      .updateTable('subscription_id')
      .set(({ eb }) => ({ next: eb('next', '+', 1) }))
      .returning('next')
      .executeTakeFirstOrThrow();
    return row.next - 1;
  });
}
