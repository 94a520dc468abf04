/** The walk of three users at full length, with its progress. */
import type { Soak } from '../soak.js';
import { walk } from './walk.js';

/** Steps between two lines of progress. */
const STEP = 2_000;

export const usersSoak: Soak = {
  about: 'has three users try to read, stop and crowd out one another over both protocols',
  unit: 'steps',
  amount: 100_000,
  async run({ amount, seed, tell }) {
    let told = 0;
    const { faults, taken, steps } = await walk({
      steps: amount,
      seed,
      tell: (done) => {
        if (done - told < STEP && done < amount) return;
        told = done;
        tell(`${done}/${amount} steps`);
      },
    });
    for (const fault of faults) tell(fault);
    const counts = [...taken].map(([name, { done, refused }]) => `${name} ${done} (${refused} refused)`);
    tell(`${steps} steps with seed ${seed}: ${counts.join(', ')}`);
    if (faults.length > 0) return false;
    tell('no user read, stopped or crowded out another');
    return true;
  },
};
