import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  agentEntry,
  cleanUp,
  configure,
  type Fixture,
  type FixtureOptions,
  openFixture,
  type Plain,
} from './fixture.js';

let node: Fixture;

afterEach(() => node.close());
afterAll(cleanUp);

const open = async (o: FixtureOptions = {}): Promise<void> => {
  node = await openFixture(o);
  await configure(
    node,
    agentEntry('noc', ['alice']),
    agentEntry('desk', ['alice']),
    agentEntry('stranger', ['mallory']),
    agentEntry('third', ['trent']),
    agentEntry('crew', ['carol']),
    agentEntry('spare', ['carol']),
  );
};

const assign = async (user: string, from: string, priority = 3, to = 'crew'): Promise<string> =>
  (await node.as(user).rpc('yangent-tasks:assign', { from, to, type: 'work', priority })).id;

const claimed = async (max = 1): Promise<readonly string[]> => {
  const { task = [] } = await node.as('carol').rpc('yangent-tasks:claim-next', { agent: 'crew', max });
  return task.map(({ from }: Plain) => from);
};

describe('an agent for which several users have tasks', () => {
  it('gets one of each user in turn, the most urgent first, whatever priority a flood has', async () => {
    await open();
    for (let n = 0; n < 30; n++) await assign('mallory', 'stranger', 7);
    await assign('alice', 'noc', 0);
    await assign('alice', 'noc', 3);
    await assign('trent', 'third', 5);
    const order = [...(await claimed()), ...(await claimed(4)), ...(await claimed())];
    expect(order).toEqual(['stranger', 'third', 'noc', 'stranger', 'noc', 'stranger']);
  });

  it('counts the agents of one user as one assigner', async () => {
    await open();
    for (let n = 0; n < 3; n++) {
      await assign('alice', 'noc', 7);
      await assign('alice', 'desk', 7);
    }
    await assign('trent', 'third', 0);
    const order = await claimed(3);
    expect(order.indexOf('third')).toBe(1);
  });

  it('gives each user his most urgent task first', async () => {
    await open();
    const calm = await assign('alice', 'noc', 1);
    const urgent = await assign('alice', 'noc', 6);
    for (let n = 0; n < 3; n++) await assign('mallory', 'stranger', 7);
    const { task } = await node.as('carol').rpc('yangent-tasks:claim-next', { agent: 'crew', max: 4 });
    const ids: readonly string[] = task.map(({ id }: Plain) => id);
    expect(ids.indexOf(urgent)).toBe(1);
    expect(ids.indexOf(calm)).toBe(3);
  });

  it('goes on with the turn after a restart', async () => {
    await open({});
    const directory = node.directory;
    for (let n = 0; n < 3; n++) await assign('mallory', 'stranger', 7);
    await assign('alice', 'noc', 0);
    expect(await claimed()).toEqual(['stranger']);
    await node.close();
    node = await openFixture({ directory });
    expect(await claimed()).toEqual(['noc']);
  });

  it('takes tasks that it claims by their identifiers as turns as well', async () => {
    await open();
    const ids = [await assign('mallory', 'stranger', 7), await assign('mallory', 'stranger', 7)];
    await assign('alice', 'noc', 0);
    await assign('trent', 'third', 0);
    for (const id of ids) await node.as('carol').onTask(id, 'claim');
    await assign('mallory', 'stranger', 7);
    expect(await claimed(3)).toEqual(['noc', 'third', 'stranger']);
  });
});

describe('the unfinished tasks of a user', () => {
  const limits = { perUser: 5, perUserAndAgent: 3 };

  it('are so many at one agent; those of other users and at other agents do not count', async () => {
    await open({ limits });
    const [first] = [await assign('mallory', 'stranger'), await assign('mallory', 'stranger')];
    await assign('mallory', 'stranger');
    await expect(assign('mallory', 'stranger')).rejects.toMatchObject({
      tag: 'resource-denied',
      message:
        'user "mallory" already has 3 unfinished tasks at agent "crew"; this node takes 3 (--limit tasks-per-user-and-agent)',
    });
    await assign('alice', 'noc');
    await assign('mallory', 'stranger', 3, 'spare');
    await node.as('mallory').onTask(first!, 'cancel');
    await assign('mallory', 'stranger');
  });

  it('are so many on the node, negotiations among them', async () => {
    await open({ limits });
    const negotiate = () =>
      node.as('mallory').rpc('yangent-tasks:negotiate', {
        ...{ from: 'stranger', to: 'noc', type: 'FEASIBILITY', content: ['x'], wait: 0 },
      });
    for (let n = 0; n < 3; n++) await assign('mallory', 'stranger');
    for (let n = 0; n < 2; n++) await negotiate();
    const refusal = {
      tag: 'resource-denied',
      message: 'user "mallory" already has 5 unfinished tasks on this node; it takes 5 (--limit tasks-per-user)',
    };
    await expect(negotiate()).rejects.toMatchObject(refusal);
    await expect(assign('mallory', 'stranger', 3, 'spare')).rejects.toMatchObject(refusal);
    await assign('alice', 'noc');
  });

  it('are counted again after a restart', async () => {
    await open({ limits });
    for (let n = 0; n < 3; n++) await assign('mallory', 'stranger');
    await node.close();
    node = await openFixture({ directory: node.directory, limits });
    await expect(assign('mallory', 'stranger')).rejects.toMatchObject({ tag: 'resource-denied' });
  });

  it('may be assigned again under their task-ids when there is no room for others', async () => {
    await open({ limits });
    const again = { from: 'stranger', to: 'crew', type: 'work', 'task-id': 'same' };
    const { id } = await node.as('mallory').rpc('yangent-tasks:assign', again);
    await assign('mallory', 'stranger');
    await assign('mallory', 'stranger');
    expect(await node.as('mallory').rpc('yangent-tasks:assign', again)).toMatchObject({ id });
  });
});

describe('an agent that runs inside the node', () => {
  it('begins tasks of each user in turn', async () => {
    await open();
    await configure(node, agentEntry('bot', ['carol'], { execution: { kind: 'hosted', 'max-concurrent-tasks': 1 } }));
    const order: string[] = [];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const work = async ({ from }: { readonly from: string }) => {
      order.push(from);
      await released;
    };
    node.tasks.host({ id: 'bot', skills: { work } });
    for (let n = 0; n < 6; n++) await assign('mallory', 'stranger', 7, 'bot');
    await assign('alice', 'noc', 0, 'bot');
    release();
    await expect.poll(() => order.length, { timeout: 5_000 }).toBe(7);
    expect(order.slice(0, 3)).toContain('noc');
  });
});
