/** Three nodes as processes: a run on one has steps on the others, which are killed while they work, as is the first. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { type ServeProcess, startServe } from '../support/serve.js';
import { until } from '../until.js';
import { stepOf, WorkflowRig } from '../workflows/rig.js';

const WORKER = fileURLToPath(new URL('remote-steps.mjs', import.meta.url));
const profile = (name: string) => ({ name, description: name, version: '1.0.0', provider: 'ACME' });

interface Place {
  readonly data: string;
  readonly effects: string;
  node: ServeProcess;
}

const places: Place[] = [];
let near: { readonly data: string; node: ServeProcess };

async function start(
  data: string,
  port: number | undefined,
  more: readonly string[] = [],
  env = {},
): Promise<ServeProcess> {
  const args = [...more, ...(port === undefined ? [] : ['--restconf', `127.0.0.1:${port}`])];
  return startServe({ data, args, env });
}

const portOf = ({ url }: ServeProcess) => Number(new URL(url).port);

async function edit(node: ServeProcess, document: object): Promise<void> {
  const admin = new Https(node);
  const answer = await admin.send('PATCH', '/restconf/data', {
    body: JSON.stringify({ 'ietf-restconf:data': document }),
  });
  admin.close();
  if (answer.status >= 300) throw new Error(answer.body);
}

beforeAll(async () => {
  for (const _ of [1, 2]) {
    const data = temporaryFolder();
    const effects = join(data, 'effects');
    writeFileSync(effects, '');
    const node = await start(data, undefined, ['--agent', WORKER], { EFFECTS: effects });
    await edit(node, {
      'yangent-access:access': { user: [{ name: 'near', password: '$0$near-near-near' }] },
      'yangent-agents:agents': { agent: [{ id: 'broker', owner: ['near'], profile: profile('broker') }] },
    });
    places.push({ data, effects, node });
  }
  const data = temporaryFolder();
  mkdirSync(join(data, 'secrets'), { recursive: true, mode: 0o700 });
  writeFileSync(join(data, 'secrets', 'far'), 'near-near-near', { mode: 0o600 });
  near = { data, node: await start(data, undefined) };
  await edit(near.node, {
    'yangent-agents:agents': {
      agent: places.map(({ node }, index) => ({
        ...{ id: `far${index}`, profile: { ...profile(`far${index}`), skills: { skill: [{ 'skill-name': 'slow' }] } } },
        execution: {
          ...{ kind: 'remote', target: `http://127.0.0.1:${portOf(node)}` },
          remote: { agent: 'worker', as: 'broker', user: 'near', credential: 'far' },
        },
      })),
    },
  });
});
afterAll(async () => {
  for (const { node } of [...places, near]) await node?.end('SIGTERM');
});

it('ends each step once, with its result, after the restart of the nodes that were killed', async () => {
  const step = (index: number) => ({
    ...{ name: `s${index}`, task: { skill: 'slow', agent: `far${index}` } },
    input: [{ name: 'site', value: `"site ${index}"` }],
  });
  const dag = { version: '1.0', node: [step(0), step(1)] };
  const { id } = await WorkflowRig.of(near.node).rpc('start', { dag });
  const [one, two] = places;
  if (!one || !two) throw new Error('two nodes are wanted');
  const notes = ({ effects }: Place) => readFileSync(effects, 'utf8').trim().split('\n').filter(Boolean);
  for (const place of [one, two])
    await until(
      async () => notes(place),
      (lines) => lines.includes('begun 1'),
    );
  await one.node.end('SIGKILL');
  const port = portOf(near.node);
  await near.node.end('SIGKILL');
  near.node = await start(near.data, port);
  one.node = await start(one.data, portOf(one.node), ['--agent', WORKER], { EFFECTS: one.effects });
  const run = await WorkflowRig.of(near.node).until(id, ({ state }) => state !== 'running', 60_000);
  expect(run.state).toBe('completed');
  expect([stepOf(run, 's0').output, stepOf(run, 's1').output]).toEqual([
    { result: { site: 'site 0' } },
    { result: { site: 'site 1' } },
  ]);
  expect(notes(one)).toEqual(['begun 1', 'begun 2', 'done 2']);
  expect(notes(two)).toEqual(['begun 1', 'done 1']);
  expect((stepOf(run, 's0').task as readonly string[]).length).toBe(1);
}, 100_000);
