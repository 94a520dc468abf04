/** The clock of the machine is set, back or forward, while tasks wait and are executed. */
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { continueAfter, newId } from '../../src/tasks/record/ids.js';
import {
  agentEntry,
  cleanUp,
  configure,
  type Fixture,
  openFixture,
  type Plain,
  temporaryDirectory,
} from './fixture.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BUSY = { code: 'busy', message: 'busy', recovery: ['retry'] };

let directory: string;
let node: Fixture;

beforeEach(async () => {
  directory = temporaryDirectory();
  node = await openFixture({ directory });
  await configure(
    node,
    agentEntry('noc', ['alice']),
    agentEntry('crew', ['carol']),
    agentEntry('one-hand', [], { execution: { kind: 'hosted', 'max-concurrent-tasks': 1 } }),
  );
});
afterEach(() => node.close());
afterAll(cleanUp);

const setClock = (by: number): void => {
  node.clock.now += by;
  node.clock.ahead += by;
};
const assign = async (more: Plain = {}): Promise<string> =>
  (await node.as('alice').rpc('yangent-tasks:assign', { from: 'noc', to: 'crew', type: 'work', ...more })).id;
const claimed = async (more: Plain = {}): Promise<readonly string[]> => {
  const { task } = await node.as('carol').rpc('yangent-tasks:claim-next', { agent: 'crew', ...more });
  return (task ?? []).map((each: Plain) => each.id);
};
const state = async (id: string): Promise<string> =>
  (await node.as('alice').rpc('yangent-tasks:query', { id })).task.state;

describe.each([
  ['back by a minute', -60_000],
  ['back by a day', -DAY],
  ['forward by a day', DAY],
])('when the clock is set %s', (_, step) => {
  it('waiting tasks are given out in the order in which they came', async () => {
    const before = [await assign(), await assign()];
    setClock(step);
    const after = await assign();
    expect([...(await claimed()), ...(await claimed()), ...(await claimed())]).toEqual([...before, after]);
  });

  it('a repeated attempt waits as long as its policy says', async () => {
    const id = await assign({ policy: { 'retry-delay': 2 } });
    await claimed();
    await node.as('carol').onTask(id, 'fail', BUSY);
    setClock(step);
    node.clock.now += 1_000;
    expect(await claimed()).toEqual([]);
    node.clock.now += 1_000;
    expect(await claimed()).toEqual([id]);
  });

  it('a lease ends when its seconds have passed, not before', async () => {
    const id = await assign({ policy: { 'max-attempts': 1 } });
    await claimed({ lease: 10 });
    setClock(step);
    node.clock.now += 9_000;
    await node.tasks.sweep();
    expect(await state(id)).toBe('running');
    node.clock.now += 2_000;
    await node.tasks.sweep();
    expect(await state(id)).toBe('failed');
  });

  it('a hosted agent takes what waits for it', async () => {
    const ends: (() => void)[] = [];
    const stop = node.tasks.host({
      id: 'one-hand',
      skills: { work: () => new Promise<string>((resolve) => ends.push(() => resolve('done'))) },
    });
    const first = await assign({ to: 'one-hand', async: true });
    const second = await assign({ to: 'one-hand', async: true });
    await expect.poll(() => ends.length).toBe(1);
    setClock(step);
    ends[0]?.();
    await expect.poll(() => ends.length).toBe(2);
    ends[1]?.();
    await expect.poll(() => Promise.all([state(first), state(second)])).toEqual(['completed', 'completed']);
    stop();
  });
});

describe('a node that is started with another clock', () => {
  const restartedWith = async (step: number): Promise<void> => {
    const { now } = node.clock;
    await node.close();
    node = await openFixture({
      directory,
      prepare: ({ clock }) => {
        clock.now = now + step;
      },
    });
  };

  it.each([-DAY, DAY])('keeps leases and pauses for no longer than they say, and for no less (%i)', async (step) => {
    const [held, paused] = [await assign(), await assign({ policy: { 'retry-delay': 5 } })];
    await claimed({ max: 2, lease: 10 });
    await node.as('carol').onTask(paused, 'fail', BUSY);
    await restartedWith(step);
    await node.tasks.sweep();
    expect(await state(held)).toBe('running');
    node.clock.now += 5_000;
    expect(await claimed()).toEqual([paused]);
    node.clock.now += 6_000;
    await node.tasks.sweep();
    expect(await state(held)).toBe('accepted');
  });

  it('gives new tasks identifiers and places behind those of before', async () => {
    const before = [await assign(), await assign()];
    await restartedWith(-DAY);
    const after = await assign();
    expect([...before, after].sort()).toEqual([...before, after]);
    expect(await claimed({ max: 3 })).toEqual([...before, after]);
  });
});

describe('an identifier', () => {
  it('sorts behind the one it is to continue after, whatever the clock says', () => {
    const ahead = newId(Date.now() + DAY);
    continueAfter(ahead);
    const next = [newId(Date.now()), newId(Date.now())];
    expect([ahead, ...next]).toEqual([ahead, ...next].sort());
    const far = '01f00000-0000-7fff-bfff-ffffffffffff';
    continueAfter(far);
    expect(newId() > far).toBe(true);
  });
});
