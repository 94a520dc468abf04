/** The context of a run as its agents get it: together with a task, and when they ask at their endpoint. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Https } from '../support/http.js';
import { RawNetconf } from '../support/raw-netconf.js';
import { deskOf, edge, stepOf, stepsOf, task, WorkflowRig, worker } from '../workflows/rig.js';
import { attached, DATA, OPERATIONS } from './workflows-rig.js';

const PASSWORD = 'long enough';
const TYPE = 'application/vnd.ietf.agent-task-dag+json';

let rig: WorkflowRig;
let crew: Https;
let ann: Https;
beforeAll(async () => {
  const recalls = worker('recaller', {
    recall: async (_, run) => ({ artifacts: [{ name: 'context', data: { items: await run.context() } }] }),
    make: async () => ({ artifacts: [{ name: 'result', data: { text: 'x'.repeat(300_000) } }] }),
  });
  rig = await WorkflowRig.start({ agents: [worker(), recalls] });
  await rig.rig.node.edit({
    'yangent-access:access': { user: ['crew', 'ann'].map((name) => ({ name, password: `$0$${PASSWORD}` })) },
    'yangent-agents:agents': { agent: [attached('north', ['look']), attached('south', ['look']), deskOf('ann')] },
  });
  crew = new Https(rig.rig, 'crew', PASSWORD);
  ann = new Https(rig.rig, 'ann', PASSWORD);
});
afterAll(async () => {
  for (const each of [crew, ann]) each.close();
  await rig.stop();
});

const given = (input: Readonly<Record<string, string>>) => ({
  input: Object.entries(input).map(([name, value]) => ({ name, value })),
});
/** Two steps before the one that asks: one shares a part of its output, the other nothing. */
const graphFor = (use: object) => ({
  node: [
    task('survey', 'do', given({ a: '"x"', b: '"not shared"' })),
    task('pin', 'do', given({ pin: '"0000"' })),
    { name: 'use', retry: { 'max-attempts': 1 }, ...use },
    { name: 'later', task: { skill: 'look', agent: 'south' } },
  ],
  edge: [
    edge('survey', 'use', { share: ['/result/a'] }),
    edge('pin', 'use', { type: 'yangent-workflows:control' }),
    edge('use', 'later'),
  ],
});
const started = async (use: object): Promise<string> =>
  (await rig.rpc('start', { dag: { version: '1.0', ...graphFor(use) }, input: { word: 'of the run' } })).id;

async function claimed(agent: string) {
  const { body } = await crew.send('POST', `${OPERATIONS}/yangent-tasks:claim-next`, {
    body: JSON.stringify({ 'yangent-tasks:input': { agent, wait: 10 } }),
  });
  return JSON.parse(body)['yangent-tasks:output'].task[0];
}
const itemOf = (id: string, by: Https) => by.send('GET', `${DATA}/yangent-contexts:contexts/item=${id}`);
const failed = { attempt: 1, code: 'no-access', message: 'enough' };
const end = (id: string) =>
  crew.send('POST', `${DATA}/yangent-tasks:tasks/task=${id}/fail`, {
    body: JSON.stringify({ 'yangent-tasks:input': failed }),
  });

describe('a step that asks for the context of its run', () => {
  const asks = (...context: readonly string[]) => ({ task: { skill: 'look', agent: 'north', context } });

  it('ATD-7-g ATD-4.2-b: has its agent get it with the task: the graph, the states, the checkpoint and what edges share', async () => {
    const id = await started(asks('graph', 'results', 'checkpoints'));
    const got = await claimed('north');
    expect(got.context).toEqual([`${got.id}-context`]);
    const answer = await itemOf(got.context[0], crew);
    const [item] = JSON.parse(answer.body)['yangent-contexts:item'];
    expect(item).toMatchObject({
      from: 'coordinator',
      to: 'north',
      type: 'task',
      encoding: 'json',
      'media-type': TYPE,
    });
    expect(item.content).not.toMatch(/not shared|0000|of the run|initiator/);
    const { 'yangent-workflows:dag-message': message } = JSON.parse(item.content);
    const { uri } = await rig.run(id);
    expect(message).toMatchObject({ dag: uri, checkpoint: '1', at: expect.any(String) });
    expect(message.node).toBe(`${String(uri).replace('agent-dag:', 'agent-task:')}/use;g=1`);
    const { run, graph, step } = message.context;
    expect(run).toMatchObject({
      id,
      uri,
      state: 'running',
      coordinator: 'coordinator',
      'state-hash': expect.any(String),
    });
    expect(graph.node.map(({ name }: { name: string }) => name).toSorted()).toEqual(['survey', 'use']);
    expect(graph.edge).toMatchObject([{ from: 'survey', to: 'use' }]);
    expect(step).toEqual([
      { node: 'use', item: 0, generation: 1, state: 'yangent-workflows:ready' },
      {
        ...{ node: 'survey', item: 0, generation: 1, state: 'yangent-workflows:completed' },
        output: { result: { a: 'x' } },
      },
    ]);
    expect((await itemOf(got.context[0], ann)).status).toBe(404);
    await end(got.id);
  });

  it('has it go to the next agent with the task', async () => {
    const id = await started({ task: { skill: 'look', context: ['results'] } });
    const placed = await rig.until(id, (run) =>
      stepsOf(run).some(({ node, agent }) => node === 'use' && agent !== undefined),
    );
    const [to = ''] = stepOf(placed, 'use').agent as readonly string[];
    const other = to === 'north' ? 'south' : 'north';
    const first = await claimed(to);
    await crew.send('POST', `${DATA}/yangent-tasks:tasks/task=${first.id}/fail`, {
      body: JSON.stringify({ 'yangent-tasks:input': { ...failed, code: 'overloaded' } }),
    });
    const next = await claimed(other);
    expect([next.id, next.context]).toEqual([first.id, [`${first.id}-context`]]);
    const [item] = JSON.parse((await itemOf(next.context[0], crew)).body)['yangent-contexts:item'];
    expect(item).toMatchObject({ from: 'coordinator', to: other });
    expect(item.content).toContain('"a":"x"');
    await crew.send('POST', `${DATA}/yangent-tasks:tasks/task=${next.id}/fail`, {
      body: JSON.stringify({ 'yangent-tasks:input': { ...failed, attempt: 2 } }),
    });
  });

  it('has it in parts, and not at all where it does not ask', async () => {
    await started(asks('state'));
    const some = await claimed('north');
    const [item] = JSON.parse((await itemOf(some.context[0], crew)).body)['yangent-contexts:item'];
    const { 'yangent-workflows:dag-message': message } = JSON.parse(item.content);
    expect(Object.keys(message.context).toSorted()).toEqual(['run', 'step']);
    expect(message).not.toHaveProperty('checkpoint');
    expect(item.content).not.toContain('"x"');
    await end(some.id);
    await started(asks());
    const none = await claimed('north');
    expect(none).not.toHaveProperty('context');
    expect((await itemOf(`${none.id}-context`, crew)).status).toBe(404);
    await end(none.id);
  });

  it('gives it to an agent inside the node as run.context, with long outputs as data that the agent can read', async () => {
    const run = await rig.start({
      node: [
        { name: 'make', task: { skill: 'make', agent: 'recaller' } },
        { name: 'use', task: { skill: 'recall', agent: 'recaller', context: ['results'] } },
      ],
      edge: [edge('make', 'use')],
    });
    const { context } = stepOf(run, 'use').output as { context: { items: readonly Record<string, unknown>[] } };
    const [item] = context.items as readonly [{ data: Record<string, { context: { step: readonly object[] } }> }];
    expect(context.items).toMatchObject([{ from: 'coordinator', type: 'task', mediaType: TYPE }]);
    const [, made] = item.data['yangent-workflows:dag-message']?.context.step ?? [];
    const { output } = made as { readonly output: Readonly<Record<string, string>> };
    expect(output).toEqual({
      'data-param': expect.stringContaining(run.id),
      digest: expect.stringMatching(/^sha-256:/),
    });
    const { body } = await rig.admin.send('GET', `${DATA}/yangent-contexts:contexts/item`);
    expect(body).toContain(String(output['data-param']));
  });

  it('fails where the edges share more than one context may have', async () => {
    const many = Array.from({ length: 6 }, (_, index) => `make${index}`);
    const node = [
      ...many.map((name) => task(name, 'do', given({ text: 'input.text' }))),
      { name: 'use', task: { skill: 'recall', agent: 'recaller', context: ['results'] } },
    ];
    const dag = { node, edge: many.map((name) => edge(name, 'use')) };
    const run = await rig.start(dag, { input: { text: 'x'.repeat(200_000) } });
    expect(run.state).toBe('failed');
    expect(stepOf(run, 'use').error).toMatchObject({
      code: 'too-big',
      message: expect.stringContaining('let the edges share less'),
    });
  });

  it('is refused where a sharing policy lets nothing pass', async () => {
    const policy = { name: 'closed', to: ['recaller'], action: 'deny' };
    const set = (method: string) =>
      rig.admin.send(method, `${DATA}/yangent-contexts:sharing-policy=closed`, {
        ...(method === 'PUT' ? { body: JSON.stringify({ 'yangent-contexts:sharing-policy': [policy] }) } : {}),
      });
    expect((await set('PUT')).status).toBe(201);
    const run = await rig.start({
      node: [{ name: 'use', task: { skill: 'recall', agent: 'recaller', context: ['graph'] } }],
    });
    await set('DELETE');
    expect([run.state, stepOf(run, 'use').error]).toEqual([
      'failed',
      expect.objectContaining({ code: 'access-denied' }),
    ]);
  });
});

describe('the context at the endpoint of an agent', () => {
  const ENDPOINT = '/agents/north/restconf/operations/yangent-workflows:context';
  const ask = (input: object, by = crew, path = ENDPOINT) =>
    by.send('POST', path, { body: JSON.stringify({ 'yangent-workflows:input': input }) });

  it('ATD-7-h: is of its own steps, over RESTCONF and NETCONF', async () => {
    const run = await started({ task: { skill: 'look', agent: 'north' } });
    const got = await claimed('north');
    const answer = await ask({ run, element: ['state', 'results'] });
    expect(answer.status).toBe(200);
    const { 'yangent-workflows:output': output } = JSON.parse(answer.body);
    expect(output.step).toMatchObject([
      { node: 'use', state: 'yangent-workflows:executing', agent: ['north'] },
      { node: 'survey', state: 'yangent-workflows:completed', output: { result: { a: 'x' } } },
    ]);
    expect(answer.body).not.toMatch(/not shared|0000|of the run|"initiator"/);
    const session = await RawNetconf.open(rig.rig, '1.1', { user: 'crew%north', password: PASSWORD });
    const reply = await session.ask(
      `<context xmlns="urn:yangent:params:xml:ns:yang:yangent-workflows"><run>${run}</run><element>graph</element></context>`,
    );
    session.close();
    expect(reply).toContain('<name>survey</name>');
    expect(reply).not.toMatch(/<name>(pin|later)<\/name>|0000/);
    await end(got.id);
  });

  it('is of no other agent, and of no run in which the agent has no part', async () => {
    const run = await started({ task: { skill: 'look', agent: 'north' } });
    const got = await claimed('north');
    const other = await ask({ run, agent: 'south' });
    expect([other.status, other.body]).toEqual([
      400,
      expect.stringContaining('this is the endpoint of agent \\"north\\"'),
    ]);
    expect((await ask({ run }, crew, ENDPOINT.replace('north', 'south'))).status).toBe(409);
    expect((await ask({ run: 'none' })).status).toBe(409);
    expect((await ask({ run }, ann)).status).toBeGreaterThanOrEqual(400);
    await end(got.id);
  });

  it('is all of the module that the endpoint has', async () => {
    const operations = await crew.send('GET', '/agents/north/restconf/operations');
    const named = Object.keys(JSON.parse(operations.body)['ietf-restconf:operations']);
    expect(named.filter((name) => name.startsWith('yangent-workflows:'))).toEqual(['yangent-workflows:context']);
    expect((await crew.send('GET', '/agents/north/restconf/data/yangent-workflows:workflows')).status).toBe(404);
    const start = await ask({ definition: 'x' }, crew, ENDPOINT.replace(':context', ':start'));
    expect(start.status).toBe(404);
  });
});
