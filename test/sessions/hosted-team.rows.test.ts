/** Hosted members of teams: turns, coordinators with and without a function, and teams that a skill forms. */
import { expect, it } from 'vitest';
import type { Plain } from '../rows/agents-rig.js';
import { until } from '../until.js';
import { member, useHostedRig } from './hosted-rig.js';

const rig = useHostedRig();

const talks = (id: string, text: string) => member(id, { sessions: { turn: () => text } });

const ended = (session: string) =>
  until(
    () => rig.read(session),
    ({ state }) => state === 'closed',
  );

/** Lets an agent open a team, as the user that may act for it. */
const openAs = async (from: string, members: readonly string[], more: Plain = {}): Promise<string> => {
  const input = { from, kind: 'team', member: members.map((agent) => ({ agent })), ...more };
  return (await rig.call('yangent-sessions:open', input)).id;
};

it('a coordinator without a function gives each speaker the floor once, and concludes', async () => {
  const lead = member('lead', { sessions: {} });
  await rig.start([lead, talks('ip', 'OSPF is down'), talks('optics', 'light is low')]);
  const session = await openAs('lead', ['ip', 'optics']);
  expect(await ended(session)).toMatchObject({
    'close-reason': 'concluded',
    conclusion: 'ip: OSPF is down\noptics: light is low',
  });
  expect(await rig.said(session)).toEqual([
    ...['ip discussion: OSPF is down', 'optics discussion: light is low', 'lead conclude: '],
    'lead conclusion: ip: OSPF is down\noptics: light is low',
  ]);
});

it('IOA-4.1-c: a coordinator without a function waits for tasks before it concludes', async () => {
  let finish: (() => void) | undefined;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const lead = member('lead', { sessions: {} });
  const worker = member('worker', {
    skills: {
      work: async () => {
        await done;
        return 'the fibre is cut';
      },
    },
    defaultSkill: 'work',
    sessions: {},
  });
  const ip = member('ip', {
    sessions: {
      turn: () => [
        { type: 'task-assignment', mode: 'asynchronous', 'next-speaker': ['worker'], task: { type: 'work' } },
        { content: 'the worker looks at it' },
      ],
    },
  });
  await rig.start([lead, worker, ip]);
  const session = await openAs('lead', ['ip', 'worker'], { 'turn-taking': { 'speaker-timeout': 3 } });
  await until(
    () => rig.read(session),
    ({ state }) => state === 'pause-and-trigger',
    30_000,
  );
  finish?.();
  expect(await ended(session)).toMatchObject({ conclusion: 'worker: the fibre is cut' });
}, 90_000);

it('a member that assigns a task and keeps the floor is called once for it', async () => {
  let calls = 0;
  const ip = member('ip', {
    sessions: {
      turn: () => {
        calls += 1;
        return {
          type: 'task-assignment',
          mode: 'asynchronous',
          'next-speaker': ['worker'],
          task: { type: 'work' },
        };
      },
      message: ({ content }) => (content === 'ping' ? 'pong' : undefined),
    },
  });
  const worker = member('worker', {
    skills: {
      work: (_task, { signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    },
  });
  await rig.start([ip, worker]);
  const session = await rig.open('team', ['ip', 'worker']);
  await rig.say(session, 'what do you need?', { 'next-speaker': ['ip'] });
  await until(
    () => rig.read(session),
    ({ state }) => state === 'asynchronous-task-assignment',
  );
  const other = await rig.open('group', ['ip']);
  await rig.say(other, 'ping');
  await rig.untilSaid(other, 'noc discussion: ping', 'ip discussion: pong');
  expect(calls).toBe(1);
  expect((await rig.read(session)).task).toHaveLength(1);
});

it('IOA-4.4-f: a coordinator with a function decides each step, once for each change', async () => {
  const seen: string[] = [];
  const lead = member('lead', {
    sessions: {
      coordinate: async ({ floor, speakers, history, session }) => {
        seen.push(`${session.state} ${floor.holder.join()}`);
        if (!floor.holder.includes('lead')) return undefined;
        const said = (await history(100)).filter(({ type }) => type === 'yangent-sessions:discussion').length;
        if (said === 0) return { message: 'what do you see?', next: speakers };
        return { state: 'conclusion', message: 'enough' };
      },
      conclude: async ({ history }) =>
        (await history(100))
          .flatMap(({ from, content }) => content && `${from}: ${content}`)
          .filter(Boolean)
          .join('; '),
    },
  });
  await rig.start([lead, talks('ip', 'OSPF is down'), talks('optics', 'light is low')]);
  const session = await openAs('lead', ['ip', 'optics']);
  const { conclusion } = await ended(session);
  expect(conclusion).toContain('lead: what do you see?');
  expect(conclusion).toContain('ip: OSPF is down');
  expect(conclusion).toContain('optics: light is low');
  expect(seen[0]).toBe('discussion lead');
  expect(seen.length).toBeLessThan(8);
});

it('a coordinator assigns tasks, waits for them, and concludes with what it was told', async () => {
  let finish: (() => void) | undefined;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const worker = member('worker', {
    skills: { quick: async () => 'level -61 dBm', slow: () => done.then(() => 'the fibre is cut') },
  });
  const lead = member('lead', {
    sessions: {
      coordinate: ({ floor, tasks, session }) => {
        if (!floor.holder.includes('lead')) return undefined;
        const task = (type: string) => ({ next: ['worker'], task: { 'task-id': type, type } });
        if (tasks.length === 0) return { state: 'synchronous-task-assignment', ...task('quick') };
        if (tasks.length === 1) return { state: 'asynchronous-task-assignment', ...task('slow') };
        if (session.state !== 'discussion') return { state: 'pause-and-trigger', message: 'I wait' };
        return { state: 'conclusion' };
      },
    },
  });
  await rig.start([lead, worker]);
  const session = await openAs('lead', ['worker']);
  await until(
    () => rig.read(session),
    ({ state }) => state === 'pause-and-trigger',
  );
  finish?.();
  expect(await ended(session)).toMatchObject({ conclusion: 'worker: level -61 dBm\nworker: the fibre is cut' });
  const said = (await rig.said(session)).filter((line) => line.startsWith('lead'));
  expect(said).toEqual([
    ...['lead task-assignment: ', 'lead task-assignment: ', 'lead pause: I wait', 'lead conclude: '],
    'lead conclusion: worker: level -61 dBm\nworker: the fibre is cut',
  ]);
});

it('a coordinator that gives the floor away again and again is not called for its own decisions', async () => {
  let calls = 0;
  const lead = member('lead', {
    sessions: {
      coordinate: () => {
        calls += 1;
        return { next: [calls % 2 === 0 ? 'noc' : 'ip'] };
      },
      message: () => 'pong',
    },
  });
  await rig.start([lead, member('ip')]);
  const session = await openAs('lead', ['ip', 'noc']);
  await until(
    () => rig.read(session),
    ({ floor }) => floor?.holder?.[0] === 'ip',
  );
  const other = await rig.open('group', ['lead']);
  await rig.say(other, 'ping');
  await rig.untilSaid(other, 'noc discussion: ping', 'lead discussion: pong');
  expect((await rig.read(session)).floor.holder).toEqual(['ip']);
  expect(calls).toBe(1);
});

it('a skill forms a team, goes on with it after a restart, and gets its conclusion', async () => {
  let hasStarted = false;
  let isStuck = true;
  const lead = member('lead', {
    skills: {
      solve: async (_task, run) => {
        hasStarted = true;
        const found = await run.team('look', { goal: 'R1-R2 is down', members: ['ip', 'optics'], maxTurns: 10 });
        return `the team found: ${found}`;
      },
    },
  });
  const ip = member('ip', {
    sessions: {
      turn: async (_meeting) => {
        if (isStuck)
          await new Promise((_, reject) => _meeting.signal.addEventListener('abort', () => reject(new Error('over'))));
        return 'OSPF is down';
      },
    },
  });
  const agents = [lead, ip, talks('optics', 'light is low')];
  await rig.start(agents);
  const { id } = await rig.call('yangent-tasks:assign', { from: 'noc', to: 'lead', type: 'solve', 'task-id': 't1' });
  const teams = async (): Promise<Plain[]> => {
    const { body } = await rig.http.send('GET', '/restconf/data/yangent-sessions:sessions/session');
    return body === '' ? [] : (JSON.parse(body)['yangent-sessions:session'] ?? []);
  };
  await until(teams, ([team]) => team?.floor?.holder?.[0] === 'ip');
  expect(hasStarted).toBe(true);
  await rig.stop();
  isStuck = false;
  await rig.start(agents);
  const task = await until(
    async () => (await rig.call('yangent-tasks:query', { id })).task,
    ({ state }) => state === 'completed' || state === 'failed',
    60_000,
  );
  expect(task).toMatchObject({
    state: 'completed',
    artifact: [{ value: 'the team found: ip: OSPF is down\noptics: light is low' }],
  });
  expect(await teams()).toMatchObject([{ state: 'closed', 'close-reason': 'concluded', parent: { task: id } }]);
}, 120_000);

it('a member forms a team of its own for the task that it was given in a team', async () => {
  const lead = member('lead', {
    skills: {
      solve: async (_task, run) => `found: ${await run.team('inner', { goal: 'R1-R2 is down', members: ['optics'] })}`,
    },
  });
  await rig.start([lead, talks('optics', 'light is low')]);
  const outer = await rig.open('team', ['lead']);
  await rig.call('yangent-sessions:send', {
    ...{ session: outer, from: 'noc', type: 'yangent-sessions:task-assignment' },
    ...{ 'next-speaker': ['lead'], task: { 'task-id': 't1', type: 'solve' } },
  });
  const { floor } = await until(
    () => rig.read(outer),
    ({ state, task = [] }) => state === 'discussion' && task[0]?.state === 'completed',
  );
  expect(floor.holder).toEqual(['noc']);
  expect((await rig.said(outer)).at(-1)).toBe('lead task-result: found: optics: light is low');
  const { body } = await rig.http.send('GET', '/restconf/data/yangent-sessions:sessions/session');
  const all: Plain[] = JSON.parse(body)['yangent-sessions:session'];
  expect(all.find(({ name }) => name === 'inner')).toMatchObject({
    depth: 1,
    parent: { session: outer },
    state: 'closed',
  });
});

it('a skill whose team is closed without a conclusion fails with the reason', async () => {
  const lead = member('lead', {
    skills: { solve: async (_task, run) => run.team('look', { goal: 'R1-R2 is down', members: ['ip'] }) },
  });
  await rig.start([lead, member('ip')]);
  const { id } = await rig.call('yangent-tasks:assign', { from: 'noc', to: 'lead', type: 'solve' });
  const team = await until(
    async () => {
      const { body } = await rig.http.send('GET', '/restconf/data/yangent-sessions:sessions/session');
      return body === '' ? undefined : JSON.parse(body)['yangent-sessions:session']?.[0];
    },
    (found) => found !== undefined,
  );
  await rig.act(team.id, 'close', {});
  const { error } = await until(
    async () => (await rig.call('yangent-tasks:query', { id })).task,
    ({ state }) => state === 'failed',
  );
  expect(error).toMatchObject({ code: 'team-failed', message: expect.stringContaining('it was closed') });
});

it('where members are hidden, a member is called for its turn, and told of itself alone', async () => {
  const seen: unknown[] = [];
  const ip = member('ip', {
    sessions: {
      turn: ({ floor: { holder }, speakers, tasks, session: { coordinator } }) => {
        seen.push({ holder, speakers, tasks: tasks.map(({ assignee }) => assignee), coordinator });
        return 'my turn';
      },
      message: ({ content, to, floor, ...message }) => {
        seen.push({ content, to, next: message['next-speaker'], holder: floor?.holder });
      },
    },
  });
  const optics = member('optics', { skills: { look: async () => ({ artifacts: [] }) } });
  await rig.start([ip, optics]);
  const session = await rig.open('team', ['ip', 'optics'], { 'show-members': false });
  await rig.say(session, 'both', { to: ['ip', 'optics'], 'next-speaker': ['optics', 'ip'] });
  await rig.untilSaid(session, 'noc discussion: both', 'ip discussion: my turn');
  expect(seen).toEqual([
    { content: 'both', to: ['ip'], next: ['ip'], holder: ['ip'] },
    { holder: ['ip'], speakers: [], tasks: [], coordinator: undefined },
  ]);
}, 60_000);

it('another attempt forms another team; within one attempt the team that failed stays the same', async () => {
  const said: string[] = [];
  let speaks: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    speaks = resolve;
  });
  const lead = member('lead', {
    skills: {
      solve: async (_task, run) => {
        const form = () => run.team('look', { goal: 'R1-R2 is down', members: ['ip'] });
        try {
          return await form();
        } catch (error) {
          said.push(await form().catch(({ message }: Error) => message));
          throw error;
        }
      },
    },
    sessions: {},
  });
  const ip = member('ip', {
    sessions: {
      turn: async () => {
        await gate;
        return 'light is low';
      },
    },
  });
  await rig.start([lead, ip]);
  const policy = { 'max-attempts': 2, 'retry-on': ['any'], 'retry-delay': 0 };
  const { id } = await rig.call('yangent-tasks:assign', { from: 'noc', to: 'lead', type: 'solve', policy });
  const teams = async (): Promise<Plain[]> => {
    const { body } = await rig.http.send('GET', '/restconf/data/yangent-sessions:sessions/session?fields=id;state');
    return body === '' ? [] : (JSON.parse(body)['yangent-sessions:session'] ?? []);
  };
  const [first] = await until(teams, ({ length }) => length === 1);
  await rig.act(first.id, 'close', {});
  await until(teams, ({ length }) => length === 2);
  speaks();
  const task = await until(
    async () => (await rig.call('yangent-tasks:query', { id })).task,
    ({ state }) => state === 'completed' || state === 'failed',
  );
  expect(task.artifact).toMatchObject([{ value: 'ip: light is low' }]);
  expect(said).toEqual(['team "look" came to no conclusion (closed): it was closed']);
  expect(await teams()).toMatchObject([
    { id: first.id, state: 'closed' },
    { id: expect.any(String), state: 'closed' },
  ]);
});
