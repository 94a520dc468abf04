/** A workflow of oss.example has parts that the coordinator of core.example runs: nodes that name each other's domains. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentEntry } from '../tasks/fixture.js';
import { until } from '../until.js';
import { stepOf, WorkflowClient } from '../workflows/rig.js';
import { DomainsRig } from './domains-rig.js';

const LONG = 300_000;

let rig: DomainsRig;
let here: WorkflowClient;
let there: WorkflowClient;
beforeAll(async () => {
  rig = await DomainsRig.start();
  [here, there] = [new WorkflowClient(rig.client('oss').https), new WorkflowClient(rig.client('core').https)];
  await rig.core.node.edit({ 'yangent-agents:agents': { agent: [agentEntry('hand', ['bob'])] } });
});
afterAll(() => rig?.stop());

const elsewhere = (definition: string, input: Readonly<Record<string, string>> = {}) => ({
  ...{ name: 'there', type: 'yangent-workflows:workflow' },
  workflow: { definition, agent: 'coordinator@core.example' },
  input: Object.entries(input).map(([name, value]) => ({ name, value })),
});
const runsThere = async () => (await there.rpc('list-runs', {})).run ?? [];
/** Claims what waits for the agent of bob on core.example. */
async function claimed() {
  const bob = rig.client('core', 'bob');
  const [task] = (await bob.output('yangent-tasks:claim-next', { agent: 'hand', wait: 20 })).task;
  const act = (name: string, input: object) =>
    bob.https.send('POST', `/restconf/data/yangent-tasks:tasks/task=${task.id}/${name}`, {
      body: JSON.stringify({ 'yangent-tasks:input': { attempt: 1, ...input } }),
    });
  return { task, act, bob };
}

describe('a node of type workflow whose agent is coordinator@DOMAIN', () => {
  it('ATD-5-z: is a run of the peer, with its result here, and counts in the progress as far as it is', async () => {
    await here.define('diagnosis', {
      node: [
        { name: 'first', task: { skill: 'diagnose-link' }, input: [{ name: 'link', value: 'input.link' }] },
        { name: 'hold', type: 'yangent-workflows:wait', wait: { signal: { name: 'go' } } },
      ],
      edge: [{ from: 'first', to: 'hold' }],
      output: [{ name: 'cause', value: 'steps.first.output.report.cause' }],
    });
    const held = { name: 'after', type: 'yangent-workflows:none' };
    const { id } = await here.rpc('start', {
      dag: {
        version: '1.0',
        node: [elsewhere('diagnosis', { link: '"north-1"' }), held],
        edge: [{ from: 'there', to: 'after' }],
      },
    });
    const first = await claimed();
    expect(first.task).toMatchObject({ from: 'coordinator', input: { link: 'north-1' } });
    await first.act('complete', { artifact: [{ name: 'report', data: { cause: 'no light' } }] });
    const half = await here.until(id, ({ progress }) => Object(progress).percent === 25, 30_000);
    expect(half.state).toBe('running');
    const [run] = await runsThere();
    expect(run).toMatchObject({ state: 'running', initiator: 'oss-node', coordinator: 'coordinator' });
    await there.act(`${run.id}/signal`, { name: 'go' });
    const done = await here.until(id, ({ state }) => state !== 'running', 30_000);
    expect([done.state, stepOf(done, 'there').output]).toEqual(['completed', { cause: 'no light' }]);
    expect(done.progress).toMatchObject({ percent: 100 });
    expect((await runsThere()).map(({ state }: { state: string }) => state)).toEqual(['completed']);
  }, 60_000);

  it('counts a run of this node in the progress as well', async () => {
    await here.define('half', {
      node: [
        { name: 'one', type: 'yangent-workflows:none' },
        { name: 'hold', type: 'yangent-workflows:wait', wait: { signal: { name: 'go' } } },
      ],
      edge: [{ from: 'one', to: 'hold' }],
    });
    const sub = { name: 'sub', type: 'yangent-workflows:workflow', workflow: { definition: 'half' } };
    const { id } = await here.rpc('start', { dag: { version: '1.0', node: [sub] } });
    const { progress } = await here.until(id, (run) => Object(run.progress).percent === 50);
    expect(progress).toMatchObject({ 'critical-path': ['sub'] });
    await here.act(`${id}/cancel`, { reason: 'enough' });
  });
});

describe('a step of an agent of the peer', () => {
  it('ATD-7-g ATD-4.2-b: has the context of its run there, where the agent reads it', async () => {
    const context = ['graph', 'results', 'checkpoints'];
    const { id } = await here.rpc('start', {
      dag: {
        version: '1.0',
        node: [
          { name: 'find', type: 'yangent-workflows:none', output: [{ name: 'link', value: '"north-1"' }] },
          { name: 'mend', task: { skill: 'diagnose-link', agent: 'hand@core.example', context } },
        ],
        edge: [{ from: 'find', to: 'mend' }],
      },
    });
    const { task, act, bob } = await claimed();
    const [item] = task.context;
    const answer = await bob.https.send(
      'GET',
      `/restconf/data/yangent-contexts:contexts/item=${encodeURIComponent(item)}`,
    );
    const [told] = JSON.parse(answer.body)['yangent-contexts:item'];
    expect(told).toMatchObject({ from: 'coordinator@oss.example', to: 'hand', encoding: 'json' });
    const { uri } = await here.run(id);
    expect(JSON.parse(told.content)['yangent-workflows:dag-message']).toMatchObject({
      ...{ dag: uri, checkpoint: '1' },
      context: {
        run: { id, state: 'running' },
        graph: { node: [{ name: 'find' }, { name: 'mend' }] },
        step: [{ node: 'mend' }, { node: 'find', output: { link: 'north-1' } }],
      },
    });
    await act('complete', {});
    await here.until(id, ({ state }) => state === 'completed', 30_000);
  }, 60_000);
});

describe('long values between the nodes', () => {
  it('come with the task as data, which the agents there and here can read', async () => {
    await rig.oss.node.edit({ 'yangent-agents:agents': { agent: [agentEntry('reader', ['ann'])] } });
    await here.define('relay', {
      node: [
        { name: 'use', task: { skill: 'diagnose-link' }, input: [{ name: 'got', value: 'input.text' }] },
        { name: 'make', task: { skill: 'diagnose-link' } },
      ],
      edge: [{ from: 'use', to: 'make', type: 'yangent-workflows:control' }],
      output: [
        { name: 'back', value: 'input.text' },
        { name: 'made', value: 'steps.make.output' },
      ],
    });
    const text = 'x'.repeat(LONG);
    const { id } = await here.rpc('start', {
      dag: {
        version: '1.0',
        node: [
          { name: 'write', task: { skill: 'diagnose-link', agent: 'reader' } },
          elsewhere('relay', { text: 'steps.write.output' }),
          {
            ...{ name: 'read', task: { skill: 'diagnose-link', agent: 'reader' } },
            input: [
              { name: 'made', value: 'steps.there.output.made' },
              { name: 'back', value: 'steps.there.output.back' },
            ],
          },
        ],
        edge: [
          { from: 'write', to: 'there' },
          { from: 'there', to: 'read' },
        ],
      },
    });
    const ann = rig.client('oss', 'ann');
    const [write] = (await ann.output('yangent-tasks:claim-next', { agent: 'reader', wait: 20 })).task;
    const made = (data: object) => ({ artifact: [{ name: 'result', data }] });
    await ann.https.send('POST', `/restconf/data/yangent-tasks:tasks/task=${write.id}/complete`, {
      body: JSON.stringify({ 'yangent-tasks:input': { attempt: 1, ...made({ text }) } }),
    });
    const use = await claimed();
    const { got } = use.task.input;
    expect(got).toEqual({ 'data-param': use.task['data-param'][0], digest: expect.stringMatching(/^sha-256:/) });
    const { body } = await use.bob.https.send('GET', `/data/${got['data-param']}`);
    expect(JSON.parse(body)).toEqual({ result: { text } });
    await use.act('complete', {});
    const make = await claimed();
    await make.act('complete', made({ text: 'y'.repeat(LONG) }));
    const [read] = (await ann.output('yangent-tasks:claim-next', { agent: 'reader', wait: 20 })).task;
    const bytesOf = async (name: string) => {
      const { 'data-param': param } = read.input[name];
      expect(read['data-param']).toContain(param);
      return JSON.parse((await ann.https.send('GET', `/data/${param}`)).body);
    };
    expect(await bytesOf('made')).toEqual({ result: { text: 'y'.repeat(LONG) } });
    expect(await bytesOf('back')).toEqual({ result: { text } });
    await ann.https.send('POST', `/restconf/data/yangent-tasks:tasks/task=${read.id}/complete`, {
      body: JSON.stringify({ 'yangent-tasks:input': { attempt: 1 } }),
    });
    await until(
      () => here.run(id),
      ({ state }) => state === 'completed',
    );
  }, 90_000);
});
