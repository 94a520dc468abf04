// An agent with a closed loop that finds one thing wrong, repairs it, and then waits.
import { concat, NEVER, of } from 'rxjs';
import { closedLoop } from 'yangent';

export default {
  id: 'watchman',
  profile: { name: 'watchman', description: 'keeps an eye on things', version: '1.0.0', provider: 'ACME' },
  loops: [
    closedLoop({
      name: 'keep-lit',
      goal: 'no lamp is out',
      policy: { mode: 'autonomous' },
      observe: () => concat(of('lamp 3 is out'), NEVER),
      analyse: () => 'a lamp must be changed',
      decide: () => ({ summary: 'change lamp 3', affected: 1 }),
      execute: async () => 'lamp 3 changed',
      verify: async () => ({ ok: true, note: 'lamp 3 is lit' }),
    }),
  ],
};
