/** The authority of a task on another node is prolonged at bounded times, whatever that node says. */
import { afterEach, expect, it, vi } from 'vitest';
import type { Attempt } from '../../src/tasks/executors/attempt.js';
import type { RemoteTask } from '../../src/tasks/executors/remote/nodes.js';
import { keepAuthority } from '../../src/tasks/executors/remote/renewal.js';

afterEach(() => vi.restoreAllMocks());

it.each([
  ['far away', Date.parse('9999-12-31T00:00:00Z')],
  ['long over', 0],
])('an end that is %s makes it ask neither at once nor never', async (_, ends) => {
  const stop = new AbortController();
  let asked = 0;
  const there: Pick<RemoteTask, 'renew'> = {
    renew: async () => {
      asked += 1;
      return ends;
    },
  };
  const attempt: Pick<Attempt, 'log'> = { log: { warn: () => undefined } as unknown as Attempt['log'] };
  const kept = keepAuthority(there as RemoteTask, attempt as Attempt, stop.signal);
  const limit = setTimeout(() => stop.abort(), 300);
  await kept;
  clearTimeout(limit);
  expect(asked).toBe(1);
});
