import { describe, expect, it } from 'vitest';
import { walk } from '../soak/users/walk.js';

/** Steps that would stop all others. */
const STOPPING = ['stop all', 'lock', 'commit', 'kill a session', 'drain', 'withdraw'];

describe('three users who try to read, stop and crowd out one another', () => {
  it('do not, in a few hundred random steps over both protocols', async () => {
    const { faults, taken, steps } = await walk({ steps: 400, seed: 1 });
    expect(faults).toEqual([]);
    expect(steps).toBe(400);
    // Steps that are never taken, or never refused, would show nothing.
    for (const name of ['register', 'assign', 'claim', 'complete', 'cancel', 'share', 'fetch', 'read a task'])
      expect([name, taken.get(name)?.done]).toEqual([name, expect.any(Number)]);
    for (const name of ['register', 'deregister', 'complete', 'cancel', 'share', 'claim for another', ...STOPPING])
      expect([name, (taken.get(name)?.refused ?? 0) > 0]).toEqual([name, true]);
  }, 300_000);
});
