/** Messages that wait for the home of their session, and what happens to them meanwhile. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentEntry } from '../tasks/fixture.js';
import { until } from '../until.js';
import { type Client, PEERS, type Plain, passwordOf, users } from './domains-rig.js';
import { RowRig } from './row-rig.js';
import { act, history, said, session } from './sessions-client.js';

const SESSIONS = '/restconf/data/yangent-sessions:sessions/session';
const USER = '/restconf/data/yangent-access:access/user=from-r';

let rig: RowRig;
/** The owner of agents of the home, and of agents of the node with the copy; the operators of both. */
let [ann, ron, homeAdmin, copyAdmin]: readonly Client[] = [];
beforeAll(async () => {
  rig = await RowRig.start({ r: ['r2', 'r3'] });
  [ann, ron, homeAdmin, copyAdmin] = [rig.client('a'), rig.client('r'), rig.operator('a'), rig.operator('r')];
});
afterAll(() => rig.stop());

/** Opens a group with members here and there. */
async function open(...members: readonly string[]): Promise<string> {
  const { id } = await ann!.output('yangent-sessions:open', {
    ...{ from: 'a', kind: 'group', member: members.map((agent) => ({ agent: `${agent}@r.example` })) },
  });
  await session(ron!, id);
  for (const agent of members) await act(ron!, id, 'join', { agent });
  return id;
}
const send = (id: string, more: Plain, client: Client = ron!) =>
  client.rpc('yangent-sessions:send', { session: id, from: 'r', content: String(more.id), ...more });
const errorOf = (body: string) => JSON.parse(body)['ietf-restconf:errors'].error[0];
/** Returns what was said at the home, once there are so many texts. */
const atHome = async (id: string, count: number) =>
  (
    await until(
      async () => said(await history(ann!, id, 'a')),
      ({ length }) => length === count,
    )
  ).map(([, from, content]) => [from, content]);
const waiting = (id: string, count: number | undefined) => session(ron!, id, ({ copy }) => copy.waiting === count);
/** Returns what an agent of the copy is given; nothing when nothing waits. */
async function receive(agent: string, wait = 0): Promise<Plain> {
  const { status, body } = await ron!.rpc('yangent-sessions:receive', { agent, wait });
  return status === 204 ? {} : JSON.parse(body)['yangent-sessions:output'];
}
const rejected = (agent: string) =>
  until(
    () => receive(agent, 1),
    (answer) => answer.rejected !== undefined,
  );
const cut = () => rig.cuts.ra.sever();
const mend = () => rig.cuts.ra.mend();

describe('a message that waits', () => {
  it('is one of max-backlog at most', async () => {
    const id = await open('r');
    const limit = (most: number) =>
      copyAdmin!.patch(`${PEERS}/peer=a`, { 'yangent-peers:peer': [{ name: 'a', 'max-backlog': most }] });
    await limit(2);
    cut();
    for (const each of ['b-1', 'b-2']) expect((await send(id, { id: each })).status).toBe(200);
    const { status, body } = await send(id, { id: 'b-3' });
    expect([status, errorOf(body)]).toMatchObject([409, { 'error-app-tag': 'backlog-full' }]);
    mend();
    expect(await atHome(id, 2)).toEqual([
      ['r@r.example', 'b-1'],
      ['r@r.example', 'b-2'],
    ]);
    await waiting(id, undefined);
    expect((await send(id, { id: 'b-3' })).status).toBe(200);
    await limit(100_000);
    await atHome(id, 3);
  });

  it('goes home once, as fast as its home takes messages', async () => {
    const id = await open('r');
    const takes = (rate: number) =>
      homeAdmin!.patch(`${PEERS}/peer=r`, { 'yangent-peers:peer': [{ name: 'r', 'max-rate': rate }] });
    const status = async (): Promise<Plain> =>
      JSON.parse((await copyAdmin!.https.send('GET', `${PEERS}/peer=a/status`)).body)['yangent-peers:status'];
    await takes(10);
    const before = await status();
    cut();
    const all = Array.from({ length: 40 }, (_, number) => `each-${number}`);
    for (const each of all) await send(id, { id: each });
    mend();
    const { since } = await until(status, ({ state }) => state === 'up');
    expect(await atHome(id, all.length)).toEqual(all.map((each) => ['r@r.example', each]));
    await waiting(id, undefined);
    const after = await status();
    expect(Number(after.traffic.sent) - Number(before.traffic.sent)).toBe(all.length);
    // Its peer was never taken for one that cannot be reached.
    expect(after).toMatchObject({ state: 'up', since });
    await takes(100);
  });

  it('is refused when its sender was removed meanwhile', async () => {
    const id = await open('r');
    cut();
    await send(id, { id: 'late' });
    await act(ann!, id, 'remove', { agent: 'a', member: 'r@r.example' });
    mend();
    expect((await rejected('r')).rejected).toEqual([
      expect.objectContaining({ session: id, id: 'late', 'error-app-tag': 'not-joined' }),
    ]);
    await ron!.rpc('yangent-sessions:acknowledge', {
      agent: 'r',
      position: [{ session: id, through: '1', rejected: ['late'] }],
    });
    expect((await receive('r')).rejected).toBeUndefined();
    expect(await atHome(id, 0)).toEqual([]);
  });

  it('is refused when its session was closed meanwhile', async () => {
    const id = await open('r2');
    cut();
    await send(id, { id: 'too-late', from: 'r2' });
    await act(ann!, id, 'close', { agent: 'a' });
    mend();
    expect((await rejected('r2')).rejected).toEqual([
      expect.objectContaining({ session: id, id: 'too-late', 'error-app-tag': 'closed' }),
    ]);
  });

  it('goes on when its caller goes away', async () => {
    const id = await open('r');
    cut();
    const caller = rig.client('r');
    const sent = send(id, { id: 'gone', wait: 60 }, caller).catch(() => undefined);
    await waiting(id, 1);
    caller.https.close();
    await sent;
    mend();
    expect(await atHome(id, 1)).toEqual([['r@r.example', 'gone']]);
    await waiting(id, undefined);
  });

  it('waits while the login of its node is refused', async () => {
    const id = await open('r');
    const password = (text: string) =>
      homeAdmin!.patch(USER, { 'yangent-access:user': [{ name: 'from-r', password: `$0$${text}` }] });
    cut();
    expect((await password('another password')).status).toBe(204);
    mend();
    expect((await send(id, { id: 'patient' })).status).toBe(200);
    await until(
      async () => JSON.parse((await copyAdmin!.https.send('GET', `${PEERS}/peer=a/status`)).body),
      (answer) => answer['yangent-peers:status'].state === 'refused',
    );
    expect((await waiting(id, 1)).copy).toMatchObject({ waiting: 1 });
    await password(passwordOf('from-r'));
    expect(await atHome(id, 1)).toEqual([['r@r.example', 'patient']]);
  });

  it('is that of an agent that was there, not of a later one that is called so', async () => {
    const id = await open('r', 'r3');
    cut();
    await send(id, { id: 'of-the-first', from: 'r3' });
    await send(id, { id: 'bad', from: 'r3', type: 'yangent-sessions:response', 'in-reply-to': '99' });
    const agents = '/restconf/data/yangent-agents:agents/agent=r3';
    expect((await copyAdmin!.https.send('DELETE', agents)).status).toBe(204);
    await copyAdmin!.patch('/restconf/data/yangent-access:access', users('rita'));
    await copyAdmin!.put(agents, { 'yangent-agents:agent': [agentEntry('r3', ['rita'])] });
    mend();
    expect(await atHome(id, 1)).toEqual([['r3@r.example', 'of-the-first']]);
    await waiting(id, undefined);
    const there = await until(
      async () => said(await history(ron!, id, 'r')),
      ({ length }) => length === 1,
    );
    expect(there.map(([, from, content]) => [from, content])).toEqual([['r3@r.example', 'of-the-first']]);
    const rita = rig.client('r', 'rita');
    expect((await rita.rpc('yangent-sessions:receive', { agent: 'r3' })).status).toBe(204);
  });
});

describe('a peer that is configured anew', () => {
  const peers = async (): Promise<Plain> =>
    JSON.parse((await copyAdmin!.https.send('GET', `${PEERS}?content=config`)).body)['yangent-peers:peers'];

  it('gets what waited for it before it was removed', async () => {
    const id = await open('r');
    const before = await peers();
    cut();
    await send(id, { id: 'w-1' });
    expect((await copyAdmin!.https.send('DELETE', `${PEERS}/peer=a`)).status).toBe(204);
    const { status, body } = await send(id, { id: 'w-2' });
    expect([status, errorOf(body)]).toMatchObject([
      412,
      {
        'error-app-tag': 'home-unreachable',
        'error-message': `peer "a", over which a.example, the home of session "${id}", is reached, is not configured any more`,
      },
    ]);
    const left = await ron!.https.send('POST', `${SESSIONS}=${id}/leave`, {
      body: JSON.stringify({ 'yangent-sessions:input': { agent: 'r' } }),
    });
    expect([left.status, errorOf(left.body)['error-app-tag']]).toEqual([412, 'home-unreachable']);
    mend();
    expect((await copyAdmin!.put(PEERS, { 'yangent-peers:peers': before })).status).toBe(204);
    expect(await atHome(id, 1)).toEqual([['r@r.example', 'w-1']]);
    await waiting(id, undefined);
  });

  it('lets copies and what waits go to the peer that has the domain of their home now', async () => {
    const id = await open('r');
    const { domain, peer } = await peers();
    const [old, others] = [
      peer.find(({ name }: Plain) => name === 'a'),
      peer.filter(({ name }: Plain) => name !== 'a'),
    ];
    await copyAdmin!.patch('/restconf/data/yangent-access:access', users('from-a2'));
    cut();
    await send(id, { id: 'm-1' });
    const moved = [{ ...old, domain: ['old.example'] }, { ...old, name: 'a2', user: 'from-a2' }, ...others];
    expect((await copyAdmin!.put(PEERS, { 'yangent-peers:peers': { domain, peer: moved } })).status).toBe(204);
    mend();
    expect(await atHome(id, 1)).toEqual([['r@r.example', 'm-1']]);
    await waiting(id, undefined);
    await ann!.output('yangent-sessions:send', { session: id, from: 'a', content: 'heard' });
    await until(
      async () => said(await history(ron!, id, 'r')),
      ({ length }) => length === 2,
    );
    await copyAdmin!.put(PEERS, { 'yangent-peers:peers': { domain, peer } });
    expect((await send(id, { id: 'm-2' })).status).toBe(200);
    await atHome(id, 3);
  });
});
