/** Outputs that are too long for expressions are data parameters, which the agents of the steps that get them can read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorIn, Https } from '../support/http.js';
import { deskOf, edge, type Run, stepOf, WorkflowRig, worker } from './rig.js';

const LONG = 300_000;

let rig: WorkflowRig;
let users: Record<'ann' | 'bob' | 'cid', Https>;
beforeAll(async () => {
  const makes = worker('maker', {
    make: async () => ({ artifacts: [{ name: 'result', data: { text: 'x'.repeat(LONG), few: 1 } }] }),
    forge: async ({ input }) => ({ artifacts: [{ name: 'result', data: { ...Object(input) } }] }),
  });
  rig = await WorkflowRig.start({ agents: [makes, worker('near'), worker('far')] });
  const user = (name: string) => ({ name, password: `$0$${name}-${name}-${name}` });
  await rig.rig.node.edit({
    'yangent-access:access': { user: ['ann', 'bob', 'cid'].map(user) },
    'yangent-agents:agents': {
      agent: [
        { id: 'near', owner: ['bob'], visibility: 'public' },
        { id: 'far', owner: ['cid'], visibility: 'public' },
        deskOf('ann'),
      ],
    },
  });
  const login = (name: string) => new Https(rig.rig, name, `${name}-${name}-${name}`);
  users = { ann: login('ann'), bob: login('bob'), cid: login('cid') };
});
afterAll(async () => {
  for (const each of Object.values(users)) each.close();
  await rig.stop();
});

const given = (input: Readonly<Record<string, string>>) => ({
  input: Object.entries(input).map(([name, value]) => ({ name, value })),
});
const make = { name: 'make', task: { skill: 'make', agent: 'maker' } };
const gets = (agent: string, value = 'steps.make.output') => ({
  name: agent,
  task: { skill: 'do', agent },
  ...given({ got: value }),
});
const chain = (node: object, more: object = {}) => ({
  version: '1.0',
  node: [make, node],
  edge: [edge('make', (node as { readonly name: string }).name, more)],
});
const gotBy = (run: Run, node: string) =>
  (stepOf(run, node).output as { readonly result: { readonly got: unknown } }).result.got;
const read = (by: Https, id: string) => by.send('GET', `/restconf/data/yangent-contexts:data/param=${id}`);

describe('a long output', () => {
  it('is given to the next agent as a data parameter that its owner can read, and no other', async () => {
    const run = await rig.start(chain(gets('near')), {}, users.ann);
    expect(run.state).toBe('completed');
    const got = gotBy(run, 'near') as Readonly<Record<string, string>>;
    const { 'data-param': id = '', digest } = got;
    expect(got).toEqual({ 'data-param': expect.stringContaining(run.id), digest: expect.stringMatching(/^sha-256:/) });
    const answer = await read(users.bob, id);
    expect(answer.status).toBe(200);
    const [param] = JSON.parse(answer.body)['yangent-contexts:param'];
    expect(param).toMatchObject({ id, owner: 'coordinator', 'media-type': 'application/json', digest });
    const { body: bytes } = await users.bob.send('GET', `/data/${id}`);
    expect(JSON.parse(bytes)).toEqual({ result: { text: 'x'.repeat(LONG), few: 1 } });
    expect((await read(users.cid, id)).status).toBe(404);
    const [of] = stepOf(run, 'near').task as readonly string[];
    const { body } = await users.ann.send('GET', `/restconf/data/yangent-tasks:tasks/task=${of}`);
    expect(JSON.parse(body)['yangent-tasks:task'][0]['data-param']).toEqual([id]);
  });

  it('is seen by the short part of it that an edge shares', async () => {
    const run = await rig.start(
      chain(gets('far', 'steps.make.output.result.few'), { share: ['/result/few'] }),
      {},
      users.ann,
    );
    expect(gotBy(run, 'far')).toBe(1);
  });

  it('is not given away by a reference that an agent made up', async () => {
    const first = await rig.start(chain(gets('near')), {}, users.ann);
    const of = gotBy(first, 'near');
    const forge = {
      name: 'make',
      task: { skill: 'forge', agent: 'maker' },
      ...given({ made: JSON.stringify(of).replaceAll('"', "'") }),
    };
    const run = await rig.start(
      {
        ...chain(gets('far', 'steps.make.output.result.made')),
        node: [forge, gets('far', 'steps.make.output.result.made')],
      },
      {},
      users.ann,
    );
    expect([run.state, gotBy(run, 'far')]).toEqual(['completed', of]);
    const refused = await read(users.cid, (of as { readonly 'data-param': string })['data-param']);
    expect([refused.status, errorIn(refused)['error-tag']]).toEqual([404, 'invalid-value']);
  });
});

describe('a long output that passes the boundary of a run', () => {
  const calls = (name: string, definition: string, more: object = {}) => ({
    name,
    type: 'yangent-workflows:workflow',
    workflow: { definition },
    ...more,
  });
  const output = (value: string) => ({ output: [{ name: 'x', value }] });
  const define = (name: string, nodes: readonly object[], value: string) =>
    rig.define(name, { node: nodes, ...output(value) });
  const started = (dag: object, more: object = {}) => rig.start(dag, more, users.ann);
  const of = (reference: unknown) => (reference as { readonly 'data-param': string })['data-param'];
  const statuses = async (reference: unknown) =>
    Promise.all([users.bob, users.cid].map(async (by) => (await read(by, of(reference))).status));
  beforeAll(async () => {
    await define('makes', [make], 'steps.make.output');
    await define('gets', [gets('near', 'input.x')], 'steps.near.output.result.got');
    await define('above', [calls('below', 'gets', given({ x: 'input.x' }))], 'steps.below.output.x');
  });

  it.each(['gets', 'above'])('can be read by the agents of a run below (%s)', async (definition) => {
    const { output: found } = await started(
      { ...chain(calls('sub', definition, given({ x: 'steps.make.output' }))), ...output('steps.sub.output.x') },
      {},
    );
    expect(await statuses(found?.x)).toEqual([200, 404]);
  });

  it('can be read by the agent of the step after a run below', async () => {
    const node = [calls('sub', 'makes'), gets('near', 'steps.sub.output.x')];
    const run = await started({ node, edge: [edge('sub', 'near')] });
    expect(await statuses(gotBy(run, 'near'))).toEqual([200, 404]);
  });

  it('can be read by agents of each run of a list, and after them', async () => {
    const each = { ...given({ x: 'steps.make.output' }), 'for-each': { items: '[1, 2]' } };
    const last = gets('far', 'steps.sub.output');
    const run = await started({
      node: [make, calls('sub', 'gets', each), last],
      edge: [edge('make', 'sub'), edge('sub', 'far')],
    });
    expect(run.state).toBe('completed');
    const got = gotBy(run, 'far') as readonly { readonly x: unknown }[];
    expect(await Promise.all(got.map(({ x }) => statuses(x)))).toEqual([
      [200, 200],
      [200, 200],
    ]);
  });

  it('is not given away by a reference that a caller made up, or the agent of a run below', async () => {
    const first = await started(chain(gets('near')));
    const reference = gotBy(first, 'near');
    const text = JSON.stringify(reference).replaceAll('"', "'");
    const forge = { name: 'forge', task: { skill: 'forge', agent: 'maker' }, ...given({ made: text }) };
    await define('forges', [forge], 'steps.forge.output.result.made');
    await define('far', [gets('far', 'input.x')], 'steps.far.output.result.got');
    const node = [calls('sub', 'forges'), gets('far', 'steps.sub.output.x')];
    const after = await started({ node, edge: [edge('sub', 'far')] });
    const below = await started({ node: [calls('sub', 'far', given({ x: 'input.x' }))] }, { input: { x: reference } });
    expect([after.state, gotBy(after, 'far'), below.state]).toEqual(['completed', reference, 'completed']);
    expect(await statuses(reference)).toEqual([200, 404]);
  });
});
