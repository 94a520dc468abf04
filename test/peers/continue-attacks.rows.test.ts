/** A session is continued by who may, once at each node, whatever else happens at that time. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../until.js';
import type { Client, Plain } from './domains-rig.js';
import { RowRig } from './row-rig.js';
import { act, history, said, session } from './sessions-client.js';

const SESSIONS = '/restconf/data/yangent-sessions:sessions/session';

let rig: RowRig;
let [ann, ron, bob]: readonly Client[] = [];
let [homeAdmin, relayAdmin, farAdmin]: readonly Client[] = [];
beforeAll(async () => {
  rig = await RowRig.start({ r: ['r2'] });
  [ann, ron, bob] = [rig.client('a'), rig.client('r'), rig.client('b')];
  [homeAdmin, relayAdmin, farAdmin] = [rig.operator('a'), rig.operator('r'), rig.operator('b')];
});
afterAll(() => rig?.stop());

/** Opens a session of a with members at both other nodes. */
async function open(more: Plain = {}): Promise<string> {
  const member = [{ agent: 'r@r.example' }, { agent: 'b@b.example' }];
  const { id } = await ann!.output('yangent-sessions:open', { from: 'a', kind: 'group', member, ...more });
  for (const [client, agent] of [
    [ron!, 'r'],
    [bob!, 'b'],
  ] as const) {
    await session(client, id);
    await act(client, id, 'join', { agent });
  }
  return id;
}
const cut = () => {
  for (const each of [rig.cuts.ar, rig.cuts.ra]) each.sever();
};
const mend = () => {
  for (const each of [rig.cuts.ar, rig.cuts.ra]) each.mend();
};
const goOn = (client: Client, id: string, input: Plain = {}) =>
  client.https.send('POST', `${SESSIONS}=${id}/continue`, {
    body: JSON.stringify({ 'yangent-sessions:input': input }),
  });
const texts = async (client: Client, id: string, agent: string) =>
  said(await history(client, id, agent)).map(([, from, content]) => `${from}: ${content}`);
const errorOf = (body: string) => JSON.parse(body)['ietf-restconf:errors'].error[0];

it('is refused to members, strangers, peers, and at the home', async () => {
  const id = await open();
  expect((await goOn(ron!, id, { agent: 'r' })).status).toBe(403);
  expect((await goOn(ron!, id, { agent: 'r2' })).status).toBe(409);
  expect((await goOn(ron!, id)).status).toBeGreaterThanOrEqual(400);
  expect((await goOn(rig.client('r', 'from-b'), id, { agent: 'b@b.example' })).status).toBeGreaterThanOrEqual(400);
  const { status, body } = await goOn(homeAdmin!, id);
  expect([status, errorOf(body)['error-message']]).toEqual([412, expect.stringContaining('is this node')]);
  const ofHome = await goOn(rig.client('r', 'from-a'), id, { agent: 'a@a.example' });
  expect([ofHome.status, ofHome.body]).toEqual([403, expect.stringContaining('is of another node')]);
  expect((await session(relayAdmin!, id)).state).toBe('open');
});

it('is refused when it is closed', async () => {
  const id = await open();
  await act(ann!, id, 'close', { agent: 'a' });
  await session(ron!, id, ({ state }) => state === 'closed');
  const { status, body } = await goOn(relayAdmin!, id);
  expect([status, errorOf(body)['error-app-tag']]).toEqual([412, 'closed']);
});

it('goes on once, however often it is asked at a time', async () => {
  const id = await open();
  cut();
  await ron!.output('yangent-sessions:send', { session: id, from: 'r', id: 'w', content: 'waits' });
  const answers = await Promise.all(Array.from({ length: 10 }, () => goOn(relayAdmin!, id)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
  const { id: later } = JSON.parse(answers[0]!.body)['yangent-sessions:output'];
  expect(await texts(ron!, later, 'r')).toEqual(['r: waits']);
  mend();
  await session(bob!, later);
  await act(bob!, later, 'join', { agent: 'b' });
  expect(await texts(bob!, later, 'b')).toEqual(['r@r.example: waits']);
});

it('goes on at two copies at once, and what waited is said once', async () => {
  const id = await open();
  cut();
  await ron!.output('yangent-sessions:send', { session: id, from: 'r', id: 'w-r', content: 'of r' });
  for (const each of [rig.cuts.br, rig.cuts.rb]) each.sever();
  await bob!.output('yangent-sessions:send', { session: id, from: 'b', id: 'w-b', content: 'of b' });
  const [one, two] = await Promise.all([goOn(relayAdmin!, id), goOn(farAdmin!, id)]);
  expect([one.status, two.status]).toEqual([200, 200]);
  const [atR, atB] = [one, two].map(({ body }) => JSON.parse(body)['yangent-sessions:output'].id);
  await homeAdmin!.patch('/restconf/data/yangent-peers:peers/peer=r', {
    'yangent-peers:peer': [{ name: 'r', continues: true }],
  });
  mend();
  for (const each of [rig.cuts.br, rig.cuts.rb]) each.mend();
  const old = await session(ann!, id, ({ state }) => state === 'closed', 60_000);
  expect([atR, atB]).toContain(old['continued-by']);
  for (const [client, agent] of [
    [ron!, 'r'],
    [bob!, 'b'],
  ] as const) {
    const mine = agent === 'r' ? atB : atR;
    await session(client, mine);
    await act(client, mine, 'join', { agent });
  }
  expect(await texts(ron!, atR, 'r')).toEqual(['r: of r']);
  expect(await texts(bob!, atB, 'b')).toEqual(['b: of b']);
  await until(
    () => texts(ron!, atB, 'r'),
    (all) => all.length === 1,
  );
  expect(await texts(bob!, atR, 'b')).toEqual(['r@r.example: of r']);
  for (const each of [atR, atB]) expect((await session(relayAdmin!, each)).state).toBe('open');
});

it('goes on as a topic, and a sealed one stays sealed', async () => {
  const id = await open({ kind: 'topic', encryption: 'sealed' });
  cut();
  const { status, body } = await goOn(relayAdmin!, id);
  expect(status).toBe(200);
  const { id: later } = JSON.parse(body)['yangent-sessions:output'];
  expect(await session(ron!, later)).toMatchObject({ kind: 'topic', encryption: 'sealed', coordinator: 'r' });
  const refused = await ron!.rpc('yangent-sessions:send', { session: later, from: 'r', content: 'in clear' });
  expect([refused.status, refused.body]).toEqual([400, expect.stringContaining('not-sealed')]);
  mend();
});

it('goes on as a team with tasks under way, which end with the old one when its home is back', async () => {
  const id = await open({ kind: 'team', goal: 'find it', 'turn-taking': { mode: 'open' } });
  await ann!.output('yangent-sessions:send', {
    ...{ session: id, from: 'a', type: 'yangent-sessions:task-assignment', content: 'measure' },
    ...{ 'next-speaker': ['a'], mode: 'asynchronous', task: { 'task-id': 'm-1' } },
  });
  await until(
    () => history(ron!, id, 'r'),
    (all) => all.some(({ type }) => type === 'yangent-sessions:task-assignment'),
  );
  cut();
  const { status, body } = await goOn(relayAdmin!, id);
  expect(status).toBe(200);
  const { id: later } = JSON.parse(body)['yangent-sessions:output'];
  expect(await session(ron!, later)).toMatchObject({ kind: 'team', continues: { session: id } });
  mend();
  const old = await session(ann!, id, ({ state }) => state === 'closed', 60_000);
  expect(old).toMatchObject({ 'close-reason': 'continued', 'continued-by': later });
  const tasks = await ann!.tasks();
  expect(tasks.filter((task) => task['task-id'] === 'm-1').map(({ state }) => state)).toEqual(['canceled']);
});
