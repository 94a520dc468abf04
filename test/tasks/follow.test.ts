/** Rooms that follow tasks: called in the transaction of each change, in order, one after another. */
import { afterAll, afterEach, expect, it } from 'vitest';
import { RpcError } from '../../src/data/index.js';
import type { Follower, TaskRecord } from '../../src/tasks/index.js';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, PROMPT, temporaryDirectory } from './fixture.js';

/** `src/tasks/followers.ts` */
const MOST_FOLLOWED = 256;

type Opened = Omit<Fixture, 'close'>;

let node: Fixture;
afterEach(() => node.close());
afterAll(cleanUp);

const agents = ({ as }: Pick<Fixture, 'as'>) =>
  configure({ as }, agentEntry('noc', ['alice']), agentEntry('crew', ['bob']));

/** Assigns `task-id`, as a part of another task where `parent` names one; gives the identifier. */
async function assign({ as }: Pick<Fixture, 'as'>, taskId: string, parent?: string): Promise<string> {
  const order = { from: 'noc', to: 'crew', 'task-id': taskId, content: PROMPT, ...(parent && { parent }) };
  return (await as('alice').rpc('yangent-tasks:assign', order)).id;
}

/** What a follower was called with. */
function logged(log: string[]): Follower {
  return async (_tx, before, after) => {
    log.push(`${after.taskId} ${before?.state ?? 'nothing'} > ${after.state} ${after.sequence}`);
  };
}

it('a follower sees a task from its creation to its end, and no heartbeat', async () => {
  node = await openFixture();
  await agents(node);
  const log: string[] = [];
  node.tasks.follow('log', logged(log));
  const id = await assign(node, 't-1');
  const crew = node.as('bob');
  await crew.onTask(id, 'claim', { lease: 60 });
  await crew.onTask(id, 'heartbeat', { lease: 90 });
  await crew.onTask(id, 'report-progress', { percent: 40 });
  await crew.onTask(id, 'complete', { note: 'done' });
  expect(log).toEqual([
    't-1 nothing > accepted 2',
    't-1 accepted > running 3',
    't-1 running > running 4',
    't-1 running > completed 5',
  ]);
});

it('a follower sees a task that is rejected as it is created', async () => {
  node = await openFixture();
  await configure(node, agentEntry('noc', ['alice']));
  await configure(node, agentEntry('crew', ['bob'], { execution: { accepts: { 'min-priority': 6 } } }));
  const log: string[] = [];
  node.tasks.follow('log', logged(log));
  await assign(node, 't-1');
  expect(log).toEqual(['t-1 nothing > rejected 2']);
});

it('changes that followers cause are followed after their cause, in order, and never inside one another', async () => {
  node = await openFixture();
  await agents(node);
  const whole = await assign(node, 'whole');
  for (const name of ['a', 'b']) {
    const part = await assign(node, name, whole);
    await assign(node, `${name}.x`, part);
  }
  const calls: string[] = [];
  const follower =
    (room: string): Follower =>
    async (tx, _before, { taskId }) => {
      calls.push(`${room} ${taskId} begins`);
      await tx.query('select 1', []);
      calls.push(`${room} ${taskId} ends`);
    };
  node.tasks.follow('first', follower('first'));
  node.tasks.follow('second', follower('second'));
  await node.as('alice').onTask(whole, 'cancel', { reason: 'not needed' });
  expect(calls).toEqual(
    ['whole', 'a', 'b', 'a.x', 'b.x'].flatMap((task) =>
      ['first', 'second'].flatMap((room) => [`${room} ${task} begins`, `${room} ${task} ends`]),
    ),
  );
});

it('a follower that throws refuses the change', async () => {
  node = await openFixture();
  await agents(node);
  const id = await assign(node, 't-1');
  node.tasks.follow('guard', async (_tx, _before, { state }) => {
    if (state === 'canceled')
      throw new RpcError({ type: 'application', tag: 'operation-failed', message: 'the task is needed' });
  });
  const events = await node.notifications('yangent-tasks:task-changed');
  await expect(node.as('alice').onTask(id, 'cancel')).rejects.toThrow('the task is needed');
  expect(await node.as('alice').task(id)).toMatchObject({ state: 'accepted' });
  expect(await node.notifications('yangent-tasks:task-changed')).toEqual(events);
});

it('a follower that was stopped is called no more, and its room can follow again', async () => {
  node = await openFixture();
  await agents(node);
  const log: string[] = [];
  const stop = node.tasks.follow('log', logged(log));
  expect(() => node.tasks.follow('log', logged([]))).toThrow('the room "log" follows tasks already');
  await assign(node, 't-1');
  stop();
  await assign(node, 't-2');
  node.tasks.follow('log', logged(log));
  await assign(node, 't-3');
  expect(log).toEqual(['t-1 nothing > accepted 2', 't-3 nothing > accepted 2']);
});

it(`more changes than ${MOST_FOLLOWED} in one transaction are followed behind it, after a restart too`, async () => {
  const directory = temporaryDirectory();
  const parts = Array.from({ length: 300 }, (_, number) => `part ${number}`);
  const atOnce: string[] = [];
  const cutOff = new Error('the process ended');
  const cancel = async (opened: Opened) => {
    await agents(opened);
    const whole = await assign(opened, 'whole');
    for (const part of parts) await assign(opened, part, whole);
    opened.tasks.follow('log', noted(atOnce));
    await opened.as('alice').onTask(whole, 'cancel', { reason: 'not needed' });
    await opened.store.close();
    throw cutOff;
  };
  await expect(openFixture({ directory, prepare: cancel })).rejects.toThrow(cutOff);
  expect(atOnce).toEqual(['whole', ...parts.slice(0, MOST_FOLLOWED - 1)]);

  const later: string[] = [];
  node = await openFixture({ directory, prepare: ({ tasks }) => void tasks.follow('log', noted(later)) });
  const rest = parts.slice(MOST_FOLLOWED - 1);
  await expect.poll(() => later.length, { interval: 5, timeout: 20_000 }).toBe(rest.length);
  expect([...later].sort()).toEqual([...rest].sort());
});

it('later changes of a task are followed behind the one that waits, in their order', async () => {
  node = await openFixture();
  await agents(node);
  const { store, tasks } = node;
  const [busy, id] = [await assign(node, 'busy'), await assign(node, 'last')];
  for (const task of [busy, id]) await node.as('bob').onTask(task, 'claim', { lease: 60 });
  const log: string[] = [];
  tasks.follow('log', async (_tx, before, after) => {
    if (after.taskId === 'last') log.push(`${before?.state} > ${after.state}`);
  });
  const many = store.transact(async (tx) => {
    let now = await tasks.work.get(tx, busy);
    for (let number = 0; now && number < MOST_FOLLOWED; number++) {
      now = await tasks.work.reportProgress(tx, now, { note: `note ${number}` });
    }
    await tasks.work.suspend(tx, id, 'alice', 'for a while');
  });
  const one = store.transact((tx) => tasks.work.resume(tx, id, 'alice'));
  await Promise.all([many, one]);
  await expect.poll(() => log.length, { interval: 5, timeout: 20_000 }).toBe(2);
  expect(log).toEqual(['running > suspended', 'suspended > accepted']);
  // Nothing waits any more, so that a change is followed in its own transaction again.
  await expect
    .poll(() => store.transact(async (tx) => (await tx.query('select id from outbox', [])).length), { interval: 5 })
    .toBe(0);
  await node.as('bob').onTask(id, 'claim', { lease: 60 });
  expect(log).toEqual(['running > suspended', 'suspended > accepted', 'accepted > running']);
});

/** The tasks that were canceled, as they were before and after. */
function noted(log: string[]): Follower {
  return async (_tx, before: TaskRecord | undefined, { taskId, state }: TaskRecord) => {
    if (before?.state === 'accepted' && state === 'canceled') log.push(taskId);
  };
}
