/** Steps that get the long outputs of many others, and the answer about their run. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Https } from '../support/http.js';
import { edge, type Run, stepOf, task, WorkflowRig, worker } from './rig.js';

const NUMBER = 110;
const TEXT = 'x'.repeat(300_000);

let rig: WorkflowRig;
let bob: Https;
let run: Run;
beforeAll(async () => {
  const make = async ({ input }: { readonly input?: unknown }) => ({
    artifacts: [{ name: 'result', data: { text: TEXT, ...Object(input) } }],
  });
  rig = await WorkflowRig.start({ agents: [worker('maker', { make }), worker('near')] });
  await rig.rig.node.edit({
    'yangent-access:access': { user: [{ name: 'bob', password: '$0$bob-bob-bob' }] },
    'yangent-agents:agents': { agent: [{ id: 'near', owner: ['bob'], visibility: 'public' }] },
  });
  bob = new Https(rig.rig, 'bob', 'bob-bob-bob');
  const names = Array.from({ length: NUMBER }, (_, index) => `m${index}`);
  const input = names.map((name) => ({ name, value: `steps.${name}.output` }));
  const node = names.map((name) =>
    task(name, 'make', { task: { agent: 'maker' }, input: [{ name: 'n', value: JSON.stringify(name) }] }),
  );
  run = await rig.start(
    {
      node: [...node, task('near', 'do', { task: { agent: 'near' }, input })],
      edge: names.map((name) => edge(name, 'near')),
    },
    { wait: 60 },
  );
}, 60_000);
afterAll(async () => {
  bob.close();
  await rig.stop();
});

it('all of them can be read by the agent of the step', async () => {
  expect(run.state).toBe('completed');
  const got = Object.values(Object(stepOf(run, 'near').output).result) as { readonly 'data-param': string }[];
  const answers = await Promise.all(
    got.map((each) => bob.send('GET', `/restconf/data/yangent-contexts:data/param=${each['data-param']}?fields=id`)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: NUMBER }, () => 200));
});

it('the answer about the run names them, and a step that is read alone has the whole', async () => {
  const { output } = stepOf(run, 'm7');
  expect(output).toEqual({ 'data-param': expect.stringContaining(run.id), digest: expect.stringMatching(/^sha-256:/) });
  const { body } = await rig.admin.send(
    'GET',
    `/restconf/data/yangent-workflows:workflows/run=${run.id}/step=m7,0,1/output`,
  );
  expect(JSON.parse(body)['yangent-workflows:output']).toEqual({ result: { text: TEXT, n: 'm7' } });
});
