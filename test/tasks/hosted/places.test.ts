/** Places of a hosted agent: given back while a run waits for parts, and taken from a skill that works for too long. */
import { afterAll, afterEach, expect, it } from 'vitest';
import type { HostedAgent } from '../../../src/tasks/index.js';
import { agentEntry, cleanUp, configure, type Fixture, type FixtureOptions, openFixture } from '../fixture.js';

let node: Fixture;
afterEach(() => node.close());
afterAll(cleanUp);

/** A node with these agents, each with one place. */
async function start(agents: readonly HostedAgent[], options?: FixtureOptions): Promise<void> {
  node = await openFixture(options);
  const hosted = { execution: { kind: 'hosted', 'max-concurrent-tasks': 1 } };
  await configure(node, agentEntry('noc', ['alice']), ...agents.map(({ id }) => agentEntry(id, ['alice'], hosted)));
  for (const agent of agents) node.tasks.host(agent);
}

const ask = (to: string, type: string) =>
  node.as('alice').rpc('yangent-tasks:assign', { from: 'noc', to, type, async: false, wait: 20 });

it('a skill that gives a part to its own agent, which has one place, is done', async () => {
  const whole: HostedAgent = {
    id: 'whole',
    skills: {
      all: async (_task, run) =>
        `with ${(await run.assign('half', { to: 'whole', type: 'half' })).artifacts[0]?.value}`,
      half: async () => 'half',
    },
  };
  await start([whole]);
  expect(await ask('whole', 'all')).toMatchObject({ state: 'completed', artifact: [{ value: 'with half' }] });
});

it('a skill that gives several parts at once to its own agent, which has one place, is done', async () => {
  const busy = { now: 0, most: 0 };
  const whole: HostedAgent = {
    id: 'whole',
    skills: {
      all: async (_task, run) => {
        const parts = ['a', 'b', 'c'].map((name) => run.assign(name, { to: 'whole', type: 'part' }));
        return (await Promise.all(parts)).map(({ state }) => state).join();
      },
      part: async (_task, run) => {
        busy.most = Math.max(busy.most, ++busy.now);
        await run.progress(50);
        busy.now--;
      },
    },
  };
  await start([whole]);
  const value = 'completed,completed,completed';
  expect(await ask('whole', 'all')).toMatchObject({ state: 'completed', artifact: [{ value }] });
  expect(busy.most).toBe(1);
});

it('two agents that give parts to one another are done', async () => {
  const pair = (id: string, other: string): HostedAgent => ({
    id,
    skills: {
      lead: async (_task, run) => (await run.assign('part', { to: other, type: 'follow' })).state,
      follow: async () => 'followed',
    },
  });
  await start([pair('left', 'right'), pair('right', 'left')]);
  const answers = await Promise.all([ask('left', 'lead'), ask('right', 'lead')]);
  expect(answers).toMatchObject([{ state: 'completed' }, { state: 'completed' }]);
});

it('a run goes on only when it has a place again, before tasks that have not begun', async () => {
  const told: string[] = [];
  const gates = new Map<string, () => void>();
  const gate = (name: string) => new Promise<void>((resolve) => gates.set(name, resolve));
  const opened = async (name: string) => {
    await expect.poll(() => gates.has(name), { interval: 5 }).toBe(true);
    gates.get(name)?.();
  };
  const one: HostedAgent = {
    id: 'one',
    skills: {
      lead: async (_task, run) => {
        await run.assign('part', { to: 'other', type: 'part' });
        told.push('lead goes on');
      },
      long: async () => {
        told.push('long begins');
        await gate('long');
        told.push('long ends');
      },
      late: async () => {
        told.push('late begins');
      },
    },
  };
  const other: HostedAgent = { id: 'other', skills: { part: () => gate('part') } };
  await start([one, other]);
  const lead = ask('one', 'lead');
  await expect.poll(() => gates.has('part'), { interval: 5 }).toBe(true);
  const long = ask('one', 'long');
  await expect.poll(() => gates.has('long'), { interval: 5 }).toBe(true);
  const late = ask('one', 'late');
  await opened('part');
  const parts = async () =>
    ((await node.as('alice').read('/yangent-tasks:tasks'))?.task ?? []).filter(
      ({ to, state }: Record<string, unknown>) => to === 'other' && state === 'completed',
    );
  await expect.poll(async () => (await parts()).length, { interval: 5 }).toBe(1);
  expect(told).toEqual(['long begins']);
  await opened('long');
  await Promise.all([lead, long, late]);
  expect(told).toEqual(['long begins', 'long ends', 'lead goes on', 'late begins']);
});

it('a skill that works for too long fails, and its place is free', async () => {
  let heard = false;
  const slow: HostedAgent = {
    id: 'slow',
    skills: {
      hang: (_task, run) =>
        new Promise(() => {
          run.signal.addEventListener('abort', () => {
            heard = true;
          });
        }),
      quick: async () => 'done',
    },
  };
  await start([slow], { limits: { skillTime: 200 } });
  expect(await ask('slow', 'hang')).toMatchObject({
    state: 'failed',
    error: {
      code: 'internal',
      message:
        'the skill worked for more than 0.2 s, the longest that this node lets it (--limit skill-time); have it end sooner, or give parts of its work to other tasks',
    },
  });
  expect(await ask('slow', 'quick')).toMatchObject({ state: 'completed' });
  expect(heard).toBe(true);
});

it('waiting for a part is no work', async () => {
  const one: HostedAgent = {
    id: 'one',
    skills: { lead: async (_task, run) => (await run.assign('part', { to: 'crew', type: 'part' })).state },
  };
  node = await openFixture({ limits: { skillTime: 150 } });
  await configure(
    node,
    agentEntry('noc', ['alice']),
    agentEntry('crew', ['carol']),
    agentEntry('one', ['alice'], { execution: { kind: 'hosted' } }),
  );
  node.tasks.host(one);
  const begun = performance.now();
  const answer = ask('one', 'lead');
  const { task } = await node.as('carol').rpc('yangent-tasks:claim-next', { agent: 'crew', wait: 20 });
  // Longer than the skill may work.
  await expect.poll(() => performance.now() - begun > 400, { interval: 20 }).toBe(true);
  await node.as('carol').onTask(task[0].id, 'complete');
  expect(await answer).toMatchObject({ state: 'completed' });
});
