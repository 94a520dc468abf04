/** Runs that go back to a checkpoint: agents acknowledge, what was done is undone, both lives stay in the journal. */
import { join } from 'node:path';
import LibsqlDatabase from 'libsql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineAgent, TaskFailure } from '../../src/index.js';
import { Https } from '../support/http.js';
import { edge, type Refused, type Run, states, stepsOf, WorkflowRig, worker } from './rig.js';

type Members = Readonly<Record<string, unknown>>;

let rig: WorkflowRig;
/** What agents did, in its order. */
let done: string[] = [];
/** True: the skill fails. */
let fails = true;

const ROLLBACK = 'agent-task-dag-rollback';

function builder(id: string) {
  return defineAgent({
    id,
    profile: { name: id, description: 'builds', version: '1.0.0', provider: 'test' },
    skills: {
      build: async ({ input }) => {
        const { part = '' } = Object(input);
        done.push(`build ${part}`);
        return { artifacts: [{ name: 'made', data: { part } }] };
      },
      unbuild: async ({ input }) => {
        const { part = '' } = Object(input);
        done.push(`unbuild ${part}`);
        return undefined;
      },
      stuck: async () => {
        throw new TaskFailure('broken', 'it cannot be undone');
      },
      check: async ({ input }) => {
        const { part = '' } = Object(input);
        done.push(`check ${part}`);
        if (fails) throw new TaskFailure('broken', 'it does not hold');
        return { artifacts: [{ name: 'made', data: { part } }] };
      },
      hold: () => new Promise(() => {}),
    },
    rollback: async ({ input }) => {
      const { node, checkpoint } = Object(input);
      done.push(`clean ${node} to ${checkpoint}`);
      return { artifacts: [{ name: 'done', data: { note: 'all is clean', released: [`bench of ${node}`] } }] };
    },
  });
}

beforeAll(async () => {
  rig = await WorkflowRig.start({
    agents: [
      builder('mason'),
      worker('plain'),
      worker('silent', { [ROLLBACK]: () => new Promise(() => {}) }),
      worker('stubborn', {
        [ROLLBACK]: async () => {
          throw new TaskFailure('refused', 'the tool is still in use');
        },
      }),
    ],
  });
  await rig.rig.node.edit({
    'yangent-workflows:workflows': { 'assurance-profile': [{ name: 'quick', acknowledge: 1 }] },
    'yangent-access:access': {
      user: [
        { name: 'olga', password: '$0$olga-olga', group: ['operator'] },
        { name: 'bob', password: '$0$bob-bob-bob' },
      ],
    },
  });
});

afterAll(() => rig.stop());

function part(name: string, more: object = {}) {
  return {
    name,
    task: { skill: 'build', agent: 'mason' },
    input: [{ name: 'part', value: `"${name}"` }],
    retry: { 'max-attempts': 1 },
    compensation: { skill: 'unbuild' },
    ...more,
  };
}

function chain(...names: readonly string[]) {
  return names.slice(1).map((name, index) => edge(names[index] ?? '', name, { type: 'yangent-workflows:control' }));
}

/** The input of roll-back. */
function back(to: string, reason: string, next?: 'resume' | 'pause' | 'end') {
  return Object.fromEntries(
    Object.entries({ to, reason, next }).map(([name, value]) => [name === 'next' ? 'then' : name, value]),
  );
}

const isAt =
  (...wanted: readonly string[]) =>
  ({ state }: Run) =>
    wanted.includes(state);

function acknowledgements(run: Run, number = 1): readonly Members[] {
  const rollbacks = (run.rollback ?? []) as readonly { readonly number: number; readonly acknowledgement: Members[] }[];
  return rollbacks.find((each) => each.number === number)?.acknowledgement ?? [];
}

test('ATD-6-n ATD-6-r: a run that fails at step 4 of 5 is undone in reverse, each agent acknowledges, and both lives are kept', async () => {
  done = [];
  fails = true;
  const started = await rig.start({
    execution: { 'on-failure': 'compensate' },
    node: [part('a'), part('b'), part('c'), part('d', { task: { skill: 'check', agent: 'mason' } }), part('e')],
    edge: chain('a', 'b', 'c', 'd', 'e'),
  });
  const run = await rig.until(started.id, isAt('rolled-back'));
  expect(run['state-reason']).toBe('step "d" failed: it does not hold');
  expect(done.slice(0, 4)).toEqual(['build a', 'build b', 'build c', 'check d']);
  expect(done.slice(4, 8).toSorted()).toEqual(['a', 'b', 'c', 'd'].map((node) => `clean ${node} to 1`));
  expect(done.slice(8)).toEqual(['unbuild c', 'unbuild b', 'unbuild a']);
  expect(run.rollback).toMatchObject([{ number: 1, to: '1', by: 'node', state: 'restored' }]);
  expect((run.rollback as readonly Members[])[0]?.then).toBe('end');
  expect(acknowledgements(run)).toMatchObject(
    ['a', 'b', 'c', 'd'].map((node) => ({
      agent: 'mason',
      node,
      state: 'acknowledged',
      note: 'all is clean',
      released: [`bench of ${node}`],
    })),
  );
  expect(states(run)).toMatchObject({ a: 'rolled-back', b: 'rolled-back', c: 'rolled-back', d: 'rolled-back' });
  const told = (run.event as readonly Members[]).map(({ kind, node, data }) => [kind, node, Object(data).state]);
  expect(told).toContainEqual(['step', 'c', 'completed']);
  expect(told).toContainEqual(['step', 'c', 'compensating']);
  expect(told).toContainEqual(['step', 'c', 'rolled-back']);
  expect(told).toContainEqual(['rollback', undefined, 'restored']);
});

test('ATD-6-o ATD-6-p: a run goes back to a checkpoint: what had ended there stays, the rest is executed anew', async () => {
  done = [];
  fails = true;
  const failed = await rig.start({
    output: [{ name: 'last', value: 'steps.d.output.made' }],
    node: [part('a'), { ...part('b'), risk: 'high' }, part('d', { task: { skill: 'check', agent: 'mason' } })],
    edge: chain('a', 'b', 'd'),
  });
  expect(failed.state).toBe('failed');
  const input = back('2', 'the wrong bench', 'resume');
  fails = false;
  expect(await rig.act(`${failed.id}/roll-back`, input)).toMatchObject({ number: 1, state: 'rolling-back' });
  const run = await rig.until(failed.id, isAt('completed'));
  expect(run.output).toEqual({ last: { part: 'd' } });
  expect(done).toEqual([
    ...['build a', 'build b', 'check d'],
    ...done.slice(3, 5),
    ...['unbuild b', 'build b', 'check d'],
  ]);
  expect(done.slice(3, 5).toSorted()).toEqual(['clean b to 2', 'clean d to 2']);
  expect(stepsOf(run).map(({ node, generation, state }) => [node, generation, state.slice(18)])).toEqual([
    ['a', 1, 'completed'],
    ['b', 1, 'rolled-back'],
    ['b', 2, 'completed'],
    ['d', 1, 'rolled-back'],
    ['d', 2, 'completed'],
  ]);
});

test('ATD-6-n: an agent whose profile lacks the skill is not asked, and the run waits where it is told to', async () => {
  const first = await rig.start({
    node: [
      { name: 'a', task: { skill: 'do', agent: 'plain' } },
      { name: 'b', type: 'yangent-workflows:none' },
    ],
    edge: chain('a', 'b'),
  });
  await rig.act(`${first.id}/roll-back`, back('1', 'once more'));
  const run = await rig.until(first.id, isAt('paused'));
  expect(acknowledgements(run)).toMatchObject([
    { agent: 'plain', node: 'a', state: 'acknowledged', note: 'automatic' },
  ]);
  expect(states(run)).toEqual({ a: 'pending', b: 'pending' });
  await rig.act(`${first.id}/resume`);
  expect((await rig.until(first.id, isAt('completed'))).state).toBe('completed');
});

test('ATD-6-q: a run whose agent is silent three times waits for an operator, who lets it go on', async () => {
  const olga = new Https(rig.rig, 'olga', 'olga-olga');
  const bob = new Https(rig.rig, 'bob', 'bob-bob-bob');
  const first = await rig.start({
    execution: { assurance: 'quick' },
    node: [{ name: 'a', task: { skill: 'do', agent: 'silent' } }],
  });
  await rig.act(`${first.id}/roll-back`, back('1', 'once more', 'end'));
  const waits = await rig.until(first.id, isAt('escalated'), 20_000);
  expect(waits['state-reason']).toMatch(/^agent "silent" is silent about the rollback of step "a"/);
  expect(acknowledgements(waits)).toMatchObject([{ agent: 'silent', node: 'a', item: 0, state: 'expired' }]);
  const resumed: Refused = await rig.act(`${first.id}/resume`).catch((error: Refused) => error);
  expect(resumed.error).toMatchObject({ 'error-app-tag': 'bad-transition' });
  const path = `${first.id}/rollback=1/acknowledge`;
  const other: Refused = await rig.act(path, { agent: 'mason', reason: 'x' }, olga).catch((error: Refused) => error);
  expect(other.error).toMatchObject({ 'error-tag': 'data-missing' });
  const stranger: Refused = await rig.act(path, { agent: 'silent', reason: 'x' }, bob).catch((error: Refused) => error);
  expect(stranger.status).toBe(404);
  await rig.act(path, { agent: 'silent', reason: 'it was switched off' }, olga);
  const run = await rig.until(first.id, isAt('rolled-back'));
  expect(acknowledgements(run)).toMatchObject([{ state: 'forced', note: 'olga: it was switched off' }]);
  olga.close();
  bob.close();
});

test('ATD-6-q: an agent that refuses has the run wait for a person, who may cancel it: the rollback is incomplete', async () => {
  const first = await rig.start({ node: [{ name: 'a', task: { skill: 'do', agent: 'stubborn' } }] });
  await rig
    .act(`${first.id}/cancel`, { compensate: true, reason: 'no longer wanted' })
    .catch((error: Refused) => error);
  const waits = await rig.until(first.id, isAt('escalated'));
  expect(acknowledgements(waits)).toMatchObject([{ state: 'refused', note: 'the tool is still in use' }]);
  await rig.act(`${first.id}/cancel`);
  const run = await rig.until(first.id, isAt('canceled'));
  expect(run.rollback).toMatchObject([{ state: 'incomplete', reason: 'no longer wanted' }]);
});

test('ATD-4.3-k: a node goes back by itself as often as the graph says, and fails then', async () => {
  done = [];
  fails = true;
  const started = await rig.start({
    execution: { 'max-rollbacks': 2 },
    node: [part('a'), part('d', { task: { skill: 'check', agent: 'mason' }, 'on-failure': 'rollback' })],
    edge: chain('a', 'd'),
  });
  const run = await rig.until(started.id, isAt('failed'));
  expect((run.rollback as readonly Members[]).map((each) => [each.to, each.then, each.state])).toEqual([
    ['1', 'resume', 'restored'],
    ['1', 'resume', 'restored'],
  ]);
  expect(done.filter((each) => each === 'check d')).toHaveLength(3);
  expect(done.filter((each) => each === 'unbuild a')).toHaveLength(2);
});

test('a compensation that fails has the run wait for a person, who decides that it goes on', async () => {
  const first = await rig.start({
    node: [part('a', { compensation: { skill: 'stuck' } })],
  });
  await rig.act(`${first.id}/roll-back`, back('1', 'undo it', 'end'));
  const waits = await rig.until(first.id, isAt('escalated'));
  expect(waits['state-reason']).toBe('what step "a" did could not be undone: it cannot be undone');
  expect(states(waits)).toEqual({ a: 'failed' });
  await rig.act(`${first.id}/rollback=1/acknowledge`, { agent: 'mason', node: 'a', reason: 'done by hand' });
  const run = await rig.until(first.id, isAt('rolled-back'));
  expect(stepsOf(run)[0]?.['state-reason']).toBe('not undone, as admin decided: done by hand');
});

test('a running step is canceled, and its late result changes nothing', async () => {
  const { id } = await rig.rpc('start', {
    dag: { version: '1.0', node: [part('a', { task: { skill: 'hold', agent: 'mason' } })] },
  });
  await rig.until(id, ({ step }) => step !== undefined);
  await rig.act(`${id}/roll-back`, back('1', 'too long', 'pause'));
  const run = await rig.until(id, isAt('paused'));
  expect(stepsOf(run).map(({ generation, state }) => [generation, state.slice(18)])).toEqual([
    [1, 'rolled-back'],
    [2, 'pending'],
  ]);
  const [old] = (stepsOf(run)[0]?.task ?? []) as readonly string[];
  const answer = await rig.admin.send('POST', `/restconf/data/yangent-tasks:tasks/task=${old}/complete`, {
    body: JSON.stringify({ 'yangent-tasks:input': { attempt: 1 } }),
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  await rig.act(`${id}/cancel`);
});

test('a sub-workflow goes back to its start with the step above it, and not by itself once it has ended', async () => {
  done = [];
  await rig.define('inner', { node: [part('x')] });
  const first = await rig.start({
    node: [{ name: 'sub', type: 'yangent-workflows:workflow', workflow: { definition: 'inner' } }],
  });
  const child = String(stepsOf(first)[0]?.run);
  const alone: Refused = await rig.act(`${child}/roll-back`, back('1', 'x')).catch((error: Refused) => error);
  expect(alone.error).toMatchObject({ 'error-app-tag': 'bad-transition' });
  await rig.act(`${first.id}/roll-back`, back('1', 'undo all', 'end'));
  await rig.until(first.id, isAt('rolled-back'));
  expect((await rig.run(child)).state).toBe('rolled-back');
  expect(done).toEqual(['build x', 'clean x to 1', 'unbuild x']);
});

test('a sub-workflow on its own way back goes on to its start when the run above it goes back', async () => {
  await rig.define('own', {
    node: [
      { name: 'a', task: { skill: 'do', agent: 'stubborn' } },
      { name: 'b', type: 'yangent-workflows:wait', wait: { signal: { name: 'go' } } },
    ],
    edge: chain('a', 'b'),
  });
  const sub = { name: 'sub', type: 'yangent-workflows:workflow', workflow: { definition: 'own' } };
  const { id } = await rig.rpc('start', { dag: { version: '1.0', node: [sub] } });
  const above = await rig.until(id, (run) => stepsOf(run)[0]?.run !== undefined);
  const child = String(stepsOf(above)[0]?.run);
  await rig.until(child, (run) => states(run).b === 'executing');
  await rig.act(`${child}/roll-back`, back('1', 'once more', 'resume'));
  await rig.until(child, isAt('escalated'));
  await rig.act(`${id}/roll-back`, back('1', 'undo all', 'end'));
  await rig.until(id, (run) => acknowledgements(run)[0]?.state === 'pending');
  await rig.act(`${child}/rollback=1/acknowledge`, { agent: 'stubborn', reason: 'it was switched off' });
  await rig.until(id, isAt('rolled-back'));
  const ended = await rig.run(child);
  expect([ended.state, ended['state-reason']]).toEqual(['rolled-back', 'the run above it goes back: undo all']);
  expect((ended.rollback as readonly Members[]).map((each) => [each.then, each.state])).toEqual([
    ['resume', 'restored'],
    ['end', 'restored'],
  ]);
});

test('a checkpoint that was changed, or left behind, is not gone back to', async () => {
  const { id } = await rig.rpc('start', {
    dag: { version: '1.0', node: [{ name: 'w', type: 'yangent-workflows:wait', wait: { signal: { name: 'go' } } }] },
  });
  await rig.act(`${id}/take-checkpoint`);
  await rig.act(`${id}/roll-back`, back('1', 'back', 'resume'));
  await rig.until(id, isAt('running'));
  const left: Refused = await rig.act(`${id}/roll-back`, back('2', 'x')).catch((error: Refused) => error);
  expect(left.error).toMatchObject({
    'error-message': expect.stringMatching(/^checkpoint 2 was left behind by rollback 1/),
  });
  const none: Refused = await rig.act(`${id}/roll-back`, back('9', 'x')).catch((error: Refused) => error);
  expect(none.error).toMatchObject({ 'error-tag': 'data-missing' });
  const { id: number } = await rig.act(`${id}/take-checkpoint`, { label: 'as it was' });
  const database = new LibsqlDatabase(join(rig.rig.directory, 'yangent.db'));
  const label = (text: string) =>
    database
      .prepare('update workflow_checkpoint set label = ? where run = ? and number = ?')
      .run(text, id, Number(number));
  expect(label('as it never was').changes).toBe(1);
  const changed: Refused = await rig.act(`${id}/roll-back`, back(number, 'x')).catch((error: Refused) => error);
  expect(changed.error).toMatchObject({
    'error-app-tag': 'integrity',
    'error-message': expect.stringMatching(new RegExp(`^the run cannot go back: checkpoint ${number}: `)),
  });
  label('as it was');
  database.close();
  expect(await rig.act(`${id}/roll-back`, back(number, 'x'))).toMatchObject({ state: 'rolling-back' });
  await rig.until(id, isAt('paused'));
  await rig.act(`${id}/cancel`);
});

test('ATD-8-k: checkpoints that are asked for or stand before gates, and ways back, have records', async () => {
  const olga = new Https(rig.rig, 'olga', 'olga-olga');
  const { id } = await rig.rpc('start', {
    dag: {
      version: '1.0',
      execution: { assurance: 'quick' },
      node: [
        { name: 'a', task: { skill: 'do', agent: 'stubborn' } },
        { name: 'b', task: { skill: 'do', agent: 'plain' }, oversight: { approver: ['bob'] } },
      ],
      edge: chain('a', 'b'),
    },
  });
  await rig.until(id, (run) => run.step !== undefined && states(run).b === 'awaiting-approval');
  await rig.act(`${id}/take-checkpoint`, {}, olga);
  await rig.act(`${id}/roll-back`, back('1', 'once more', 'end'), olga);
  await rig.until(id, isAt('escalated'));
  await rig.act(`${id}/rollback=1/acknowledge`, { agent: 'stubborn', reason: 'it was switched off' }, olga);
  await rig.until(id, isAt('rolled-back'));
  const run = `/yangent-workflows:workflows/run[id='${id}']`;
  const made = { 'record-kind': 'checkpoint', operation: 'make-checkpoint', outcome: 'done' };
  const rolls = { 'record-kind': 'rollback', outcome: 'done' };
  const node = { user: 'system', 'principal-kind': 'node' };
  const person = { user: 'olga', 'principal-kind': 'person' };
  expect(await records(id)).toEqual([
    expect.objectContaining({ ...made, ...node, target: [`${run}/checkpoint[id='2']`] }),
    expect.objectContaining({ ...made, ...person, target: [`${run}/checkpoint[id='3']`] }),
    expect.objectContaining({
      ...{ ...rolls, ...person, operation: 'begin-rollback' },
      target: [`${run}/rollback[number='1']`, `${run}/checkpoint[id='1']`],
    }),
    expect.objectContaining({
      ...{ ...rolls, ...person, operation: 'force-acknowledgement' },
      target: [`${run}/rollback[number='1']/acknowledgement[agent='stubborn'][node='a'][item='0']`],
    }),
    expect.objectContaining({
      ...{ ...rolls, ...node, operation: 'end-rollback' },
      target: [`${run}/rollback[number='1']`],
    }),
  ]);
  olga.close();
});

test('ATD-8-k: the record of a way back that was given up says that it is incomplete', async () => {
  const first = await rig.start({ node: [{ name: 'a', task: { skill: 'do', agent: 'stubborn' } }] });
  await rig.act(`${first.id}/roll-back`, back('1', 'once more'));
  await rig.until(first.id, isAt('escalated'));
  await rig.act(`${first.id}/cancel`);
  await rig.until(first.id, isAt('canceled'));
  expect((await records(first.id)).at(-1)).toMatchObject({
    ...{ operation: 'end-rollback', outcome: 'failed', 'error-tag': 'incomplete' },
  });
});

/** Returns the records of checkpoints and ways back of a run, the first one first. */
async function records(run: string): Promise<readonly Members[]> {
  const { body } = await rig.admin.send('POST', '/restconf/operations/yangent-audit:list', {
    body: JSON.stringify({ 'yangent-audit:input': { limit: 1000 } }),
  });
  const { entry = [] } = JSON.parse(body)['yangent-audit:output'];
  const kinds = ['checkpoint', 'rollback'];
  return entry
    .filter((each: Members) => each.workflow === run && kinds.includes(String(each['record-kind'])))
    .reverse();
}
