import type { Store } from '../store/index.js';

/** Deletes all keys of a node, so that its next start makes others. @returns their number */
export async function forgetKeys(store: Pick<Store, 'transact'>): Promise<number> {
  return store.transact(async (tx) => {
    await tx.change('delete from key_use', []);
    return tx.change('delete from private_key', []);
  });
}
