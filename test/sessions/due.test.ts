/** The timers of sessions: one that cannot be done stops no other one. */
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Timer } from '../../src/sessions/record/timers.js';
import type { SessionServices } from '../../src/sessions/services.js';
import { Due } from '../../src/sessions/timing/due.js';

it('a timer that cannot be done is put off, and those behind it are done', async () => {
  const rows = new Map<string, Timer>(
    ['broken', 'gone'].map((session, due) => [session, { session, kind: 'floor', due }]),
  );
  const next: number[] = [];
  const services = {
    clock: () => 1_000,
    store: {
      transact: async (work: (tx: unknown) => Promise<unknown>) => {
        const before = [...rows];
        try {
          return await work({});
        } catch (error) {
          rows.clear();
          for (const [session, timer] of before) rows.set(session, timer);
          throw error;
        }
      },
    },
    timers: {
      due: async (now: number) => [...rows.values()].filter(({ due }) => due <= now),
      holds: async (_: unknown, { session, due }: Timer) => rows.get(session)?.due === due,
      clear: async (_: unknown, session: string) => void rows.delete(session),
      set: async (_: unknown, timer: Timer) => void rows.set(timer.session, timer),
      next: async () => Math.min(...[...rows.values()].map(({ due }) => due)),
    },
    sessions: {
      get: async (id: string) => {
        if (id === 'broken') throw new Error('damaged');
      },
    },
  } as unknown as SessionServices;
  const due = new Due({
    services,
    isHalted: () => false,
    at: (time) => next.push(time),
    log: pino({ level: 'silent' }),
  });
  await due.look();
  expect([...rows.values()]).toEqual([{ session: 'broken', kind: 'floor', due: 61_000 }]);
  expect(next).toEqual([61_000]);
});
