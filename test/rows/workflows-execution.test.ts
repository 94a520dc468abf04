/** How runs are executed, and how the coordinator and the agents agree about a step (seed 003 §4.3 and §5), over RESTCONF. */
import { describe, expect, it } from 'vitest';
import { edge, states, stepOf, task } from '../workflows/rig.js';
import { claimed, DATA, given, OPERATIONS, RUNS, useWorkflowRows } from './workflows-rig.js';

const rows = useWorkflowRows();

interface Event {
  readonly kind: string;
  readonly node?: string;
  readonly by: string;
  readonly hash: string;
  readonly data: { readonly state: string };
}

describe('a run', () => {
  it('ATD-0-a: does the parts of a work in their order and side by side, and a person decides about a failure', async () => {
    const { id } = await rows.rpc('start', {
      dag: {
        version: '1.0',
        execution: { 'on-failure': 'escalate' },
        node: [claimed('left', 'north'), claimed('right', 'south'), task('bad', 'fail'), task('end')],
        edge: [edge('left', 'end'), edge('right', 'end'), edge('bad', 'end')],
      },
    });
    const both = [await rows.claim('north'), await rows.claim('south')];
    await rows.until(id, ({ state }) => state === 'escalated');
    for (const { id: each } of both) await rows.onTask(each, 'complete', { attempt: 1 });
    expect(
      await rows.admin('POST', `${RUNS}=${id}/step=bad,0,1/set-output`, {
        'yangent-workflows:input': { output: { by: 'hand' }, reason: 'seen on site' },
      }),
    ).toEqual({
      status: 200,
      value: { 'yangent-workflows:output': { state: 'yangent-workflows:completed' } },
    });
    const run = await rows.until(id, ({ state }) => state === 'completed');
    expect(states(run)).toEqual({ left: 'completed', right: 'completed', bad: 'completed', end: 'completed' });
  });

  it('ATD-4.3-b ATD-5-b ATD-5-c ATD-5-d ATD-5-e: is checked, goes by the edges with all that can at one time, and its output is verified', async () => {
    const diamond = {
      version: '1.0',
      'output-schema': '{"type":"object","properties":{"n":{"type":"integer"}}}',
      node: [task('first', 'measure'), claimed('left', 'north'), claimed('right', 'south'), task('last')],
      edge: [edge('first', 'left'), edge('first', 'right'), edge('left', 'last'), edge('right', 'last')],
      output: [{ name: 'n', value: 'input.n' }],
    };
    const start = (input: object, more: object = {}) =>
      rows.admin('POST', `${OPERATIONS}/yangent-workflows:start`, {
        'yangent-workflows:input': { dag: { ...diamond, ...more }, input },
      });
    const unknown = { node: [...diamond.node, { name: 'who', task: { agent: 'unknown' } }] };
    expect(await start({}, unknown)).toMatchObject({
      status: 400,
      value: { 'ietf-restconf:errors': { error: [{ 'error-app-tag': 'dag-unknown-agent' }] } },
    });
    const finish = async (input: object) => {
      const { value } = await start(input);
      const { id } = value['yangent-workflows:output'];
      const [left, right] = [await rows.claim('north'), await rows.claim('south')];
      expect(states(await rows.run(id))).toEqual({ first: 'completed', left: 'executing', right: 'executing' });
      for (const each of [right, left]) await rows.onTask(each.id, 'complete', { attempt: 1 });
      return rows.until(id, ({ state }) => state === 'completed' || state === 'failed');
    };
    const good = await finish({ n: 7 });
    expect([good.state, good.output]).toEqual(['completed', { n: 7 }]);
    const events = good.event as readonly Event[];
    expect(events.filter(({ kind }) => kind === 'run').map(({ data }) => data.state)).toEqual(['running', 'completed']);
    const ended = events.filter(({ kind, data }) => kind === 'step' && data.state === 'completed');
    expect(ended.map(({ node }) => node)).toEqual(['first', 'right', 'left', 'last']);
    expect(await finish({ n: 'seven' })).toMatchObject({ state: 'failed', error: { code: 'invalid-output' } });
  });

  it('ATD-4.3-c ATD-4.3-d ATD-4.3-e ATD-4.3-f ATD-4.3-g ATD-4.3-h: has steps that are pending, ready, executing, completed, failed and skipped', async () => {
    const { id } = await rows.rpc('start', {
      dag: {
        version: '1.0',
        node: [
          task('done'),
          task('left-out', 'none', { condition: 'false' }),
          task('bad', 'fail', { 'on-failure': 'continue' }),
          claimed('works', 'north'),
          claimed('next', 'south'),
          claimed('later', 'south'),
        ],
        edge: [edge('works', 'later')],
      },
    });
    await rows.claim('north');
    const run = await rows.until(id, (each) => states(each).bad === 'failed' && states(each).done === 'completed');
    expect(states(run)).toEqual({
      done: 'completed',
      'left-out': 'skipped',
      bad: 'failed',
      works: 'executing',
      next: 'ready',
    });
    const { value } = await rows.admin('GET', `${RUNS}=${id}?fields=progress`);
    expect(value['yangent-workflows:run'][0].progress.steps).toEqual(
      expect.arrayContaining(
        ['pending', 'ready', 'executing', 'completed', 'failed', 'skipped'].map((state) => ({
          state: `yangent-workflows:${state}`,
          number: 1,
        })),
      ),
    );
    await rows.act(`${id}/cancel`);
  });
});

describe('a run under an assurance profile', () => {
  it('ATD-0-b: is executed fast, or with care, as its assurance profile says: one of the node, or a configured one', async () => {
    const careful = { name: 'careful', checkpoint: { 'every-steps': 1 } };
    expect(
      await rows.admin('PUT', `${DATA}/yangent-workflows:workflows/assurance-profile=careful`, {
        'yangent-workflows:assurance-profile': [careful],
      }),
    ).toMatchObject({ status: 201 });
    const under = async (assurance: string) => {
      const { id } = await rows.rpc('start', {
        dag: {
          ...{ version: '1.0', execution: { assurance } },
          node: [task('look'), task('mend', 'none', { risk: 'medium' }), task('tell', 'none', { risk: 'high' })],
          edge: [edge('look', 'mend'), edge('mend', 'tell')],
        },
      });
      const run = await rows.until(id, (now) => now.state === 'completed' || states(now).tell === 'awaiting-approval');
      const checkpoints = (run.checkpoint ?? []) as readonly { readonly type: string }[];
      return { id, state: run.state, types: checkpoints.map(({ type }) => type.replace('yangent-workflows:', '')) };
    };
    expect(await under('fast')).toMatchObject({ state: 'completed', types: ['automatic', 'recovery'] });
    expect(await under('careful')).toMatchObject({ state: 'completed', types: ['automatic', 'automatic', 'recovery'] });
    const { id, state } = await under('regulated');
    expect(state).toBe('running');
    await rows.act(`${id}/cancel`, { reason: 'enough' });
    const unknown = await rows.admin('POST', `${OPERATIONS}/yangent-workflows:start`, {
      'yangent-workflows:input': { dag: { version: '1.0', execution: { assurance: 'hasty' }, node: [task('look')] } },
    });
    expect(unknown.status).toBe(412);
    expect(JSON.stringify(unknown.value)).toContain('There is no assurance profile of this name');
  });
});

describe('the execution of a step', () => {
  it('ATD-5-f ATD-5-k ATD-5-l ATD-5-m ATD-5-n ATD-5-w ATD-9-g ATD-9-h: is asked for by its agent, which gets the whole task, and reports at its address', async () => {
    const { id, uri } = await rows.rpc('start', {
      dag: {
        version: '1.0',
        node: [
          {
            name: 'look',
            task: {
              ...{ skill: 'survey', agent: 'north', objective: 'find the fault', content: 'look at the links' },
              constraint: [{ name: 'power', type: 'resource', value: '40 W' }],
              'expected-artifact': [{ name: 'report', format: 'text/plain' }],
            },
            ...given({ link: 'input.link' }),
            timeout: { total: 900 },
          },
        ],
      },
      input: { link: 'R1-R2' },
    });
    expect(uri).toMatch(new RegExp(`^agent-dag:[0-9a-f-]{36}/${id}$`));
    const got = await rows.ask(rows.crew, 'POST', `${OPERATIONS}/yangent-tasks:claim-next`, {
      'yangent-tasks:input': { agent: 'north', wait: 10 },
    });
    const [made] = got.value['yangent-tasks:output'].task;
    expect(made).toMatchObject({
      'task-id': `${id}/look;g=1`,
      key: `${uri.replace('agent-dag:', 'agent-task:')}/look;g=1`,
      from: 'coordinator',
      type: 'survey',
      objective: 'find the fault',
      content: 'look at the links',
      input: { link: 'R1-R2' },
      constraint: [{ name: 'power', type: 'resource', value: '40 W' }],
      'expected-artifact': [{ name: 'report', format: 'text/plain' }],
      deadline: expect.any(String),
      priority: 3,
      executor: { agent: 'north', 'lease-expires': expect.any(String) },
    });
    expect(await rows.onTask(made.id, 'report-progress', { attempt: 1, percent: 40, note: 'at R1' })).toEqual({
      status: 200,
      value: { 'yangent-tasks:output': { state: 'running' } },
    });
    expect(await rows.taskOf(id, 'look')).toMatchObject({ progress: { percent: 40, note: 'at R1' } });
    await rows.onTask(made.id, 'complete', { attempt: 1, artifact: [{ name: 'report', value: 'dark' }] });
    await rows.until(id, ({ state }) => state === 'completed');
  });

  it('ATD-5-g: is confirmed with the time and the resources that the agent expects to need', async () => {
    const { id } = await rows.rpc('start', { dag: { version: '1.0', node: [claimed('look', 'north')] } });
    const { id: waiting } = await rows.taskOf(id, 'look');
    expect(
      await rows.onTask(waiting, 'claim', { estimate: 3600, resource: [{ name: 'van', value: '7' }] }),
    ).toMatchObject({ status: 200, value: { 'yangent-tasks:output': { state: 'running', attempt: 1 } } });
    expect(await rows.taskOf(id, 'look')).toMatchObject({
      executor: { agent: 'north', estimate: 3600, resource: [{ name: 'van', value: '7' }] },
    });
    await rows.act(`${id}/cancel`);
  });

  it('ATD-5-v: is begun by an agent that is told of its task, and asks for none', async () => {
    const run = await rows.start({ node: [task('look', 'measure')] });
    expect(stepOf(run, 'look')).toMatchObject({ state: 'yangent-workflows:completed', agent: ['worker'] });
    expect(await rows.taskOf(run.id, 'look')).toMatchObject({ to: 'worker', state: 'completed', attempt: 1 });
  });

  it('ATD-5-a: is assigned by the coordinator to the agent that says it can do it', async () => {
    const run = await rows.start({ node: [{ name: 'deal', task: { skill: 'dig', content: 'dig', negotiate: true } }] });
    expect([run.state, stepOf(run, 'deal').agent]).toEqual(['completed', ['willing']]);
    expect(await rows.admin('GET', `${RUNS}=${run.id}/step=deal,0,1`)).toMatchObject({
      value: { 'yangent-workflows:step': [{ task: [expect.any(String), expect.any(String)] }] },
    });
  });
});
