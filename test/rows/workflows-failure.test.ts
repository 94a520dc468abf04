/** The ways on of runs in which something fails (seed 003 §3, §4.3, §5 and §6), over RESTCONF. */
import { describe, expect, it } from 'vitest';
import { until } from '../until.js';
import { edge, states, stepOf, task } from '../workflows/rig.js';
import { attached, claimed, compute, DATA, given, OPERATIONS, RUNS, signal, useWorkflowRows } from './workflows-rig.js';

const rows = useWorkflowRows();

describe('a run', () => {
  it('ATD-3-a: deals with agents that are not there, times that run out, resources that are taken, and parts that fail', async () => {
    await rows.admin('PUT', `${DATA}/yangent-workflows:workflows/pool=bench`, {
      'yangent-workflows:pool': [{ name: 'bench', slots: 1 }],
    });
    const run = await rows.start(
      {
        node: [
          claimed('absent', 'north', { timeout: { assignment: 1 }, 'on-failure': 'continue' }),
          task('slow', 'never', { timeout: { attempt: 1 }, 'on-failure': 'continue' }),
          task('one', 'do', { pool: ['bench'] }),
          task('two', 'do', { pool: ['bench'] }),
          {
            ...task('each', 'do', given({ n: '12 / item' })),
            'for-each': { items: '[1, 0, 3]', tolerate: 50 },
          },
        ],
      },
      { wait: 20 },
    );
    expect([run.state, states(run)]).toEqual([
      'completed',
      {
        ...{ absent: 'failed', slow: 'failed', one: 'completed', two: 'completed' },
        ...{ each: 'completed', 'each.1': 'completed', 'each.2': 'failed', 'each.3': 'completed' },
      },
    ]);
    expect(stepOf(run, 'absent').error).toMatchObject({ code: 'deadline-exceeded' });
    expect(stepOf(run, 'slow').error).toMatchObject({ code: 'attempt-timeout' });
    expect(stepOf(run, 'each', 2).error).toMatchObject({ code: 'expression-failed' });
  });

  it('ATD-3-b: has hundreds of steps, which cannot wait for each other, and tells how far it is', async () => {
    const WIDTH = 200;
    const names = Array.from({ length: WIDTH }, (_, index) => `n${index}`);
    const dag = {
      version: '1.0',
      node: [task('begin'), ...names.map((name) => task(name)), signal('go'), task('end')],
      edge: [
        ...names.map((name) => edge('begin', name)),
        ...names.map((name) => edge(name, 'end')),
        ...[edge('begin', 'go'), edge('go', 'end')],
      ],
    };
    const { id } = await rows.rpc('start', { dag });
    const progress = await until(
      async () => (await rows.admin('GET', `${RUNS}=${id}?fields=progress`)).value['yangent-workflows:run'][0].progress,
      ({ percent }) => percent === 99,
    );
    expect(progress['critical-path']).toEqual(['go', 'end']);
    const numbers = progress.steps.map(({ state, number }: Record<string, string>) => [state, number]);
    expect(Object.fromEntries(numbers)).toEqual({
      'yangent-workflows:executing': 1,
      'yangent-workflows:pending': 1,
      'yangent-workflows:completed': WIDTH + 1,
    });
    await rows.act(`${id}/signal`, { name: 'go' });
    expect((await rows.until(id, ({ state }) => state === 'completed')).progress).toMatchObject({ percent: 100 });
    const { value: found } = await rows.admin('POST', `${OPERATIONS}/yangent-workflows:check`, {
      'yangent-workflows:input': { dag: { ...dag, edge: [...dag.edge, edge('end', 'n7')] } },
    });
    expect(found['yangent-workflows:output'].finding).toMatchObject([{ code: 'dag-cycle' }]);
  });
});

describe('a failed step', () => {
  it('ATD-4.3-k: leads along another path where the graph has one', async () => {
    const run = await rows.start({
      node: [task('try', 'fail'), task('repair', 'do', given({ code: 'steps.try.error.code' })), task('go')],
      edge: [edge('try', 'repair', { on: ['failure'] }), edge('try', 'go')],
    });
    expect([run.state, states(run)]).toEqual(['completed', { try: 'failed', repair: 'completed', go: 'skipped' }]);
    expect(stepOf(run, 'repair').input).toEqual({ code: 'broken' });
  });

  it('ATD-6-s: is tried again after times that grow', async () => {
    const retry = { 'max-attempts': 3, delay: 1, factor: '2.0', jitter: false };
    const run = await rows.start({ node: [{ ...task('thrice', 'thrice'), retry }] }, { wait: 20 });
    expect(run.state).toBe('completed');
    const { attempt, event } = await rows.taskOf(run.id, 'thrice');
    expect(attempt).toBe(3);
    const begun = event
      .filter(({ state }: { state: string }) => state === 'running')
      .map(({ at }: { at: string }) => Date.parse(at));
    const [first = 0, second = 0, third = 0] = begun;
    expect(second - first).toBeGreaterThanOrEqual(990);
    expect(third - second).toBeGreaterThanOrEqual(1_990);
  });

  it('ATD-6-u: lets the run go on with less, and what was made of that says so', async () => {
    const run = await rows.start({
      node: [
        task('soft', 'fail', { 'on-failure': 'continue' }),
        task('safe', 'fail', { 'on-failure': 'default', 'default-output': '{"links":2}' }),
        compute('read', { none: 'steps.soft.output', two: 'steps.safe.output.links' }),
        task('after', 'do', given({ two: 'steps.read.output.two' })),
      ],
      edge: [edge('soft', 'read'), edge('safe', 'read'), edge('read', 'after')],
    });
    expect(run.state).toBe('completed');
    expect(stepOf(run, 'read')).toMatchObject({ output: { none: null, two: 2 }, degraded: true });
    expect(stepOf(run, 'after')).toMatchObject({ output: { result: { two: 2 } }, degraded: true });
  });
});

describe('an executor', () => {
  it('ATD-5-h ATD-5-y ATD-6-t: that is silent for three intervals loses its step to another agent with the skill', async () => {
    await rows.rig.node.edit({
      'yangent-agents:agents': { agent: [attached('a-lost', ['patch']), attached('b-there', ['patch'])] },
    });
    const { id } = await rows.rpc('start', {
      dag: {
        version: '1.0',
        execution: { 'status-interval': 1 },
        node: [{ name: 'patch', task: { skill: 'patch' }, retry: { 'max-attempts': 3, delay: 0 } }],
      },
    });
    const placed = await rows.until(id, (run) => stepOf(run, 'patch').agent !== undefined);
    const [first = ''] = stepOf(placed, 'patch').agent as readonly string[];
    const other = first === 'a-lost' ? 'b-there' : 'a-lost';
    const taken = await rows.claim(first, { lease: 600 });
    const { claimed: at, 'lease-expires': expires } = taken.executor;
    // The lease is counted by the steady clock and the claim dated by the wall clock, read one after the other.
    expect(Math.abs(Date.parse(expires) - Date.parse(at) - 3_000)).toBeLessThan(500);
    const again = await rows.claim(other, { wait: 20 });
    expect(again).toMatchObject({ id: taken.id, key: taken.key, attempt: 2, to: other });
    expect(await rows.onTask(taken.id, 'complete', { attempt: 1 })).toMatchObject({ status: 412 });
    await rows.onTask(again.id, 'complete', { attempt: 2 });
    const run = await rows.until(id, ({ state }) => state === 'completed');
    expect(stepOf(run, 'patch').agent).toEqual([first, other]);
  });
});

describe('an edge', () => {
  it('ATD-E-a: says which ends of its source satisfy it: success, failure or being skipped', async () => {
    const graph = (source: object, on: readonly string[]) => ({
      node: [source, task('target')],
      edge: [edge('source', 'target', { on })],
    });
    const sources = {
      success: task('source'),
      failure: task('source', 'fail'),
      skipped: task('source', 'none', { condition: 'false' }),
    };
    const kinds = ['success', 'failure', 'skipped'] as const;
    for (const on of kinds)
      for (const end of kinds) {
        const run = await rows.start(graph(sources[end], [on]));
        expect([on, end, states(run).target]).toEqual([on, end, on === end ? 'completed' : 'skipped']);
      }
    // A failure that is replaced by an output is a success as well.
    const soft = task('source', 'fail', { 'on-failure': 'continue' });
    expect(states(await rows.start(graph(soft, ['success']))).target).toBe('completed');
    const all = await rows.start(graph(sources.failure, [...kinds]));
    expect([all.state, states(all).target]).toEqual(['completed', 'completed']);
  });
});

describe('the states of a step', () => {
  it('ATD-E-b: are more than those of the text: suspended and canceled, each from a state of its task', async () => {
    const dag = { version: '1.0', node: [task('ask', 'question'), signal('go')] };
    const { id } = await rows.rpc('start', { dag });
    const asks = await rows.until(id, (run) => states(run).ask === 'suspended');
    expect(stepOf(asks, 'ask')['state-reason']).toBe('input-required');
    const asked = await rows.taskOf(id, 'ask');
    expect(asked).toMatchObject({ state: 'input-required', 'input-request': { required: 'Which port?' } });
    const answered = await rows.admin('POST', `${DATA}/yangent-tasks:tasks/task=${asked.id}/provide-input`, {
      'yangent-tasks:input': { content: '7' },
    });
    expect(answered.status).toBe(200);
    await rows.until(id, (run) => states(run).ask === 'completed');
    expect(
      await rows.admin('POST', `${RUNS}=${id}/cancel`, { 'yangent-workflows:input': { reason: 'enough' } }),
    ).toEqual({ status: 200, value: { 'yangent-workflows:output': { state: 'canceled' } } });
    expect(states(await rows.run(id))).toEqual({ ask: 'completed', go: 'canceled' });
    const paused = await rows.rpc('start', { dag: { version: '1.0', node: [claimed('look', 'south')] } });
    await rows.claim('south');
    await rows.act(`${paused.id}/pause`, { running: 'suspend' });
    const halted = await rows.until(paused.id, (run) => states(run).look === 'suspended');
    expect([halted.state, (await rows.taskOf(paused.id, 'look')).state]).toEqual(['paused', 'suspended']);
    await rows.act(`${paused.id}/cancel`);
    expect((await rows.taskOf(paused.id, 'look')).state).toBe('canceled');
  });
});
