/** Cases in which a run could stand still, end wrongly, or do what its initiator may not. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Https } from '../support/http.js';
import { deskOf, edge, states, stepOf, task, WorkflowRig, worker } from './rig.js';

let rig: WorkflowRig;
beforeAll(async () => {
  rig = await WorkflowRig.start({
    agents: [worker('worker', { slow: () => new Promise((resolve) => setTimeout(resolve, 300)) })],
  });
  const pool = [{ name: 'bed', slots: 1 }];
  await rig.admin.send('PUT', '/restconf/data/yangent-workflows:workflows/pool=bed', {
    body: JSON.stringify({ 'yangent-workflows:pool': pool }),
  });
});
afterAll(() => rig.stop());

const wait = (name: string, terms: object) => ({ name, type: 'yangent-workflows:wait', wait: terms });
const signal = (name: string, more: object = {}) => wait(name, { signal: { name: 'go', ...more } });
const over = (id: string) => rig.until(id, ({ state }) => state !== 'running' && state !== 'paused');

it('a step whose agent is looked for gets its slot when it is free', async () => {
  const second = { name: 'b', task: { skill: 'do' }, pool: ['bed'] };
  const run = await rig.start({ node: [task('a', 'slow', { pool: ['bed'] }), second] });
  expect([run.state, states(run)]).toEqual(['completed', { a: 'completed', b: 'completed' }]);
});

it('a paused run gets a slot that became free meanwhile when it goes on', async () => {
  const dag = (skill: string) => ({ version: '1.0', node: [task('a', skill, { pool: ['bed'] })] });
  const one = await rig.rpc('start', { dag: dag('slow') });
  const two = await rig.rpc('start', { dag: dag('none') });
  await rig.act(`${two.id}/pause`);
  await over(one.id);
  await rig.act(`${two.id}/resume`);
  expect((await over(two.id)).state).toBe('completed');
});

it('a list ends when another step has failed and others finish', async () => {
  const each = { ...task('each', 'slow'), 'for-each': { items: '[1, 2, 3]', 'max-parallel': 1 } };
  const run = await rig.start({ execution: { others: 'finish' }, node: [each, task('bad', 'fail')] });
  expect([run.state, states(run).bad, states(run).each]).toEqual(['failed', 'failed', 'canceled']);
});

it('a second cancel ends a run whose finally waits for ever', async () => {
  const dag = { version: '1.0', execution: { finally: ['fin'] }, node: [signal('a'), signal('fin')] };
  const { id } = await rig.rpc('start', { dag });
  expect((await rig.act(`${id}/cancel`)).state).toBe('running');
  expect((await rig.act(`${id}/cancel`)).state).toBe('canceled');
  expect(states(await rig.run(id))).toEqual({ a: 'canceled', fin: 'canceled' });
});

it('a node of finally has its time after the deadline of the run', async () => {
  const run = await rig.start({ execution: { timeout: 1, finally: ['fin'] }, node: [signal('a'), task('fin')] });
  expect([run.state, states(run)]).toEqual(['canceled', { a: 'canceled', fin: 'completed' }]);
});

it('a retry waits until the run has ended', async () => {
  const dag = { version: '1.0', execution: { finally: ['fin'] }, node: [task('a', 'fail'), signal('fin')] };
  const { id } = await rig.rpc('start', { dag });
  await rig.until(id, (run) => states(run).fin === 'executing');
  await expect(rig.act(`${id}/step=a,0,1/retry`)).rejects.toMatchObject({
    error: { 'error-app-tag': 'bad-transition' },
  });
  await rig.act(`${id}/signal`, { name: 'go' });
  expect((await over(id)).state).toBe('failed');
});

it('a signal that the condition of a wait cannot read is refused, and the wait goes on', async () => {
  const { id } = await rig.rpc('start', { dag: { version: '1.0', node: [signal('a', { match: 'event.by == "x"' })] } });
  await expect(rig.act(`${id}/signal`, { name: 'go', data: { other: 1 } })).rejects.toMatchObject({
    error: {
      'error-tag': 'invalid-value',
      'error-message': expect.stringContaining('"a" cannot read it: No such key'),
    },
  });
  expect(await rig.act(`${id}/signal`, { name: 'go', data: { by: 'x' } })).toEqual({ accepted: true });
  expect((await over(id)).state).toBe('completed');
});

it('a workflow is no way around the runner groups of another, nor a private coordinator for others', async () => {
  await rig.rig.node.edit({
    'yangent-access:access': { user: [{ name: 'bob', password: '$0$bob-bob-bob' }] },
    'yangent-agents:agents': {
      agent: [
        {
          ...{ id: 'mine', visibility: 'private', execution: { kind: 'hosted', target: 'workflows' } },
          profile: { name: 'mine', description: 'coordinates', version: '1.0', provider: 'test' },
        },
        deskOf('bob'),
      ],
    },
  });
  const bob = new Https(rig.rig, 'bob', 'bob-bob-bob');
  await rig.define('guarded', { node: [task('a')], 'runner-group': ['few'] });
  const call = { name: 'call', type: 'yangent-workflows:workflow', workflow: { definition: 'guarded' } };
  const run = await rig.start({ node: [call] }, {}, bob);
  expect([run.state, stepOf(run, 'call').error]).toMatchObject(['failed', { code: 'access-denied' }]);
  const start = rig.rpc('start', { dag: { version: '1.0', node: [task('a')] }, coordinator: 'mine' }, bob);
  await expect(start).rejects.toMatchObject({ error: { 'error-tag': 'invalid-value' } });
  bob.close();
});

it('an input that becomes no JSON number is refused', async () => {
  const dag = {
    ...{ version: '1.0', node: [task('a')], edge: [edge('a', 'b')] },
    'input-schema': '{"type":"object","properties":{"n":{"type":"number"}}}',
  };
  const start = rig.rpc('start', { dag: { ...dag, edge: [] }, input: { n: '1e400' } });
  await expect(start).rejects.toMatchObject({ status: 400 });
});

it.each(['+275760-09-13T00:00:00Z', '-000001-01-01T00:00:00Z', '2026-01-01', '2026-13-01T00:00:00Z'])(
  'a wait until %s fails with a word on the form of times',
  async (at) => {
    const run = await rig.start({ node: [wait('a', { until: 'input.at' })] }, { input: { at } });
    const message = `input.at gave "${at}", which is no date and time, such as 2026-01-31T12:00:00Z`;
    expect(stepOf(run, 'a').error).toMatchObject({ code: 'expression-failed', message });
  },
);

describe('names of members of every object of the program', () => {
  const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];
  const none = (name: string, output: readonly object[], more: object = {}) => ({
    ...{ name, type: 'yangent-workflows:none', output },
    ...more,
  });

  it('are names of nodes, inputs and outputs like all others', async () => {
    const values = NAMES.map((name) => ({ name, value: `steps.${name}.output["${name}"]` }));
    const input = JSON.parse('{"__proto__": 1, "constructor": 2, "toString": 3, "hasOwnProperty": 4, "valueOf": 5}');
    const run = await rig.start(
      {
        node: [
          ...NAMES.map((name) => none(name, [{ name, value: `input["${name}"]` }])),
          { ...task('all', 'do'), input: values },
        ],
        edge: NAMES.map((name) => ({ ...edge(name, 'all'), share: [`/${name}`] })),
        output: [
          ...values.map(({ name, value }) => ({ name, value })),
          { name: 'told', value: 'steps.all.output.result["__proto__"] + steps.all.output.result.constructor' },
        ],
      },
      { input },
    );
    expect([run.state, run['state-reason']]).toEqual(['completed', undefined]);
    expect(Object.entries(run.output ?? {}).toSorted()).toEqual(Object.entries({ ...input, told: 3 }).toSorted());
    const lineage = stepOf(run, 'all').lineage as readonly { readonly input: string }[];
    expect(lineage.map(({ input }) => input).toSorted()).toEqual(NAMES.toSorted());
  });

  it('are read only where they are', async () => {
    for (const name of NAMES) {
      const run = await rig.start({
        node: [none('a', [{ name: 'x', value: `has(input.${name}) ? 1 : 2` }])],
        output: [{ name: 'x', value: 'steps.a.output.x' }],
      });
      expect(run.output).toEqual({ x: 2 });
    }
  });

  it('do not let a node begin whose edge is dead', async () => {
    const run = await rig.start({
      node: [task('a'), ...NAMES.map((name) => task(name))],
      edge: NAMES.map((name) => edge('a', name, { condition: 'false' })),
    });
    expect(states(run)).toEqual(Object.fromEntries([['a', 'completed'], ...NAMES.map((name) => [name, 'skipped'])]));
  });

  it('do not hide the failure of a step before a node of such a name', async () => {
    const run = await rig.start({
      node: [task('a', 'fail'), task('__proto__')],
      edge: [edge('a', '__proto__', { on: ['failure'], condition: 'false' })],
    });
    expect(run.state).toBe('failed');
  });
});
