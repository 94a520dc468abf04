/** Graphs of tasks, their parts, and how agents are bound to them (seed 003 §2 and §4), over RESTCONF and NETCONF. */
import { describe, expect, it } from 'vitest';
import { netconfFace } from '../support/faces.js';
import { edge, states, stepOf, task } from '../workflows/rig.js';
import { attached, claimed, compute, DATA, given, OPERATIONS, RUNS, signal, useWorkflowRows } from './workflows-rig.js';

const rows = useWorkflowRows();
const DEFINITIONS = `${DATA}/yangent-workflows:workflows/definition`;

describe('a graph', () => {
  const ring = {
    name: 'ring',
    id: 'urn:example:ring',
    version: '2.1',
    execution: { timeout: 600, 'max-parallel': 4 },
    node: [
      { name: 'find', task: { skill: 'do', agent: 'worker' } },
      { name: 'mend', task: { skill: 'do', agent: 'worker' } },
    ],
    edge: [{ from: 'find', to: 'mend' }],
  };
  it('ATD-T-a ATD-4.1-a ATD-4.1-b ATD-4.1-c: is one JSON document of metadata, nodes and edges, kept with its time and its owner', async () => {
    expect(await rows.admin('PUT', `${DEFINITIONS}=ring`, { 'yangent-workflows:definition': [ring] })).toMatchObject({
      status: 201,
    });
    const { value } = await rows.admin('GET', `${DEFINITIONS}=ring`);
    expect(value['yangent-workflows:definition']).toMatchObject([
      { ...ring, revision: [{ number: 1, version: '2.1', by: 'admin' }] },
    ]);
    const [{ at, digest }] = value['yangent-workflows:definition'][0].revision;
    expect(Date.now() - Date.parse(at)).toBeLessThan(60_000);
    expect(digest).toMatch(/^sha-256:[0-9a-f]{64}$/);
    const { version, ...without } = ring;
    expect(
      await rows.admin('PUT', `${DEFINITIONS}=none`, {
        'yangent-workflows:definition': [{ ...without, name: 'none' }],
      }),
    ).toMatchObject({
      status: 409,
      value: { 'ietf-restconf:errors': { error: [{ 'error-message': expect.stringContaining('version') }] } },
    });
  });

  it('ATD-1-a: has dependencies, parallel parts and branches, and no circle, so each run ends', async () => {
    const dag = {
      version: '1.0',
      execution: { timeout: 1 },
      node: [task('a'), task('b'), task('c', 'none', { condition: 'false' }), signal('d')],
      edge: [edge('a', 'b'), edge('a', 'c'), edge('b', 'd')],
    };
    const run = await rows.start(dag);
    expect([run.state, states(run)]).toEqual([
      'canceled',
      { a: 'completed', b: 'completed', c: 'skipped', d: 'canceled' },
    ]);
    const circle = { ...dag, edge: [...dag.edge, edge('d', 'a')] };
    const { value } = await rows.admin('POST', `${OPERATIONS}/yangent-workflows:check`, {
      'yangent-workflows:input': { dag: circle },
    });
    expect(value['yangent-workflows:output'].finding).toMatchObject([
      { severity: 'error', code: 'dag-cycle', message: 'the edges lead in a circle: a -> b -> d -> a' },
    ]);
    expect(
      await rows.admin('POST', `${OPERATIONS}/yangent-workflows:start`, { 'yangent-workflows:input': { dag: circle } }),
    ).toMatchObject({ status: 400, value: { 'ietf-restconf:errors': { error: [{ 'error-app-tag': 'dag-cycle' }] } } });
  });

  it('ANF-2-b ANF-8.1-e: is the form of a chain of tasks, with branches, in any order that the edges allow, the same over every transport', async () => {
    const netconf = await netconfFace(rows.rig);
    try {
      const chain = {
        ...{ name: 'chain', version: '1.0' },
        node: [task('first'), task('left'), task('right'), task('last')],
        edge: [edge('first', 'left'), edge('first', 'right'), edge('left', 'last'), edge('right', 'last')],
      };
      await netconf.merge({ 'yangent-workflows:workflows': { definition: [chain] } });
      const { value } = await rows.admin('GET', `${DEFINITIONS}=chain?content=config`);
      expect(
        value['yangent-workflows:definition'][0].edge.map(({ from, to }: (typeof chain.edge)[0]) => [from, to]),
      ).toEqual([
        ['first', 'left'],
        ['first', 'right'],
        ['left', 'last'],
        ['right', 'last'],
      ]);
      const started = await netconf.invoke('yangent-workflows:start', { definition: 'chain', wait: 10 });
      expect(started).toMatchObject({ state: 'completed', uri: expect.stringMatching(/^agent-dag:/) });
      const { event } = await rows.run(String(started?.id));
      const begun = (event as readonly { node: string; data: { state: string } }[])
        .filter(({ data }) => data.state === 'completed')
        .map(({ node }) => node);
      expect([begun[0], begun.slice(1, 3).sort(), begun[3]]).toEqual(['first', ['left', 'right'], 'last']);
    } finally {
      await netconf.close();
    }
  });
});

describe('a node', () => {
  it('ATD-T-b ATD-4.1-d: has a skill, schemas and constraints, and its step a state, agents and a result, of several agents where it says so', async () => {
    const survey = {
      name: 'survey',
      task: {
        skill: 'do',
        discover: { skill: ['do'] },
        executors: 2,
        agree: 2,
        constraint: [{ name: 'power', type: 'resource', value: '40 W' }],
      },
      input: [{ name: 'site', value: 'input.site' }],
      'input-schema': '{"type":"object","required":["site"]}',
      'output-schema': '{"type":"object","properties":{"result":{"type":"object"}}}',
      timeout: { attempt: 60 },
    };
    const run = await rows.start({ node: [survey] }, { input: { site: 'north' } });
    expect(stepOf(run, 'survey')).toMatchObject({
      state: 'yangent-workflows:completed',
      agent: [expect.any(String), expect.any(String)],
      input: { site: 'north' },
      output: { result: { site: 'north' } },
    });
    expect(await rows.taskOf(run.id, 'survey')).toMatchObject({
      constraint: [{ name: 'power', type: 'resource', value: '40 W' }],
      policy: { 'attempt-timeout': 60 },
    });
  });

  it('ANF-2-a ATD-4.1-e: names a skill, which is the type of the task that an agent gets', async () => {
    const { id } = await rows.rpc('start', { dag: { version: '1.0', node: [claimed('look', 'north')] } });
    const made = await rows.claim('north');
    expect(made).toMatchObject({ type: 'survey', from: 'coordinator', to: 'north', 'task-id': `${id}/look;g=1` });
    await rows.onTask(made.id, 'complete', { attempt: 1 });
    await rows.until(id, ({ state }) => state === 'completed');
  });

  it('ATD-4.1-f ATD-4.3-j: is negotiated when it is ready: agents judge by it, and one changes its words', async () => {
    const run = await rows.start({
      node: [{ name: 'deal', task: { skill: 'dig', content: 'dig ten metres', negotiate: true } }],
    });
    const { task: asked, output } = stepOf(run, 'deal');
    expect([run.state, output]).toEqual(['completed', { result: 'dig two metres' }]);
    const [first, second] = await Promise.all(
      (asked as readonly string[]).map((id) => rows.admin('GET', `${DATA}/yangent-tasks:tasks/task=${id}`)),
    );
    expect(first?.value['yangent-tasks:task'][0]).toMatchObject({
      to: 'unwilling',
      negotiation: [
        { round: 1, by: 'coordinator', type: 'FEASIBILITY', content: ['dig ten metres'] },
        { round: 2, by: 'unwilling', verdict: 'infeasible' },
      ],
    });
    expect(second?.value['yangent-tasks:task'][0]).toMatchObject({
      to: 'willing',
      state: 'completed',
      content: 'dig two metres',
    });
  });
});

describe('an edge', () => {
  it('ATD-4.1-g: holds its target back until its source has succeeded', async () => {
    const { id } = await rows.rpc('start', {
      dag: { version: '1.0', node: [claimed('one', 'north'), claimed('two', 'north')], edge: [edge('one', 'two')] },
    });
    const one = await rows.claim('north');
    expect(states(await rows.run(id))).toEqual({ one: 'executing' });
    expect(await rows.onTask(one.id, 'complete', { attempt: 1 })).toEqual({
      status: 200,
      value: { 'yangent-tasks:output': { state: 'completed' } },
    });
    expect(await rows.claim('north')).toMatchObject({ 'task-id': `${id}/two;g=1` });
    await rows.act(`${id}/cancel`);
    const failed = await rows.start({ node: [task('one', 'fail'), task('two')], edge: [edge('one', 'two')] });
    expect([failed.state, states(failed)]).toEqual(['failed', { one: 'failed', two: 'skipped' }]);
  });

  it('ATD-4.1-h: may have a condition on the result of its source', async () => {
    const run = await rows.start({
      node: [task('look', 'measure'), task('good'), task('bad')],
      edge: [
        edge('look', 'good', { condition: 'steps.look.output.level.dbm > -70' }),
        edge('look', 'bad', { condition: 'steps.look.output.level.dbm <= -70' }),
      ],
    });
    expect(states(run)).toEqual({ look: 'completed', good: 'completed', bad: 'skipped' });
  });

  it('ATD-4.1-i ATD-4.1-j: carries the output of its source, or the order only', async () => {
    const graph = (type: string) => ({
      node: [task('look', 'measure'), compute('tell', { dbm: 'steps.look.output.level.dbm' })],
      edge: [edge('look', 'tell', { type: `yangent-workflows:${type}` })],
    });
    expect(stepOf(await rows.start(graph('data')), 'tell').output).toEqual({ dbm: -61 });
    const refused = await rows.admin('POST', `${OPERATIONS}/yangent-workflows:start`, {
      'yangent-workflows:input': { dag: { version: '1.0', ...graph('control') } },
    });
    expect(refused).toMatchObject({
      status: 400,
      value: { 'ietf-restconf:errors': { error: [{ 'error-app-tag': 'dag-edge-missing' }] } },
    });
    const order = await rows.start({
      node: [task('look', 'measure'), task('after')],
      edge: [edge('look', 'after', { type: 'yangent-workflows:control' })],
    });
    expect(states(order)).toEqual({ look: 'completed', after: 'completed' });
  });
});

describe('the context of a run', () => {
  it('ATD-T-c ATD-4.2-a: has the states, the agents, the results so far, the limits, and the user with whose rights it acts', async () => {
    const { id } = await rows.rpc(
      'start',
      { dag: { version: '1.0', node: [task('look', 'measure'), signal('go')], edge: [edge('look', 'go')] } },
      rows.ann,
    );
    await rows.until(id, (run) => states(run).go === 'executing');
    const { value } = await rows.ask(rows.ann, 'GET', `${RUNS}=${id}`);
    expect(value['yangent-workflows:run'][0]).toMatchObject({
      initiator: 'ann',
      coordinator: 'coordinator',
      state: 'running',
      deadline: expect.any(String),
      step: [
        { node: 'go', state: 'yangent-workflows:executing' },
        {
          node: 'look',
          state: 'yangent-workflows:completed',
          agent: ['worker'],
          output: { level: { dbm: -61 } },
        },
      ],
    });
    await rows.act(`${id}/cancel`);
  });

  it('ATD-8-g: is that of its run only: another user does not see it, and no expression reads another run', async () => {
    const go = { version: '1.0', node: [signal('go'), task('use', 'do', given({ x: 'steps.go.output.x' }))] };
    const dag = { ...go, edge: [edge('go', 'use')] };
    const [one, two] = [await rows.rpc('start', { dag }, rows.ann), await rows.rpc('start', { dag })];
    await rows.act(`${one.id}/signal`, { name: 'go', data: { x: 1 } }, rows.ann);
    const done = await rows.until(one.id, ({ state }) => state === 'completed');
    expect(stepOf(done, 'use').input).toEqual({ x: 1 });
    await rows.until(two.id, (run) => states(run).go === 'executing');
    expect((await rows.ask(rows.ann, 'GET', `${RUNS}=${two.id}`)).status).toBe(404);
    expect((await rows.ask(rows.ann, 'GET', `${RUNS}=${one.id}`)).status).toBe(200);
    await rows.act(`${two.id}/cancel`);
  });
});

describe('a binding', () => {
  it('ATD-T-e ATD-4.2-c ATD-4.2-d: is one agent from the beginning, or the best that there is when the step begins', async () => {
    await rows.rig.node.edit({ 'yangent-agents:agents': { agent: [attached('old-welder', ['weld'])] } });
    const { id } = await rows.rpc('start', {
      dag: {
        version: '1.0',
        node: [task('fixed'), signal('go'), { name: 'late', task: { skill: 'weld' } }],
        edge: [edge('fixed', 'go'), edge('go', 'late')],
      },
    });
    await rows.until(id, (run) => states(run).fixed === 'completed');
    expect(stepOf(await rows.run(id), 'fixed').agent).toEqual(['worker']);
    await rows.admin('DELETE', `${DATA}/yangent-agents:agents/agent=old-welder`);
    await rows.rig.node.edit({ 'yangent-agents:agents': { agent: [attached('welder', ['weld'])] } });
    await rows.act(`${id}/signal`, { name: 'go' });
    const found = await rows.claim('welder');
    expect(stepOf(await rows.run(id), 'late').agent).toEqual(['welder']);
    await rows.onTask(found.id, 'complete', { attempt: 1 });
    await rows.until(id, ({ state }) => state === 'completed');
  });
});

describe('the coordinator', () => {
  it('ANF-2-c ANF-2-d ATD-T-f ATD-4.3-a ATD-4.3-i ATD-5-i: is an agent, and it alone begins what is due: executors end their tasks, and no client writes a state', async () => {
    const agent = await rows.admin('GET', `${DATA}/yangent-agents:agents/agent=coordinator`);
    expect(agent.value['yangent-agents:agent'][0]).toMatchObject({ id: 'coordinator', execution: { kind: 'hosted' } });
    const { id } = await rows.rpc('start', {
      dag: { version: '1.0', node: [claimed('one', 'north'), claimed('two', 'south')], edge: [edge('one', 'two')] },
    });
    const one = await rows.claim('north');
    expect(one).toMatchObject({ from: 'coordinator', to: 'north' });
    const step = { node: 'two', item: 0, generation: 1, state: 'yangent-workflows:completed' };
    const written = await rows.admin('PUT', `${RUNS}=${id}/step=two,0,1`, { 'yangent-workflows:step': [step] });
    expect(written).toMatchObject({ status: 405 });
    expect(states(await rows.run(id))).toEqual({ one: 'executing' });
    await rows.onTask(one.id, 'complete', { attempt: 1, artifact: [{ name: 'n', value: '7' }] });
    const two = await rows.claim('south');
    await rows.onTask(two.id, 'complete', { attempt: 1 });
    const run = await rows.until(id, ({ state }) => state === 'completed');
    expect([states(run), stepOf(run, 'one').output]).toEqual([{ one: 'completed', two: 'completed' }, { n: '7' }]);
  });
});
