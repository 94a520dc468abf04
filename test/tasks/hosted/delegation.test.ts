import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, type Plain } from '../fixture.js';

let node: Fixture;

beforeEach(async () => {
  node = await openFixture();
  const hosted = { execution: { kind: 'hosted' } };
  await configure(
    node,
    agentEntry('invoker', ['alice']),
    agentEntry('a', ['bob'], hosted),
    agentEntry('x', ['bob'], hosted),
    agentEntry('y', ['carol']),
  );
  node.tasks.host({ id: 'x', skills: { measure: async ({ input }) => `x measured ${JSON.stringify(input)}` } });
  node.tasks.host({
    id: 'a',
    skills: {
      restore: async (_task, run) => {
        const [one, two] = await Promise.all([
          run.assign('measure', { discover: { name: 'x' }, type: 'measure', input: { port: 1 } }),
          run.assign('repair', { to: 'y', type: 'repair', objective: 'splice the fibre' }),
        ]);
        return `${one.artifacts[0]?.value}; ${two.state} by ${two.to}`;
      },
    },
  });
});
afterEach(() => node.close());
afterAll(cleanUp);

const assign = () =>
  node.as('alice').rpc('yangent-tasks:assign', { from: 'invoker', to: 'a', type: 'restore', async: false });
const partOf = async (): Promise<Plain> => {
  const look = async () =>
    ((await node.as('carol').read('/yangent-tasks:tasks'))?.task ?? []).find(({ to }: Plain) => to === 'y');
  await expect.poll(look, { interval: 5 }).toBeDefined();
  return look();
};

describe('a hosted coordinator', () => {
  it('distributes parts, one to whom a query finds, and aggregates their results', async () => {
    const answer = assign();
    const part = await partOf();
    expect(part).toMatchObject({ from: 'a', state: 'accepted', objective: 'splice the fibre' });
    await node.as('carol').onTask(part.id, 'claim');
    await node.as('carol').onTask(part.id, 'complete');
    expect(await answer).toMatchObject({
      state: 'completed',
      artifact: [{ value: 'x measured {"port":1}; completed by y' }],
    });
  });

  it('has its parts canceled when its own task is', async () => {
    void assign();
    const part = await partOf();
    await node.as('alice').onTask(part.parent, 'cancel');
    await expect.poll(async () => (await node.as('carol').task(part.id)).state, { interval: 5 }).toBe('canceled');
  });
});
