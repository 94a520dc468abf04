/** An agent of another node counts as online while that node is up: in sessions, for a successor of the coordinator, and in `resolve`. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestNode } from '../support/node.js';
import { until } from '../until.js';
import { type Client, DomainsRig, PEERS, type Plain } from './domains-rig.js';

let rig: DomainsRig;
let ann: Client;
let coreNode: Client;
let admin: Client;
beforeAll(async () => {
  rig = await DomainsRig.start({ limits: { agentSessions: { absenceLook: 100, absence: 500 } } });
  [ann, coreNode, admin] = [rig.client('oss', 'ann'), rig.client('oss', 'core-node'), rig.client('oss')];
});
afterAll(() => rig?.stop());

const check = async (peer = 'core'): Promise<string> => {
  const { body } = await admin.https.send('POST', `${PEERS}/peer=${peer}/check`);
  return JSON.parse(body)['yangent-peers:output'].state;
};
const read = async (session: string): Promise<Plain> => {
  const { body } = await admin.https.send('GET', `/restconf/data/yangent-sessions:sessions/session=${session}`);
  return JSON.parse(body)['yangent-sessions:session'][0];
};
const online = async (session: string): Promise<Plain> =>
  Object.fromEntries((await read(session)).member.map(({ agent, online }: Plain) => [agent, online]));
const team = async (client: Client, from: string, member: string): Promise<string> =>
  (await client.output('yangent-sessions:open', { from, kind: 'team', goal: 'look', member: [{ agent: member }] })).id;
const act = (client: Client, session: string, action: string, agent: string) =>
  client.https.send('POST', `/restconf/data/yangent-sessions:sessions/session=${session}/${action}`, {
    body: JSON.stringify({ 'yangent-sessions:input': { agent } }),
  });
const leave = (client: Client, session: string, agent: string) => act(client, session, 'leave', agent);
/** Opens a team with the agent of the other node, for which that node answers. */
const joint = async (member: string): Promise<string> => {
  const session = await team(ann, 'noc', member);
  expect((await act(coreNode, session, 'join', member)).status).toBe(200);
  return session;
};
const whereIs = (agent: string) => ann.output('yangent-peers:resolve', { agent });

it('is known to resolve before anything was sent to its node', async () => {
  const where = await until(
    () => whereIs('worker@core.example'),
    ({ online }) => online,
  );
  expect(where).toMatchObject({ domain: 'core.example', peer: 'core', online: true });
});

it('is online in a session, and follows a coordinator that leaves', async () => {
  const session = await joint('worker@core.example');
  expect(await online(session)).toEqual({ noc: true, 'worker@core.example': true });
  expect((await leave(ann, session, 'noc')).status).toBe(204);
  expect(await read(session)).toMatchObject({ coordinator: 'worker@core.example' });
});

it('is not online while its node takes connections and does not answer, which is no refusal', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  try {
    const address = { target: `http://127.0.0.1:${port}`, user: 'oss-node', credential: 'peer' };
    const peer = { name: 'silent', domain: ['silent.example'], user: 'silent-node', address };
    expect((await admin.put(`${PEERS}/peer=silent`, { 'yangent-peers:peer': [peer] })).status).toBe(201);
    expect(await check('silent')).toBe('down');
    expect(await whereIs('x@silent.example')).toMatchObject({ peer: 'silent', online: false });
  } finally {
    silent.close();
  }
}, 60_000);

it('is not online while its node is down: another member coordinates in its place, and it follows nobody until its node is up', async () => {
  const led = await team(coreNode, 'worker@core.example', 'noc');
  expect((await act(ann, led, 'join', 'noc')).status).toBe(200);
  const joined = await joint('worker@core.example');
  expect(await read(led)).toMatchObject({ coordinator: 'worker@core.example' });
  const { directory, url, netconf } = rig.core;
  await rig.core.stop();
  expect(await check()).toBe('down');
  expect(await online(led)).toEqual({ noc: true, 'worker@core.example': false });
  expect(await whereIs('worker@core.example')).toMatchObject({ peer: 'core', online: false });
  await until(
    () => read(led),
    ({ coordinator }) => coordinator === 'noc',
  );
  expect((await leave(ann, joined, 'noc')).status).toBe(204);
  expect(await read(joined)).not.toHaveProperty('coordinator');

  const again = await startTestNode({
    ...{ data: directory, netconf: { ...netconf, host: '127.0.0.1' } },
    restconf: { host: '127.0.0.1', port: Number(new URL(url).port) },
  });
  try {
    expect(await check()).toBe('up');
    await until(
      () => read(joined),
      ({ coordinator }) => coordinator === 'worker@core.example',
    );
    expect(await online(joined)).toMatchObject({ 'worker@core.example': true });
  } finally {
    await again.stop();
  }
});
