import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allocateSubscriptionId, eventMigrations } from '../../src/events/index.js';
import { openStore } from '../../src/store/index.js';
import { temporaryFolder } from '../support/clean-up.js';

it('identifiers of subscriptions are never given twice, restarts included', async () => {
  const file = join(temporaryFolder(), 'ids.db');
  const given: number[] = [];
  for (let start = 0; start < 2; start += 1) {
    const store = await openStore({ file, migrations: eventMigrations });
    given.push(...(await Promise.all([1, 2, 3].map(() => allocateSubscriptionId(store)))));
    await store.close();
  }
  expect(given.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
});
