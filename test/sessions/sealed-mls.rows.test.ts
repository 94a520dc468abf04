/** Three members with keys of their own, over three faces of a node that is their delivery service and can read nothing. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Plain } from '../rows/agents-rig.js';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { type Heard, MlsMember } from '../support/mls.js';
import { type ServeProcess, startServe } from '../support/serve.js';
import { overIoa, overNetconf, overRestconf, Talker } from './mls-rig.js';

const GOAL = 'find the fault of link R1-R2';
const TEXTS = {
  noc: 'customer Miller has lost the contract over this outage',
  ip: 'the adjacency to 192.0.2.77 is down since midnight',
  optics: 'the excavator of Meyer Ltd cut the fibre at kilometre twelve',
  data: 'near minus three decibel, far minus thirty-one decibel',
  result: 'splice the trunk behind the bridge in Neustadt',
};
const USERS = { noc: 'alice', ip: 'bob', optics: 'carol' } as const;
type Agent = keyof typeof USERS;
const passwordOf = (user: string) => `the password of ${user}`;

const folder = temporaryFolder();
const data = join(folder, 'data');
let node: ServeProcess;
let session: string;
const https = new Map<string, Https>();

const endpoints = () => ({ ...node, certificate: node.ready.restconf?.certificate ?? '' });
const post = async (user: string, path: string, body: Plain) => {
  const by = https.get(user) ?? new Https(endpoints(), user, user === 'admin' ? node.password : passwordOf(user));
  https.set(user, by);
  const answer = await by.send(path.includes('/yangent-access:') ? 'PUT' : 'POST', path, {
    body: JSON.stringify(body),
  });
  expect(answer).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) });
  return answer.body === '' ? {} : Object.values<Plain>(JSON.parse(answer.body))[0];
};
const call = (agent: Agent, name: string, input: Plain) =>
  post(USERS[agent], `/restconf/operations/${name}`, { [`${name.split(':')[0]}:input`]: input });

beforeAll(async () => {
  node = await startServe({ data, tls: true, args: ['--adapter', 'ioa-websocket', '--log-level', 'debug'] });
  const user = Object.values(USERS).map((name) => ({ name, password: `$0$${passwordOf(name)}` }));
  await post('admin', '/restconf/data/yangent-access:access', { 'yangent-access:access': { user } });
  for (const agent of Object.keys(USERS) as Agent[]) {
    const profile = { name: agent, description: 'Talks', version: '1.0.0', provider: 'ACME' };
    await call(agent, 'yangent-agents:register', { id: agent, profile });
  }
  const member = [{ agent: 'ip' }, { agent: 'optics' }];
  const opening = { from: 'noc', kind: 'group', goal: GOAL, encryption: 'sealed', member };
  session = (await call('noc', 'yangent-sessions:open', opening)).id;
});
afterAll(async () => {
  for (const each of https.values()) each.close();
  await node?.end('SIGKILL');
});

it('IOA-7.4-a: a group of MLS agrees by the order of a sealed session, and nothing of it is in the node but sealed', async () => {
  const seat = (agent: Agent) => {
    const user = USERS[agent];
    return { node: endpoints(), user, password: passwordOf(user), agent, session };
  };
  const talker = async (agent: Agent, over: typeof overNetconf) =>
    new Talker(await MlsMember.create(agent), await over(seat(agent)));
  const noc = await talker('noc', async (at) => overRestconf(at));
  const [ip, optics] = [await talker('ip', overNetconf), await talker('optics', overIoa)];
  const all = [noc, ip, optics];
  const agree = (epoch: bigint) => {
    expect(all.map(({ mls }) => mls.epoch)).toEqual([epoch, epoch, epoch]);
    expect(new Set(all.map(({ mls }) => mls.authenticator)).size).toBe(1);
  };
  /** Lets all hear through these messages. @returns how each of them took the last one */
  const heardBy = async (...sequences: readonly number[]): Promise<readonly (Heard | undefined)[]> =>
    (await Promise.all(all.map((each) => each.hear(...sequences)))).map((heard) => heard.get(sequences.at(-1) ?? 0));

  // The coordinator makes the group, and adds the two that sent key packages.
  await noc.mls.found(session);
  const packages = [ip.mls.keyPackage(), optics.mls.keyPackage()];
  await heardBy(await ip.wire.send(packages[0] ?? ''), await optics.wire.send(packages[1] ?? ''));
  const { commit, welcome } = await noc.mls.add(packages);
  const added = await noc.wire.send(commit);
  await noc.wire.send(welcome, ['ip', 'optics']).then((sequence) => heardBy(added, sequence));
  agree(1n);

  // Each says something, which the two others read.
  const spoken: string[] = [];
  for (const [at, agent] of (['noc', 'ip', 'optics'] as const).entries()) {
    const { mls, wire } = all[at] as Talker;
    spoken[at] = await mls.seal(TEXTS[agent]);
    const sequence = await wire.send(spoken[at] ?? '');
    const text = { kind: 'text', text: TEXTS[agent] };
    expect(await heardBy(sequence)).toEqual(all.map((_, other) => (other === at ? { kind: 'own' } : text)));
  }

  // Two commits of one epoch at once: the first in the order of the session counts, for its sender and the others.
  const rivals = [await ip.mls.update(), await optics.mls.update()];
  const places = await Promise.all([ip.wire.send(rivals[0] ?? ''), optics.wire.send(rivals[1] ?? '')]);
  const [first, second] = places.toSorted((one, other) => one - other);
  for (const heard of await Promise.all(all.map((each) => each.hear(...places)))) {
    expect([heard.get(first ?? 0), heard.get(second ?? 0)]).toEqual([{ kind: 'commit' }, { kind: 'ignored' }]);
  }
  agree(2n);

  // A commit of an epoch that is over stands in the log like any message, and all ignore it alike.
  const late = await noc.mls.update();
  expect(await heardBy(await ip.wire.send(await ip.mls.update()))).toEqual(all.map(() => ({ kind: 'commit' })));
  agree(3n);
  expect(await heardBy(await noc.wire.send(late))).toEqual(all.map(() => ({ kind: 'ignored' })));
  agree(3n);

  // A key is used once and gone then: who takes a member over opens nothing of before (forward secrecy).
  const before = (await noc.wire.read([])).find(({ content }) => content === spoken[1]);
  await expect(noc.mls.hear(before?.content ?? '')).rejects.toThrow();

  // Data and results of tasks are sealed by the same keys.
  const octets = Buffer.from(await ip.mls.seal(TEXTS.data), 'base64');
  const upload = await https.get('bob')?.send('PUT', '/data/levels', { body: octets, type: 'message/mls' });
  expect(upload?.status).toBe(201);
  const artifact = [{ name: 'levels', 'media-type': 'message/mls', 'data-param': 'levels' }];
  await call('ip', 'yangent-sessions:send', { session, from: 'ip', artifact });
  expect((await https.get('carol')?.send('GET', '/data/levels', { accept: '*/*' }))?.status).toBe(200);
  const order = { 'media-type': 'message/mls', content: await noc.mls.seal(TEXTS.noc), 'next-speaker': ['ip'] };
  const assigned = { session, from: 'noc', type: 'yangent-sessions:task-assignment', ...order };
  await heardBy(Number((await call('noc', 'yangent-sessions:send', assigned)).sequence));
  const [{ id }] = JSON.parse(
    (await https.get('alice')?.send('GET', `/restconf/data/yangent-sessions:sessions/session=${session}`))?.body ?? '',
  )['yangent-sessions:session'][0].task;
  const task = `/restconf/data/yangent-tasks:tasks/task=${id}`;
  await post('bob', `${task}/claim`, { 'yangent-tasks:input': {} });
  const value = await ip.mls.seal(TEXTS.result);
  const result = [{ name: 'conclusion', 'media-type': 'message/mls', value }];
  await post('bob', `${task}/complete`, { 'yangent-tasks:input': { artifact: result } });
  const { message } = await call('noc', 'yangent-sessions:history', { agent: 'noc', session, limit: 1 });
  expect(message[0]).toMatchObject({ content: value, 'media-type': 'message/mls' });
  expect(await noc.mls.hear(value)).toEqual({ kind: 'text', text: TEXTS.result });

  for (const { wire } of all) wire.close();
  await node.end('SIGKILL');
  const said = `${node.output()}${node.errors()}`;
  expect(said.length).toBeLessThan(100_000);
  const files = filesIn(data);
  expect(files.map(({ path }) => path).join()).toMatch(/-wal/);
  const kept = [...files, { path: 'output', octets: Buffer.from(said) }];
  // The search finds what is in clear by nature.
  expect(placesOf(kept, GOAL)).not.toEqual([]);
  for (const text of Object.values(TEXTS)) expect(placesOf(kept, text)).toEqual([]);
});

interface Kept {
  readonly path: string;
  readonly octets: Buffer;
}

function filesIn(directory: string): readonly Kept[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ path, octets: readFileSync(path) }));
}

/** Returns where a text stands, as it is, in UTF-16 or in base64 at any place of it. */
function placesOf(kept: readonly Kept[], text: string): readonly string[] {
  const words = text.slice(3, -3);
  // The letters at both ends depend on what stands beside them.
  const encoded = [0, 1, 2].map((before) =>
    Buffer.from('x'.repeat(before) + words)
      .toString('base64')
      .slice(4, -4),
  );
  const forms = [Buffer.from(words), Buffer.from(words, 'utf16le'), ...encoded.map((each) => Buffer.from(each))];
  return kept.filter(({ octets }) => forms.some((form) => octets.includes(form))).map(({ path }) => path);
}
