/** Who lets others find an agent: an owner who is a person (ANF-14-e). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anonymous } from '../identity/rig.js';
import { ISSUER, type TestIssuer, testIssuer } from '../support/dpop.js';
import { errorIn, Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';

const AGENTS = '/restconf/data/yangent-agents:agents';
let rig: TestNode;
let admin: Https;
let ann: Https;
let robot: Https;
let issuer: TestIssuer;

beforeAll(async () => {
  rig = await startTestNode({ limits: { login: { first: 1, longest: 1 } } });
  issuer = await testIssuer();
  admin = new Https(rig);
  ann = new Https(rig, 'ann', 'the password of ann');
  robot = new Https(rig, 'robot', 'the password of robot');
  await rig.node.edit({
    'yangent-identity:identity': { host: 'node.example', publish: true },
    'yangent-access:access': {
      user: [
        { name: 'ann', password: '$0$the password of ann', group: ['staff'] },
        { name: 'robot', kind: 'agent', password: '$0$the password of robot', group: ['staff'] },
      ],
      'token-issuer': [{ issuer: ISSUER, audience: ['yangent'], jwks: issuer.jwks, members: 'local' }],
    },
    'yangent-agents:agents': { policy: { 'owner-approval': true } },
  });
});
afterAll(async () => {
  for (const client of [admin, ann, robot]) client?.close();
  await rig?.stop();
});

const described = (id: string) => ({
  profile: { name: id, description: `${id} looks at links`, version: '1.0.0', provider: 'ACME' },
});

const post = (client: Https, path: string) => client.send('POST', `${AGENTS}/agent=${path}`);

/** True when the description of an agent is read without login. */
async function isOpen(agent: string): Promise<boolean> {
  return (await anonymous(rig, `/agents/${agent}/ad.json`)).status === 200;
}

async function register(client: Https, id: string, more: object = {}): Promise<number> {
  const body = JSON.stringify({ 'yangent-agents:input': { ...described(id), ...more } });
  return (await client.send('POST', '/restconf/operations/yangent-agents:register', { body })).status;
}

it('ANF-14-e: an agent that an administrator enters, or that registers itself, is published by a person who owns it', async () => {
  const entered = (more: object) =>
    admin.send('PUT', `${AGENTS}/agent=desk`, {
      body: JSON.stringify({
        'yangent-agents:agent': [{ id: 'desk', ...described('desk'), owner: ['ann', 'robot'], ...more }],
      }),
    });
  const refused = await entered({});
  expect([refused.status, errorIn(refused)]).toEqual([
    403,
    {
      ...{ 'error-type': 'application', 'error-tag': 'access-denied' },
      'error-path': "/yangent-agents:agents/agent[id='desk']/published",
      'error-message':
        'only an owner of agent "desk" who is a person lets others find it: enter it with published false, and an owner publishes it with the action publish',
    },
  ]);
  expect((await entered({ published: false })).status).toBe(201);
  expect((await entered({ published: true })).status).toBe(403);
  const byAgent = await post(robot, 'desk/publish');
  expect([byAgent.status, errorIn(byAgent)['error-message']]).toEqual([
    403,
    'only a person who owns agent "desk" publishes it: what acts for the person may withdraw it',
  ]);
  const token = await issuer.token({ sub: 'robot' });
  const byToken = await robot.send('POST', `${AGENTS}/agent=desk/publish`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([byToken.status, await isOpen('desk')]).toEqual([403, false]);
  expect([(await post(admin, 'desk/publish')).status, await isOpen('desk')]).toEqual([409, false]);
  expect([(await post(ann, 'desk/publish')).status, await isOpen('desk')]).toEqual([204, true]);
  expect([(await post(robot, 'desk/withdraw')).status, await isOpen('desk')]).toEqual([204, false]);
});

it('an agent that registers itself is hidden until then, also when it registers again for more to find it', async () => {
  expect([await register(robot, 'probe'), await isOpen('probe')]).toEqual([200, false]);
  await rig.node.edit({ 'yangent-agents:agents': { agent: [{ id: 'probe', owner: ['robot', 'ann'] }] } });
  const body = JSON.stringify({ 'yangent-agents:input': { visibility: 'private' } });
  expect((await ann.send('POST', `${AGENTS}/agent=probe/publish`, { body })).status).toBe(204);
  expect([await register(robot, 'probe', { visibility: 'private' }), await isOpen('probe')]).toEqual([200, false]);
  expect([await register(robot, 'probe', { visibility: 'public' }), await isOpen('probe')]).toEqual([200, false]);
  expect([(await post(ann, 'probe/publish')).status, await isOpen('probe')]).toEqual([204, true]);
  expect([await register(robot, 'probe', { visibility: 'public' }), await isOpen('probe')]).toEqual([200, true]);
  expect([await register(ann, 'own'), await isOpen('own')]).toEqual([200, true]);
});
