/** Runs of workflows over RESTCONF: joins, skips, failures, values. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edge, type Refused, states, stepOf, stepsOf, task, WorkflowRig, worker } from './rig.js';

let rig: WorkflowRig;
beforeAll(async () => {
  rig = await WorkflowRig.start({
    agents: [
      worker('worker', {
        mend: async () => {
          if (broken.has('bad')) throw new Error('not mended');
        },
        third: async ({ input: given }) => {
          const { n } = Object(given);
          seen.push(n);
          if (n === 3 && broken.has('three')) throw new Error('not the third');
          return { artifacts: [{ name: 'n', data: { of: n } }] };
        },
      }),
    ],
  });
});
afterAll(() => rig.stop());

const compute = (name: string, output: Readonly<Record<string, string>>, more: object = {}) => ({
  name,
  type: 'yangent-workflows:none',
  output: Object.entries(output).map(([each, value]) => ({ name: each, value })),
  ...more,
});
const input = (values: Readonly<Record<string, string>>) => ({
  input: Object.entries(values).map(([name, value]) => ({ name, value })),
});

describe('a run', () => {
  it('executes a chain, and hands values on', async () => {
    const run = await rig.start(
      {
        node: [
          task('find', 'do', input({ site: 'input.site' })),
          task('fix', 'do', input({ twice: 'steps.find.output.result.site + "!"' })),
          compute('sum', { all: 'steps.fix.output.result.twice' }),
        ],
        edge: [edge('find', 'fix'), edge('fix', 'sum')],
        output: [{ name: 'report', value: 'steps.sum.output.all' }],
      },
      { input: { site: 'north' } },
    );
    expect([run.state, run.output]).toEqual(['completed', { report: 'north!' }]);
    expect(states(run)).toEqual({ find: 'completed', fix: 'completed', sum: 'completed' });
    expect(stepOf(run, 'fix').lineage).toEqual([{ input: 'twice', step: ['find'] }]);
  });

  it.each([
    ['all', 'skipped'],
    ['any', 'completed'],
    ['first', 'completed'],
    ['quorum', 'completed'],
  ])('skips a branch whose condition is false; a join %s is then %s', async (join, state) => {
    const run = await rig.start({
      node: [
        task('begin'),
        task('left', 'none', { condition: 'false' }),
        task('right'),
        task('end', 'none', { join, ...(join === 'quorum' ? { quorum: 1 } : {}) }),
      ],
      edge: [edge('begin', 'left'), edge('begin', 'right'), edge('left', 'end'), edge('right', 'end')],
    });
    expect(run.state).toBe('completed');
    expect(states(run)).toEqual({ begin: 'completed', left: 'skipped', right: 'completed', end: state });
  });

  it('follows a failure edge, and reads the error; the run does not fail', async () => {
    const run = await rig.start({
      node: [task('try', 'fail'), task('repair', 'do', input({ code: 'steps.try.error.code' })), task('go')],
      edge: [edge('try', 'repair', { on: ['failure'] }), edge('try', 'go')],
    });
    expect([run.state, states(run)]).toEqual(['completed', { try: 'failed', repair: 'completed', go: 'skipped' }]);
    expect(stepOf(run, 'repair').input).toEqual({ code: 'broken' });
  });

  it('fails with a step that nothing deals with; others are canceled, finally runs', async () => {
    const run = await rig.start({
      execution: { finally: ['clean', 'tell'] },
      node: [task('bad', 'fail'), task('next'), { ...task('idle'), ...wait(600) }, task('clean', 'fail'), task('tell')],
      edge: [edge('bad', 'next')],
    });
    expect([run.state, run['state-reason']]).toEqual([
      'failed',
      'step "bad" failed: it does not work; step "clean" of finally failed: it does not work',
    ]);
    expect(run.error).toMatchObject({ code: 'broken' });
    expect(states(run)).toEqual({
      ...{ bad: 'failed', next: 'skipped', idle: 'canceled' },
      ...{ clean: 'failed', tell: 'completed' },
    });
  });

  it('goes on after a failure with continue or default, and says what is degraded', async () => {
    const run = await rig.start({
      node: [
        task('soft', 'fail', { 'on-failure': 'continue' }),
        task('safe', 'fail', { 'on-failure': 'default', 'default-output': '{"links":2}' }),
        compute('read', { none: 'steps.soft.output', two: 'steps.safe.output.links' }),
        compute('after', { again: 'steps.read.output.two' }),
      ],
      edge: [edge('soft', 'read'), edge('safe', 'read'), edge('read', 'after')],
    });
    expect([run.state, states(run)]).toEqual([
      'completed',
      { soft: 'failed', safe: 'failed', read: 'completed', after: 'completed' },
    ]);
    expect(stepOf(run, 'read').output).toEqual({ none: null, two: 2 });
    expect(stepsOf(run).map(({ node, degraded }) => [node, degraded])).toEqual([
      ['after', true],
      ['read', true],
      ['safe', undefined],
      ['soft', undefined],
    ]);
  });

  it('lets executing steps end with others finish, and begins no other', async () => {
    const started = await rig.rpc('start', {
      dag: {
        version: '1.0',
        execution: { others: 'finish' },
        node: [task('bad', 'fail'), { ...task('slow'), ...wait(1) }, task('later')],
        edge: [edge('slow', 'later')],
      },
    });
    const run = await rig.until(started.id, ({ state }) => state !== 'running');
    expect([run.state, states(run)]).toEqual(['failed', { bad: 'failed', slow: 'completed', later: 'canceled' }]);
  });
});

const wait = (seconds: number) => ({
  type: 'yangent-workflows:wait',
  task: undefined,
  retry: undefined,
  wait: { seconds },
});

describe('a failed step', () => {
  it('is retried after its cause is mended: the rest runs on', async () => {
    const run = await rig.start({
      node: [task('bad', 'mend'), task('next'), task('after'), task('other'), { ...task('idle'), ...wait(1) }],
      edge: [edge('bad', 'next'), edge('next', 'after'), edge('idle', 'other')],
    });
    expect([run.state, states(run)]).toEqual([
      'failed',
      { bad: 'failed', next: 'skipped', after: 'canceled', idle: 'canceled', other: 'canceled' },
    ]);
    broken.delete('bad');
    await rig.act(`${run.id}/step=bad,0,1/retry`);
    const again = await rig.until(run.id, ({ state }) => state === 'completed');
    expect(states(again)).toEqual({
      ...{ bad: 'completed', next: 'completed', after: 'completed', idle: 'completed', other: 'completed' },
    });
    expect(stepOf(again, 'bad').try).toBe(2);
  });

  it('leaves the nodes of finally that were executed before, each as its generation', async () => {
    broken.add('bad');
    const run = await rig.start({
      execution: { finally: ['clean'] },
      node: [task('bad', 'mend'), task('clean')],
    });
    broken.delete('bad');
    await rig.act(`${run.id}/step=bad,0,1/retry`);
    const again = await rig.until(run.id, ({ state }) => state === 'completed');
    const path = `/restconf/data/yangent-workflows:workflows/run=${run.id}/step=clean,0`;
    for (const step of stepsOf(again).filter(({ node }) => node === 'clean')) {
      const { body } = await rig.admin.send('GET', `${path},${step.generation}`);
      expect(JSON.parse(body)['yangent-workflows:step']).toEqual([step]);
    }
    expect(stepsOf(again).map(({ node, generation }) => [node, generation])).toEqual([
      ['bad', 1],
      ['clean', 1],
      ['clean', 2],
    ]);
  });

  it('with items keeps those that are completed when it is retried', async () => {
    broken.add('three');
    const each = {
      ...task('each', 'third', input({ n: 'item' })),
      'for-each': { items: '[1, 2, 3, 4]', 'max-parallel': 1 },
    };
    const run = await rig.start({ node: [each] });
    expect([run.state, stepOf(run, 'each').items]).toEqual(['failed', { total: 4, ended: 3, failed: 1 }]);
    broken.delete('three');
    seen.length = 0;
    await rig.act(`${run.id}/step=each,0,1/retry`, { reason: 'mended' });
    const again = await rig.until(run.id, ({ state }) => state === 'completed');
    expect(JSON.parse(String(stepOf(again, 'each')['output-text']))).toEqual(
      [1, 2, 3, 4].map((n) => ({ n: { of: n } })),
    );
    expect(seen).toEqual([3, 4]);
    const events = again.event as readonly { readonly kind: string; readonly data: object }[];
    expect(events.filter(({ kind }) => kind === 'action').map(({ data }) => data)).toEqual([
      { action: 'retry', reason: 'mended' },
    ]);
  });

  it('waits for a decision of its own where several have failed', async () => {
    const dag = { node: [task('a', 'fail'), task('b', 'fail')], execution: { 'on-failure': 'escalate' } };
    const { id } = await rig.rpc('start', { dag: { version: '1.0', ...dag } });
    await rig.until(
      id,
      (run) => Object.values(states(run)).every((state) => state === 'failed') && stepsOf(run).length === 2,
    );
    await rig.act(`${id}/step=a,0,1/skip`);
    expect((await rig.run(id)).state).toBe('escalated');
    await rig.act(`${id}/step=b,0,1/skip`);
    expect((await rig.until(id, ({ state }) => state !== 'escalated')).state).toBe('completed');
  });

  it('is skipped or completed by hand', async () => {
    const dag = {
      node: [task('bad', 'fail'), task('next')],
      edge: [edge('bad', 'next')],
      execution: { 'on-failure': 'escalate' },
    };
    const one = await rig.rpc('start', { dag: { version: '1.0', ...dag } });
    await rig.until(one.id, ({ state }) => state === 'escalated');
    await rig.act(`${one.id}/step=bad,0,1/skip`, { reason: 'not needed' });
    const skipped = await rig.until(one.id, ({ state }) => state === 'completed');
    expect(states(skipped)).toEqual({ bad: 'skipped', next: 'skipped' });
    const two = await rig.rpc('start', { dag: { version: '1.0', ...dag } });
    await rig.until(two.id, ({ state }) => state === 'escalated');
    await rig.act(`${two.id}/step=bad,0,1/set-output`, { output: { by: 'hand' } });
    const done = await rig.until(two.id, ({ state }) => state === 'completed');
    expect([states(done), stepOf(done, 'bad').output]).toEqual([
      { bad: 'completed', next: 'completed' },
      { by: 'hand' },
    ]);
    await expect(rig.act(`${two.id}/step=next,0,1/retry`)).rejects.toMatchObject({
      error: { 'error-app-tag': 'bad-transition' },
    } satisfies Partial<Refused>);
  });
});

const broken = new Set(['bad']);
const seen: number[] = [];
