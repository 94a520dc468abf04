/** An agent whose author forgot to await promises and to catch errors. */
import { setTimeout as pause } from 'node:timers/promises';
import { concat, NEVER, of } from 'rxjs';
import { closedLoop, defineAgent } from 'yangent';

const never = (signal) => pause(60_000, undefined, { signal });

const loop = (name, functions) =>
  closedLoop({
    name,
    policy: { mode: 'autonomous' },
    observe: () => NEVER,
    analyse: (seen) => seen,
    decide: () => ({ summary: 'act' }),
    execute: async () => 'done',
    verify: () => ({ ok: true, note: '' }),
    ...functions,
  });

export default defineAgent({
  id: 'careless',
  profile: { name: 'careless', description: 'Forgets to await', version: '1.0.0', provider: 'ACME' },
  skills: {
    reject: async () => {
      Promise.reject(new Error('floating'));
      return 'x';
    },
    throw: async (_task, run) => {
      setTimeout(() => {
        throw new Error('in a timer');
      });
      await never(run.signal);
    },
    late: async () => {
      setTimeout(() => Promise.reject(new Error('too late')), 20);
      return 'done before';
    },
    kill: async () => {
      process.kill(process.pid, 'SIGKILL');
      await new Promise(() => undefined);
    },
    fine: async () => 'well done',
  },
  feasibility: async () => {
    Promise.reject(new Error('judged in passing'));
    return { feasible: true };
  },
  loops: [
    loop('watches', {
      observe: () => {
        setTimeout(() => {
          throw new Error('while observing');
        });
        return NEVER;
      },
    }),
    loop('acts', {
      observe: () => concat(of('seen'), NEVER),
      execute: async () => {
        Promise.reject(new Error('while executing'));
        return 'done';
      },
    }),
  ],
});
