/** What one user may have of a node, on the wire: tasks that are not finished, and agents. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseLimits } from '../../src/node/index.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { RawNetconf } from '../support/raw-netconf.js';

const PROFILE = (id: string) => ({ name: id, description: 'd', version: '1.0.0', provider: 'p' });
const STRANGER = { name: 'mallory', password: 'the password of mallory' };
let node: TestNode;
let https: Https;

beforeAll(async () => {
  node = await startTestNode({ limits: parseLimits(['tasks-per-user-and-agent=2']) });
  await node.node.edit({
    'yangent-access:access': { user: [{ ...STRANGER, password: `$0$${STRANGER.password}` }] },
    'yangent-agents:agents': {
      agent: [
        { id: 'meter', owner: ['admin'], profile: PROFILE('meter') },
        { id: 'stranger', owner: ['mallory'], profile: PROFILE('stranger') },
      ],
    },
  });
  https = new Https(node, STRANGER.name, STRANGER.password);
});
afterAll(async () => {
  https.close();
  await node.stop();
});

const invoke = (rpc: string, input: string) =>
  https.send('POST', `/restconf/operations/${rpc}`, { body: `{"${rpc.split(':')[0]}:input":${input}}` });

it('a task too many is refused with resource-denied, over both protocols, and nothing is kept of it', async () => {
  const assign = (id: string) =>
    invoke(
      'yangent-tasks:assign',
      `{"from":"stranger","to":"meter","task-id":"${id}","objective":"x","priority":7,"async":true}`,
    );
  expect([(await assign('a')).status, (await assign('b')).status]).toEqual([200, 200]);
  const refused = await assign('c');
  expect(refused.status).toBe(409);
  expect(JSON.parse(refused.body)).toEqual({
    'ietf-restconf:errors': {
      error: [
        {
          'error-type': 'application',
          'error-tag': 'resource-denied',
          'error-message':
            'user "mallory" already has 2 unfinished tasks at agent "meter"; this node takes 2 (--limit tasks-per-user-and-agent)',
        },
      ],
    },
  });
  const session = await RawNetconf.open(node, '1.1', { user: STRANGER.name, password: STRANGER.password });
  expect(
    await session.ask(
      '<assign xmlns="urn:yangent:params:xml:ns:yang:yangent-tasks"><from>stranger</from><to>meter</to><task-id>c</task-id><objective>x</objective><async>true</async></assign>',
    ),
  ).toBe(
    '<rpc-reply xmlns="urn:ietf:params:xml:ns:netconf:base:1.0" message-id="1"><rpc-error xmlns="urn:ietf:params:xml:ns:netconf:base:1.0"><error-type>application</error-type><error-tag>resource-denied</error-tag><error-severity>error</error-severity><error-message xml:lang="en">user "mallory" already has 2 unfinished tasks at agent "meter"; this node takes 2 (--limit tasks-per-user-and-agent)</error-message></rpc-error></rpc-reply>',
  );
  session.close();
  const { body } = await https.send('GET', '/restconf/data/yangent-tasks:tasks?fields=task/task-id');
  expect(JSON.parse(body)).toMatchObject({
    'yangent-tasks:tasks': { task: [{ 'task-id': 'a' }, { 'task-id': 'b' }] },
  });
});

it('a user registers 100 agents, an operator more', async () => {
  const register = (id: string) => invoke('yangent-agents:register', JSON.stringify({ id, profile: PROFILE(id) }));
  const statuses = await Promise.all(Array.from({ length: 100 }, async (_, n) => (await register(`a${n}`)).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(99);
  const refused = await register('one-more');
  expect(refused.status).toBe(409);
  expect(refused.body).toContain(
    'user \\"mallory\\" owns 100 agents; this node lets a user register 100 (policy/max-agents-per-owner)',
  );
  await expect(
    node.node.invoke('yangent-agents:register', { id: 'of-admin', profile: PROFILE('of-admin') }, { user: 'admin' }),
  ).resolves.toMatchObject({ id: 'of-admin' });
});
