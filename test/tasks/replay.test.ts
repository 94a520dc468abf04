/** The log of events alone gives the state of every task: whatever was done to many tasks at once, and over a restart. */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { RpcError } from '../../src/data/index.js';
import { isTaskState, TRANSITIONS } from '../../src/tasks/record/states.js';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, PROMPT, temporaryDirectory } from './fixture.js';

afterAll(cleanUp);

/** What the notifications of one task add up to. */
interface Replayed {
  readonly state: string;
  readonly sequence: number;
  readonly progress?: number;
}

/** Folds every task-changed of the log; each event must be the next step of its task. */
async function replay(node: Fixture): Promise<ReadonlyMap<string, Replayed>> {
  const tasks = new Map<string, Replayed>();
  for (const { value } of await node.notifications('yangent-tasks:task-changed')) {
    const { id, state, sequence, progress } = value as Record<string, string> & { readonly progress?: number };
    const before = tasks.get(id ?? '');
    expect(Number(sequence)).toBe((before?.sequence ?? 0) + 1);
    if (before && before.state !== state && isTaskState(before.state))
      expect(TRANSITIONS[before.state]).toContain(state);
    tasks.set(id ?? '', { state: state ?? '', sequence: Number(sequence), progress: progress ?? before?.progress });
  }
  return tasks;
}

async function stored(node: Fixture): Promise<ReadonlyMap<string, Replayed>> {
  const tasks: unknown = await node.as('alice').read('/yangent-tasks:tasks/task');
  const entries = Array.isArray(tasks) ? tasks : [];
  return new Map(
    entries.map(({ id, state, event, progress }) => [
      id,
      { state, sequence: Number(event.at(-1).sequence), progress: progress?.percent },
    ]),
  );
}

const ACTIONS: readonly (readonly ['alice' | 'carol', string, Record<string, unknown>?])[] = [
  ['alice', 'cancel'],
  ['alice', 'suspend'],
  ['alice', 'resume'],
  ['alice', 'update', { priority: 5 }],
  ['alice', 'provide-input', { content: 'x' }],
  ['alice', 'verify', { verdict: 'accepted' }],
  ['carol', 'claim'],
  ['carol', 'report-progress', { percent: 40 }],
  ['carol', 'request-input', { required: 'x' }],
  ['carol', 'complete'],
  ['carol', 'fail', { code: 'internal', message: 'x', recovery: ['retry'] }],
  ['carol', 'release'],
];
const step = fc.record({ task: fc.nat({ max: 3 }), action: fc.constantFrom(...ACTIONS) });

describe('replaying the log', () => {
  it('gives the state, the progress and the number of events of every task, also after a restart', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.array(step, { maxLength: 10 }), async (first, second) => {
        const directory = temporaryDirectory();
        let node = await openFixture({ directory });
        try {
          await configure(node, agentEntry('noc', ['alice']), agentEntry('crew', ['carol']));
          const ids: string[] = [];
          for (const wanted of [false, true, false, true]) {
            const input = { from: 'noc', to: 'crew', content: PROMPT, verification: { wanted } };
            ids.push((await node.as('alice').rpc('yangent-tasks:assign', input)).id);
          }
          const carryOut = (steps: typeof first) =>
            // Of several at once none may lose another's event.
            Promise.all(
              steps.map(({ task, action: [user, name, input] }) =>
                node
                  .as(user)
                  .onTask(ids[task] ?? '', name, input)
                  .catch((error: unknown) => {
                    if (!(error instanceof RpcError)) throw error;
                  }),
              ),
            );
          await carryOut(first);
          expect(await replay(node)).toEqual(await stored(node));
          await node.close();
          node = await openFixture({ directory });
          await carryOut(second);
          expect(await replay(node)).toEqual(await stored(node));
        } finally {
          await node.close();
        }
      }),
      { numRuns: 8 },
    );
  });
});
