/**
 * A node and three others, each of a domain of its own, as processes: a run has three sub-workflows, one on each of the others, which
 * get their graphs as documents. One of them is killed meanwhile.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { type ServeProcess, startServe } from '../support/serve.js';
import { until } from '../until.js';
import { type Run, stepOf, type WorkflowClient, WorkflowRig } from '../workflows/rig.js';

const WORKER = fileURLToPath(new URL('remote-steps.mjs', import.meta.url));
const TYPE = 'application/vnd.ietf.agent-task-dag+json';
const skills = (...names: readonly string[]) => ({ skill: names.map((name) => ({ 'skill-name': name })) });
const profile = (name: string) => ({ name, description: name, version: '1.0.0', provider: 'ACME' });

interface Place {
  readonly data: string;
  readonly effects: string;
  node: ServeProcess;
}

const places: Place[] = [];
let near: ServeProcess;
let home: WorkflowClient;

async function startPlace(data: string, effects: string, port?: number): Promise<ServeProcess> {
  const args = ['--adapter', 'dag', '--agent', WORKER];
  if (port !== undefined) args.push('--restconf', `127.0.0.1:${port}`);
  return startServe({ data, args, env: { EFFECTS: effects } });
}

const portOf = ({ url }: ServeProcess) => Number(new URL(url).port);

async function send(node: ServeProcess, method: string, path: string, document?: object, headers = {}) {
  const admin = new Https(node);
  const type = path.startsWith('/dag') ? TYPE : undefined;
  const answer = await admin.send(method, path, {
    ...(document ? { body: JSON.stringify(document) } : {}),
    ...(type === undefined ? {} : { type, accept: type }),
    ...headers,
  });
  admin.close();
  return answer;
}

async function edit(node: ServeProcess, document: object): Promise<void> {
  const answer = await send(node, 'PATCH', '/restconf/data', { 'ietf-restconf:data': document });
  if (answer.status >= 300) throw new Error(answer.body);
}

const notes = ({ effects }: Place) => readFileSync(effects, 'utf8').trim().split('\n').filter(Boolean);

/** Runs on a place. */
async function runsAt({ node }: Place): Promise<readonly Run[]> {
  return (await WorkflowRig.of(node).rpc('list-runs', {})).run ?? [];
}

function place(index: number): Place {
  const found = places[index];
  if (!found) throw new Error(`there is no place ${index}`);
  return found;
}

beforeAll(async () => {
  for (const index of [0, 1, 2]) {
    const data = temporaryFolder();
    const effects = join(data, 'effects');
    writeFileSync(effects, '');
    const node = await startPlace(data, effects);
    await edit(node, {
      'yangent-access:access': { user: [{ name: 'near', password: '$0$near-near-near' }] },
      'yangent-agents:agents': { agent: [{ id: 'broker', owner: ['near'], profile: profile('broker') }] },
      'yangent-workflows:workflows': { pool: [{ name: 'hands', slots: index + 1 }] },
    });
    places.push({ data, effects, node });
  }
  const data = temporaryFolder();
  mkdirSync(join(data, 'secrets'), { recursive: true, mode: 0o700 });
  writeFileSync(join(data, 'secrets', 'far'), 'near-near-near', { mode: 0o600 });
  near = await startServe({ data, args: ['--adapter', 'dag'], env: {} });
  await edit(near, {
    'yangent-agents:agents': {
      agent: places.map(({ node }, index) => ({
        ...{
          id: `far${index}`,
          profile: { ...profile(`far${index}`), skills: skills('agent-task-dag', 'agent-task-dag-rollback', 'slow') },
        },
        execution: {
          ...{ kind: 'remote', target: `http://127.0.0.1:${portOf(node)}` },
          remote: { agent: 'coordinator', as: 'broker', user: 'near', credential: 'far' },
        },
      })),
    },
  });
  home = WorkflowRig.of(near);
  await home.define('survey', {
    node: [{ name: 'look', task: { skill: 'slow' }, input: [{ name: 'site', value: 'input.site' }] }],
    output: [{ name: 'seen', value: 'steps.look.output.result.site' }],
  });
});
afterAll(async () => {
  home?.admin.close();
  for (const node of [...places.map((each) => each.node), near]) await node?.end('SIGTERM');
});

const sub = (index: number) => ({
  ...{ name: `d${index}`, type: 'yangent-workflows:workflow' },
  workflow: { definition: 'survey', agent: `far${index}` },
  input: [{ name: 'site', value: `"site ${index}"` }],
});

it('ATD-5-z: a run has one sub-workflow in each of three domains, once and with its result, though a node was killed', async () => {
  const { id } = await home.rpc('start', { dag: { version: '1.0', node: [0, 1, 2].map(sub) } });
  for (const each of places)
    await until(
      async () => notes(each),
      (lines) => lines.includes('begun 1'),
    );
  const killed = place(0);
  const port = portOf(killed.node);
  await killed.node.end('SIGKILL');
  killed.node = await startPlace(killed.data, killed.effects, port);
  const run = await home.until(id, ({ state }) => state !== 'running', 90_000);
  expect([run.state, run['state-reason']]).toEqual(['completed', undefined]);
  const survey = await send(near, 'GET', '/restconf/data/yangent-workflows:workflows/definition=survey');
  const [{ revision }] = JSON.parse(survey.body)['yangent-workflows:definition'];
  for (const [index, each] of places.entries()) {
    expect(stepOf(run, `d${index}`).output).toEqual({ seen: `site ${index}` });
    const runs = await runsAt(each);
    expect(runs.map(({ state, digest, initiator }) => ({ state, digest, initiator }))).toEqual([
      { state: 'completed', digest: revision[0].digest, initiator: 'near' },
    ]);
  }
  expect(notes(killed).filter((line) => line.startsWith('done'))).toHaveLength(1);
}, 120_000);

it('cancels the sub-workflow elsewhere with the run', async () => {
  const { id } = await home.rpc('start', { dag: { version: '1.0', node: [sub(1)] } });
  const other = place(1);
  await until(
    () => runsAt(other),
    (runs) => runs.length === 2 && runs[0]?.state === 'running',
  );
  await home.act(`${id}/cancel`, { reason: 'enough' });
  await until(
    () => runsAt(other),
    ([newest]) => newest?.state === 'canceled',
  );
}, 60_000);

it('has no more rights than its user there', async () => {
  const rule = {
    name: 'no-start',
    'module-name': 'yangent-workflows',
    'rpc-name': 'start',
    'access-operations': 'exec',
  };
  await edit(place(2).node, {
    'ietf-netconf-acm:nacm': {
      groups: { group: [{ name: 'neighbours', 'user-name': ['near'] }] },
      'rule-list': [{ name: 'neighbours', group: ['neighbours'], rule: [{ ...rule, action: 'deny' }] }],
    },
  });
  const { id } = await home.rpc('start', { dag: { version: '1.0', node: [sub(2)] } });
  const run = await home.until(id, ({ state }) => state !== 'running', 60_000);
  expect([run.state, stepOf(run, 'd2').error]).toEqual(['failed', expect.objectContaining({ code: 'access-denied' })]);
}, 90_000);

it('ATD-9-e ATD-9-o: a document of one node is run by another, once, with the same digest', async () => {
  const { node } = place(1);
  const document = JSON.parse((await send(near, 'GET', '/dag/definitions/survey')).body);
  document['yangent-workflows:dag'].request = { input: { site: 'x' } };
  const wrong = await send(node, 'POST', '/dag', document, { type: 'application/json' });
  expect(wrong.status).toBe(415);
  const ids: string[] = [];
  for (const _ of [1, 2]) {
    const started = await send(node, 'POST', '/dag', document);
    expect(started.status).toBe(201);
    ids.push(JSON.parse(started.body)['yangent-workflows:dag'].run.id);
  }
  expect(ids[0]).toBe(ids[1]);
  const survey = await send(near, 'GET', '/restconf/data/yangent-workflows:workflows/definition=survey');
  const [{ revision }] = JSON.parse(survey.body)['yangent-workflows:definition'];
  const run = await WorkflowRig.of(node).until(ids[0] ?? '', ({ state }) => state === 'completed', 60_000);
  expect(run.digest).toBe(revision[0].digest);
  const stale = await send(node, 'GET', `/dag/${ids[0]}`, undefined, { headers: { 'dag-checkpoint': '"0"' } });
  expect(stale.status).toBe(412);
}, 90_000);

it('ATD-6-n: takes the sub-workflow elsewhere back when the run goes back, with the compensations of that node', async () => {
  const build = { name: 'build', task: { skill: 'slow' }, compensation: { skill: 'slow' } };
  const site = [{ name: 'site', value: 'input.site' }];
  await home.define('built', { node: [{ ...build, input: site }] });
  const there = { ...sub(1), name: 'there', workflow: { definition: 'built', agent: 'far1' } };
  const { id } = await home.rpc('start', { dag: { version: '1.0', node: [there] } });
  await home.until(id, ({ state }) => state === 'completed', 60_000);
  const back = [
    ['to', '1'],
    ['reason', 'the wrong site'],
    ['then', 'end'],
  ];
  await home.act(`${id}/roll-back`, Object.fromEntries(back));
  const run = await home.until(id, ({ state }) => state === 'rolled-back', 60_000);
  const [newest] = await runsAt(place(1));
  expect([newest?.state, newest?.['state-reason']]).toEqual([
    'rolled-back',
    'the run above it goes back: the wrong site',
  ]);
  expect(run.rollback).toMatchObject([
    {
      acknowledgement: [
        { agent: 'far1', node: 'there', state: 'acknowledged', note: `run ${newest?.id} is back at its start` },
      ],
    },
  ]);
  const far = await WorkflowRig.of(place(1).node).run(newest?.id ?? '');
  expect(stepOf(far, 'build')).toMatchObject({
    ...{ state: 'yangent-workflows:rolled-back', 'state-reason': 'it was undone' },
  });
}, 150_000);
