import { expect, it } from 'vitest';
import { describePeer } from '../peers.js';
import { clock } from '../soak/clock/clock.js';
import { temporaryFolder } from '../support/clean-up.js';

describePeer('faketime', 'a clock that is set by a day, forward and back', (library) => {
  it('ends no lease, loses no task and leaves none waiting', async () => {
    const report = await clock({ library, directory: temporaryFolder(), steps: 6 });
    expect(report).toEqual({ steps: 6, completed: 36, faults: [] });
  }, 120_000);
});
