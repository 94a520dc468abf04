import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, type Plain } from './fixture.js';

let node: Fixture;

beforeEach(async () => {
  node = await openFixture();
  await configure(
    node,
    agentEntry('noc', ['alice']),
    agentEntry('crew', ['carol']),
    agentEntry('two-hands', ['carol'], { execution: { 'max-concurrent-tasks': 2 } }),
  );
});
afterEach(() => node.close());
afterAll(cleanUp);

const assign = async (to: string, priority: number): Promise<string> =>
  (await node.as('alice').rpc('yangent-tasks:assign', { from: 'noc', to, type: 'work', priority })).id;

describe('a queue under saturation', () => {
  it('lets no task wait ten times as long as the median, however many urgent ones come', async () => {
    const carol = node.as('carol');
    const queued = new Map<string, number>();
    const waits: number[] = [];
    const put = async (priority: number) => queued.set(await assign('crew', priority), node.clock.now);
    // Four urgent tasks and one that can wait come for every four that are done: the queue grows all the time.
    for (let round = 0; round < 40; round++) {
      for (const priority of [7, 6, 0, 7, 6]) await put(priority);
      for (let done = 0; done < 4; done++) {
        node.clock.now += 250;
        const { task } = await carol.rpc('yangent-tasks:claim-next', { agent: 'crew' });
        const [{ id }] = task;
        waits.push(node.clock.now - (queued.get(id) ?? 0));
        queued.delete(id);
      }
    }
    const unserved = [...queued.values()].map((since) => node.clock.now - since);
    const sorted = [...waits].sort((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    expect(Math.max(...waits, ...unserved)).toBeLessThanOrEqual(10 * median);
  });

  it('gives the most urgent first, of equally urgent ones the oldest, while nobody has waited long', async () => {
    const ids = [await assign('crew', 2), await assign('crew', 5), await assign('crew', 2), await assign('crew', 7)];
    const claimed: string[] = [];
    for (let n = 0; n < 4; n++) {
      const { task } = await node.as('carol').rpc('yangent-tasks:claim-next', { agent: 'crew' });
      claimed.push(...task.map((each: Plain) => each.id));
    }
    expect(claimed).toEqual([ids[3], ids[1], ids[0], ids[2]]);
  });
});

describe('an agent that was away', () => {
  const claimed = async (): Promise<string> => {
    node.clock.now += 1;
    const { task } = await node.as('carol').rpc('yangent-tasks:claim-next', { agent: 'crew' });
    return task[0].id;
  };

  it('still gets the most urgent first: only being passed by makes a task late', async () => {
    for (let n = 0; n < 12; n++) {
      await assign('crew', 4);
      // Completed, for a task whose agent is silent for an hour goes back into the queue.
      await node.as('carol').onTask(await claimed(), 'complete');
    }
    const low = await assign('crew', 0);
    node.clock.now += 3_600_000;
    const urgent: string[] = [];
    for (let n = 0; n < 11; n++) urgent.push(await assign('crew', 7));
    const order: string[] = [];
    for (let n = 0; n < 12; n++) order.push(await claimed());
    expect(order).toEqual([...urgent, low]);
    const passedBy = await assign('crew', 0);
    const more: string[] = [];
    for (let n = 0; n < 14; n++) more.push(await assign('crew', 7));
    const then: string[] = [];
    for (let n = 0; n < 15; n++) then.push(await claimed());
    expect(then.indexOf(passedBy)).toBe(11);
  });

  it('gets what it handed back after those of the same priority that waited meanwhile', async () => {
    const first = await assign('crew', 3);
    node.clock.now += 10;
    const second = await assign('crew', 3);
    node.clock.now += 10;
    expect(await claimed()).toBe(first);
    await node.as('carol').onTask(first, 'release');
    expect([await claimed(), await claimed()]).toEqual([second, first]);
  });
});

describe('an agent with a limit of tasks at once', () => {
  it('cannot claim more, one by one or together, until one has ended', async () => {
    const carol = node.as('carol');
    const ids = [await assign('two-hands', 3), await assign('two-hands', 3), await assign('two-hands', 3)];
    await carol.onTask(ids[0]!, 'claim');
    await carol.onTask(ids[1]!, 'claim');
    await expect(carol.onTask(ids[2]!, 'claim')).rejects.toMatchObject({
      tag: 'resource-denied',
      appTag: 'overloaded',
    });
    await carol.onTask(ids[0]!, 'complete');
    expect(await carol.onTask(ids[2]!, 'claim')).toMatchObject({ state: 'running' });
  });
});
