import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RpcError } from '../../src/data/index.js';
import { isFinal, isTaskState, TRANSITIONS } from '../../src/tasks/record/states.js';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, type Plain, PROMPT } from './fixture.js';

let node: Fixture;

beforeAll(async () => {
  node = await openFixture();
  await configure(node, agentEntry('noc', ['alice']), agentEntry('crew', ['carol']));
});
afterAll(async () => {
  await node.close();
  cleanUp();
});

const STEPS: readonly (readonly ['alice' | 'carol', string, Record<string, unknown>?])[] = [
  ['alice', 'cancel'],
  ['alice', 'suspend'],
  ['alice', 'resume'],
  ['alice', 'provide-input', { content: 'x' }],
  ['alice', 'verify', { verdict: 'accepted' }],
  ['alice', 'verify', { verdict: 'rejected' }],
  ['alice', 'update', { objective: 'else' }],
  ['carol', 'claim'],
  ['carol', 'heartbeat'],
  ['carol', 'report-progress', { percent: 5 }],
  ['carol', 'request-input', { required: 'x' }],
  ['carol', 'propose', { type: 'FEASIBILITY', verdict: 'rejected' }],
  ['carol', 'complete'],
  ['carol', 'fail', { code: 'internal', message: 'x', recovery: ['retry'] }],
  ['carol', 'fail', { code: 'internal', message: 'x' }],
  ['carol', 'release'],
];

describe('whatever both sides do to a task', () => {
  it('its states follow the table, its events have no gap, and replaying them gives its state', async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(fc.constantFrom(...STEPS), { maxLength: 15 }), async (wanted, steps) => {
        const alice = node.as('alice');
        const { id } = await alice.rpc('yangent-tasks:assign', {
          from: 'noc',
          to: 'crew',
          content: PROMPT,
          verification: { wanted },
        });
        for (const [user, action, input] of steps) {
          const before = await alice.task(id);
          try {
            await node.as(user).onTask(id, action, input);
            if (isFinal(before.state)) expect(await alice.task(id)).toEqual(before);
          } catch (error) {
            if (!(error instanceof RpcError)) throw error;
            expect(error.appTag).toBe('bad-transition');
            expect(await alice.task(id)).toEqual(before);
          }
        }
        const { event, state } = await alice.task(id);
        expect(event.map(({ sequence }: Plain) => Number(sequence))).toEqual(
          event.map((_: Plain, at: number) => at + 1),
        );
        const states: string[] = event.map((each: Plain) => each.state);
        states.reduce((from, to) => {
          if (from !== to && isTaskState(from)) expect(TRANSITIONS[from]).toContain(to);
          return to;
        });
        expect(states.at(-1)).toBe(state);
        const changed = (await node.notifications('yangent-tasks:task-changed'))
          .map(({ value }) => value as Plain)
          .filter((value) => value.id === id);
        expect(changed.map((value) => value.state)).toEqual(states);
      }),
      { numRuns: 60 },
    );
  });
});
