/** Teams below teams: three levels end in one conclusion, a fourth is refused, and one that ends in the middle takes along those below. */
import { beforeAll, expect, it } from 'vitest';
import { type Plain, register } from '../rows/agents-rig.js';
import { texts, useSessionsRig } from './sessions-rig.js';

const { rig, call, act, read } = useSessionsRig();

/** Each leads the team of its level; the next one executes the task for which the team below is formed. */
const LEADERS = ['level-0', 'level-1', 'level-2', 'level-3', 'level-4', 'level-5'] as const;
/** The depth that the terms allow where they say nothing. */
const DEEPEST = 3;

interface Level {
  readonly session: string;
  /** The task that its coordinator assigned. */
  readonly task: string;
}

beforeAll(async () => {
  for (const agent of LEADERS) await register(rig, 'admin', agent);
});

/** Asks for a team at a level, for the task that the level above assigned. */
const form = (level: number, parent?: string) =>
  call('admin', 'open', {
    ...{ from: LEADERS[level], kind: 'team', goal: `work of level ${level}`, member: [{ agent: LEADERS[level + 1] }] },
    ...(parent === undefined ? {} : { parent: { task: parent } }),
  });

/** Assigns a task of the team to the agent of the next level, which takes it. @returns its identifier on the node */
async function assign(session: string, level: number): Promise<string> {
  const sent = await call('admin', 'send', {
    ...{ from: LEADERS[level], session, content: `work for level ${level + 1}`, 'next-speaker': [LEADERS[level + 1]] },
    ...{ type: 'task-assignment', task: { 'task-id': `part of ${session}` } },
  });
  expect(sent).toMatchObject({ status: 200 });
  const { id } = (await read('admin', session)).task[0];
  expect(await rig.onTask('admin', id, 'claim', {})).toMatchObject({ status: 200 });
  return id;
}

/** Forms a team at each level down to the deepest, each for a task of the one above. */
async function nest(): Promise<readonly Level[]> {
  const levels: Level[] = [];
  for (let level = 0; level <= DEEPEST; level += 1) {
    const formed = await form(level, levels.at(-1)?.task);
    expect(formed).toMatchObject({ status: 200, output: { state: 'discussion' } });
    const session: string = formed.output.id;
    levels.push({ session, task: await assign(session, level) });
  }
  return levels;
}

const taskOf = async (id: string): Promise<Plain> => {
  const { body } = await rig.http('admin', 'GET', `/restconf/data/yangent-tasks:tasks/task=${id}`);
  return JSON.parse(body)['yangent-tasks:task'][0];
};

/** Concludes the team of a level with what its task came to. */
async function conclude({ session }: Level, level: number): Promise<void> {
  const { output } = await call('admin', 'history', { agent: LEADERS[level], session, type: ['task-result'] });
  const [result = ''] = texts(output);
  const from = LEADERS[level];
  expect(await call('admin', 'send', { from, session, type: 'conclude' })).toMatchObject({ status: 200 });
  const conclusion = { from, session, type: 'conclusion', content: `${result} <- ${from}` };
  expect(await call('admin', 'send', conclusion)).toMatchObject({ status: 200 });
}

it('three levels below a team end in its one conclusion, and a fourth is refused', async () => {
  const levels = await nest();
  expect(await Promise.all(levels.map(({ session }) => read('admin', session)))).toMatchObject(
    levels.map((_, depth) => ({ depth, state: 'synchronous-task-assignment' })),
  );
  const deepest = levels[DEEPEST] as Level;
  expect(await form(DEEPEST + 1, deepest.task)).toMatchObject({
    status: 412,
    output: {
      ...{ 'error-tag': 'operation-failed', 'error-app-tag': 'depth-exceeded' },
      'error-message': `a team for task "part of ${deepest.session}" would have 4 teams above it, and the topmost one allows 3 (max-depth)`,
    },
  });
  const artifact = [{ name: 'conclusion', value: 'the fibre is cut' }];
  expect(await rig.onTask('admin', deepest.task, 'complete', { artifact })).toMatchObject({ status: 200 });
  for (let level = DEEPEST; level >= 0; level -= 1) await conclude(levels[level] as Level, level);
  expect(await read('admin', levels[0]?.session ?? '')).toMatchObject({
    ...{ state: 'closed', 'close-reason': 'concluded' },
    conclusion: 'the fibre is cut <- level-3 <- level-2 <- level-1 <- level-0',
  });
  for (const { session, task } of levels) {
    expect(await read('admin', session)).toMatchObject({ state: 'closed', 'close-reason': 'concluded' });
    expect(await taskOf(task)).toMatchObject({ state: 'completed' });
  }
});

it('a team that is disbanded in the middle closes those below it, and fails its task with the reason', async () => {
  const [top, middle, ...below] = (await nest()) as [Level, Level, ...Level[]];
  expect(await act('admin', middle.session, 'close', { agent: LEADERS[1] })).toMatchObject({ status: 204 });
  expect(await read('admin', middle.session)).toMatchObject({ state: 'closed', 'close-reason': 'closed' });
  for (const { session } of below)
    expect(await read('admin', session)).toMatchObject({ state: 'closed', 'close-reason': 'parent-ended' });
  for (const { task } of [middle, ...below]) expect(await taskOf(task)).toMatchObject({ state: 'canceled' });
  const reason = 'the team that was formed for it was closed';
  expect(await taskOf(top.task)).toMatchObject({ state: 'failed', error: { code: 'team-failed', message: reason } });
  expect(await read('admin', top.session)).toMatchObject({ state: 'discussion', floor: { holder: ['level-0'] } });
  const { output } = await call('admin', 'history', { agent: 'level-0', session: top.session, type: ['task-result'] });
  expect(texts(output)).toEqual([reason]);
});
