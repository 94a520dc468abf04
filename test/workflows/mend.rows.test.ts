/** Ways out of a run that failed, and bounds of what it collects. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edge, type Run, stepOf, stepsOf, task, WorkflowRig, worker } from './rig.js';

let rig: WorkflowRig;
let amount = '"none"';
beforeAll(async () => {
  const big = { artifacts: [{ name: 'result', value: 'x'.repeat(900_000) }] };
  const measure = async () => ({ artifacts: [{ name: 'result', data: { amount: JSON.parse(amount) } }] });
  rig = await WorkflowRig.start({ agents: [worker('worker', { big: async () => big, measure })] });
});
afterAll(() => rig.stop());

const signalNamed = (name: string) => ({ name, type: 'yangent-workflows:wait', wait: { signal: { name } } });
const badTransition = { error: { 'error-app-tag': 'bad-transition' } };

describe('the deadline of a run that is tried again', () => {
  const inTwo = () => new Date(Date.now() + 2_000).toISOString();

  it('must be ahead, and nothing is changed by one that is not', async () => {
    const run = await rig.start({ node: [task('a', 'fail')] });
    const past = { deadline: '2020-01-01T00:00:00Z' };
    await expect(rig.act(`${run.id}/step=a,0,1/retry`, past)).rejects.toMatchObject({
      error: { 'error-tag': 'invalid-value', 'error-message': expect.stringContaining('2020-01-01') },
    });
    expect(await rig.run(run.id)).toEqual(run);
  });

  it('must be given anew when it is over', async () => {
    const run = await rig.start({ node: [task('a', 'fail')] }, { deadline: new Date(Date.now() + 400).toISOString() });
    expect(run.state).toBe('failed');
    await expect.poll(() => Date.now() > Date.parse(String(run.deadline))).toBe(true);
    const retry = (input: object = {}) => rig.act(`${run.id}/step=a,0,1/retry`, input);
    await expect(retry()).rejects.toMatchObject({
      error: { 'error-app-tag': 'bad-transition', 'error-message': expect.stringContaining('give a new one') },
    });
    expect(await rig.run(run.id)).toEqual(run);
    expect(await retry({ deadline: inTwo() })).toEqual({ state: expect.any(String) });
    expect((await rig.until(run.id, ({ state }) => state === 'failed')).error).toMatchObject({ code: 'broken' });
  });
});

it('a list whose outputs are too long together fails, and its items are not read', async () => {
  const items = `[${Array.from({ length: 12 }, (_, index) => index)}]`;
  const run = await rig.start({ node: [{ ...task('each', 'big'), 'for-each': { items } }] }, { wait: 60 });
  expect([run.state, stepOf(run, 'each').error]).toMatchObject([
    'failed',
    { code: 'too-big', message: expect.stringContaining('8 MiB') },
  ]);
}, 60_000);

describe('a run whose output could not be computed', () => {
  const dag = {
    node: [task('a', 'measure'), task('b'), { name: 'c', type: 'yangent-workflows:none' }],
    edge: [edge('b', 'c')],
    output: [{ name: 'half', value: 'steps.a.output.result.amount / 2' }],
  };
  const ended = (run: Run) => rig.until(run.id, ({ state }) => state !== 'running');

  it('completes when a step is executed again', async () => {
    amount = '"none"';
    const run = await rig.start(dag);
    expect([run.state, run.error]).toMatchObject(['failed', { code: 'expression-failed' }]);
    amount = '8';
    await rig.act(`${run.id}/step=a,0,1/retry`);
    expect(await ended(run)).toMatchObject({ state: 'completed', output: { half: 4 } });
  });

  it('completes with the output that a person sets, of a step that others follow as well', async () => {
    amount = '"none"';
    const run = await rig.start({
      ...dag,
      edge: [...dag.edge, edge('a', 'c')],
      execution: { finally: ['last'] },
      node: [...dag.node, task('last')],
    });
    await expect(rig.act(`${run.id}/step=a,0,1/retry`)).rejects.toMatchObject(badTransition);
    await expect(rig.act(`${run.id}/step=a,0,1/skip`)).rejects.toMatchObject(badTransition);
    await rig.act(`${run.id}/step=a,0,1/set-output`, { output: { result: { amount: 6 } } });
    expect(await ended(run)).toMatchObject({ state: 'completed', output: { half: 3 } });
    expect(stepOf(await rig.run(run.id), 'last').generation).toBe(2);
    await expect(rig.act(`${run.id}/step=a,0,1/set-output`, { output: {} })).rejects.toMatchObject(badTransition);
  });

  it('fails again while nothing is mended', async () => {
    amount = '"none"';
    const run = await rig.start(dag);
    await rig.act(`${run.id}/step=a,0,1/retry`);
    expect(await ended(run)).toMatchObject({ state: 'failed', error: { code: 'expression-failed' } });
  });
});

describe('nodes of finally', () => {
  const last = {
    node: [task('last'), task('all', 'do', { 'for-each': { items: '[1, 2]' } })],
    finally: ['last', 'all'],
  };
  const ofAll = (run: Run) =>
    stepsOf(run).map(({ node, item, generation, state }) => `${node}.${item}g${generation} ${state.split(':')[1]}`);
  const ran = (generation: number) => [
    `all.0g${generation} completed`,
    `all.1g${generation} completed`,
    `all.2g${generation} completed`,
    `last.0g${generation} completed`,
  ];

  it('run at each end of a run, each time with their items', async () => {
    const run = await rig.start({ node: [task('a', 'fail'), ...last.node], execution: { finally: last.finally } });
    expect([run.state, ofAll(run)]).toEqual(['failed', expect.arrayContaining(ran(1))]);
    for (const generation of [2, 3]) {
      await rig.act(`${run.id}/step=a,0,1/retry`);
      const ended = await rig.until(run.id, ({ state }) => state === 'failed');
      expect(ofAll(ended)).toEqual(expect.arrayContaining([...ran(1), ...ran(generation)]));
      expect(ended.progress).toMatchObject({ steps: [{ number: 2 }, { number: 1 }] });
    }
  });

  it('run again after each output that is set, and when the run is canceled then', async () => {
    amount = '"none"';
    const run = await rig.start({
      node: [task('a', 'measure'), ...last.node],
      output: [{ name: 'half', value: 'steps.a.output.result.amount / 2' }],
      execution: { finally: last.finally },
    });
    for (const generation of [2, 3]) {
      await rig.act(`${run.id}/step=a,0,1/set-output`, { output: { result: { amount: '"none"' } } });
      const ended = await rig.until(run.id, ({ state }) => state === 'failed');
      expect(ofAll(ended)).toEqual(expect.arrayContaining([...ran(1), ...ran(generation)]));
    }
    const waits = {
      node: [task('a', 'fail'), { name: 'w', type: 'yangent-workflows:wait', wait: { seconds: 60 } }, ...last.node],
      execution: { finally: last.finally, 'on-failure': 'escalate' },
    };
    const { id } = await rig.rpc('start', { dag: { version: '1.0', ...waits } });
    await rig.until(id, ({ state }) => state === 'escalated');
    await rig.act(`${id}/step=a,0,1/retry`);
    await rig.act(`${id}/cancel`);
    expect(ofAll(await rig.until(id, ({ state }) => state === 'canceled'))).toEqual(expect.arrayContaining(ran(1)));
  });
});

describe('an output that is given by hand', () => {
  const schema = '{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}';
  const unfit = { error: { 'error-tag': 'invalid-value', 'error-app-tag': 'invalid-output' } };

  it('fits the schema of the step', async () => {
    const run = await rig.start({
      node: [task('a', 'fail', { 'output-schema': schema })],
      output: [{ name: 'n', value: 'steps.a.output.n' }],
    });
    const set = (output: object) => rig.act(`${run.id}/step=a,0,1/set-output`, { output });
    await expect(set({ m: 1 })).rejects.toMatchObject(unfit);
    await set({ n: 1 });
    expect((await rig.run(run.id)).output).toEqual({ n: 1 });
  });

  it('is not that of a list', async () => {
    const run = await rig.start({ node: [task('each', 'fail', { 'for-each': { items: '[1]' } })] });
    await expect(rig.act(`${run.id}/step=each,0,1/set-output`, { output: {} })).rejects.toMatchObject(badTransition);
  });

  it('takes the place of one that was skipped, when the output of the run needs it', async () => {
    const run = await rig.start({
      node: [task('a', 'fail'), task('b')],
      edge: [edge('a', 'b')],
      output: [{ name: 'n', value: 'steps.a.output.n + 1' }],
    });
    await rig.act(`${run.id}/step=a,0,1/skip`);
    expect((await rig.until(run.id, ({ state }) => state === 'failed')).error).toMatchObject({
      code: 'expression-failed',
    });
    await rig.act(`${run.id}/step=a,0,1/set-output`, { output: { n: 1 } });
    const ended = await rig.until(run.id, ({ state }) => state === 'completed');
    expect([ended.output, stepOf(ended, 'b').state]).toEqual([{ n: 2 }, 'yangent-workflows:completed']);
  });
});

describe('a wait with a schema', () => {
  const go = (name: string) => ({
    ...{ name, type: 'yangent-workflows:wait', wait: { signal: { name: 'go' } } },
    'output-schema': '{"type":"object","properties":{"by":{"type":"string"}},"required":["by"]}',
  });

  it('refuses a signal that its schema refuses, and goes on waiting', async () => {
    const { id } = await rig.rpc('start', { dag: { version: '1.0', node: [go('a')] } });
    await expect(rig.act(`${id}/signal`, { name: 'go', data: { bye: 'x' } })).rejects.toMatchObject({
      error: { 'error-tag': 'invalid-value', 'error-message': expect.stringContaining('"a" refuses it') },
    });
    await rig.act(`${id}/signal`, { name: 'go', data: { by: 'x' } });
    const run = await rig.until(id, ({ state }) => state === 'completed');
    expect(stepOf(run, 'a').output).toEqual({ by: 'x' });
  });

  it('keeps a signal for a wait that has not begun, and refuses one that those left refuse', async () => {
    const later = { ...go('b'), 'output-schema': '{"type":"object","required":["at"]}' };
    const { id } = await rig.rpc('start', { dag: { version: '1.0', node: [go('a'), later], edge: [edge('a', 'b')] } });
    const signal = (data: object) => rig.act(`${id}/signal`, { name: 'go', data });
    expect(await signal({ at: 1 })).toEqual({ accepted: true });
    expect(await signal({ by: 'x' })).toEqual({ accepted: true });
    const run = await rig.until(id, ({ state }) => state === 'completed');
    expect([stepOf(run, 'a').output, stepOf(run, 'b').output]).toEqual([{ by: 'x' }, { at: 1 }]);
    const again = await rig.rpc('start', { dag: { version: '1.0', node: [go('a'), later], edge: [edge('a', 'b')] } });
    await rig.act(`${again.id}/signal`, { name: 'go', data: { by: 'x' } });
    await expect(rig.act(`${again.id}/signal`, { name: 'go', data: { by: 'x' } })).rejects.toMatchObject({
      error: { 'error-tag': 'invalid-value', 'error-message': expect.stringContaining('"b" refuses it') },
    });
    await rig.act(`${again.id}/cancel`);
  });

  it('leaves a signal that another wait takes', async () => {
    const free = { name: 'b', type: 'yangent-workflows:wait', wait: { signal: { name: 'go' } } };
    const { id } = await rig.rpc('start', { dag: { version: '1.0', node: [go('a'), free] } });
    await rig.act(`${id}/signal`, { name: 'go', data: { bye: 'x' } });
    await rig.act(`${id}/signal`, { name: 'go', data: { by: 'x' } });
    const run = await rig.until(id, ({ state }) => state === 'completed');
    expect([stepOf(run, 'a').output, stepOf(run, 'b').output]).toEqual([{ by: 'x' }, { bye: 'x' }]);
  });
});

describe('a run of which several steps failed', () => {
  const failed = (run: Run) => rig.until(run.id, ({ state }) => state !== 'running');

  it('fails again when one is mended, and completes when all are', async () => {
    const run = await rig.start(
      { node: ['x', 'y', 'z'].map((name) => task(name, 'do', { condition: 'input.go' })) },
      { input: {} },
    );
    expect(run.state).toBe('failed');
    await rig.act(`${run.id}/step=x,0,1/skip`);
    expect(await failed(run)).toMatchObject({ state: 'failed', 'state-reason': expect.stringMatching(/^step "y"/) });
    for (const name of ['y', 'z']) await rig.act(`${run.id}/step=${name},0,1/set-output`, { output: {} });
    expect((await failed(run)).state).toBe('completed');
  });

  it('does not fail for a node of finally that failed at an earlier end', async () => {
    const node = [task('a', 'fail'), task('last', 'fail')];
    const run = await rig.start({ node, execution: { finally: ['last'] } });
    expect(run.state).toBe('failed');
    await rig.act(`${run.id}/step=a,0,1/set-output`, { output: {} });
    expect((await failed(run)).state).toBe('completed');
  });

  it('does not fail for steps whose failures a person let pass', async () => {
    const dag = { node: [task('a', 'fail'), task('b', 'fail')], execution: { 'on-failure': 'escalate' } };
    const { id } = await rig.rpc('start', { dag: { version: '1.0', ...dag } });
    await rig.until(id, (run) => stepsOf(run).every(({ state }) => state.endsWith('failed')));
    await rig.act(`${id}/step=a,0,1/skip`);
    await rig.act(`${id}/resume`);
    expect((await rig.until(id, ({ state }) => state !== 'running')).state).toBe('completed');
  });

  it('is not mended while items of its step are canceled', async () => {
    const items = `[${Array.from({ length: 400 }, (_, index) => index)}]`;
    const wait = { 'input-schema': '{"type":"object"}', node: [signalNamed('go'), task('x', 'fail')] };
    await rig.define('child', { ...wait, edge: [edge('go', 'x')] });
    const each = {
      ...{ name: 'each', type: 'yangent-workflows:workflow', workflow: { definition: 'child' } },
      ...{ 'for-each': { items, 'max-parallel': 400 }, 'on-failure': 'escalate' },
    };
    const dag = { version: '1.0', execution: { 'max-parallel': 1_000 }, node: [each] };
    const { id } = await rig.rpc('start', { dag });
    await rig.until(id, (run) => stepsOf(run).filter(({ state }) => state.endsWith('executing')).length === 401);
    const [first] = (await rig.rpc('list-runs', { definition: 'child', limit: 1 })).run;
    await rig.act(`${first.id}/signal`, { name: 'go' });
    await rig.until(id, ({ state }) => state === 'escalated');
    const retry = () => rig.act(`${id}/step=each,0,1/retry`).catch((error: Error) => error);
    await expect.poll(retry, { timeout: 20_000, interval: 20 }).not.toBeInstanceOf(Error);
    // Each item has a new child, and none of them was taken for one of the try before.
    const working = (run: Run) => stepsOf(run).filter(({ state }) => state.endsWith('executing')).length;
    await rig.until(id, (run) => working(run) === 401);
    await rig.act(`${id}/cancel`);
    const run = await rig.until(id, ({ state }) => state === 'canceled');
    expect(run.progress).toMatchObject({ steps: [{ state: 'yangent-workflows:canceled', number: 1 }] });
  }, 60_000);

  it('fails again with the others that finished', async () => {
    const run = await rig.start({ node: [task('a', 'fail'), task('b', 'fail')], execution: { others: 'finish' } });
    expect(run.state).toBe('failed');
    await rig.act(`${run.id}/step=a,0,1/set-output`, { output: {} });
    expect(await failed(run)).toMatchObject({ state: 'failed', error: { code: 'broken' } });
  });
});
