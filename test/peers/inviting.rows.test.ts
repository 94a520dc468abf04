/** Members of a copy invite agents: each node answers for its own ones, and for no other. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agentEntry } from '../tasks/fixture.js';
import { type Client, DomainsRig, type Plain, users } from './domains-rig.js';
import { act, session } from './sessions-client.js';

let rig: DomainsRig;
let ann: Client;
let bob: Client;
let id: string;
beforeAll(async () => {
  rig = await DomainsRig.start({ users: ['carol'] });
  [ann, bob] = [rig.client('oss', 'ann'), rig.client('core', 'bob')];
  await rig.core.node.edit({
    'yangent-agents:agents': {
      agent: [
        ...['fault', 'optics'].map((agent) => agentEntry(agent, ['bob'])),
        agentEntry('easy', ['carol']),
        agentEntry('shy', ['carol'], { execution: { accepts: { sessions: 'ask' } } }),
      ],
    },
  });
  await rig.oss.node.edit({ ...users('dan'), 'yangent-agents:agents': { agent: [agentEntry('desk', ['dan'])] } });
  ({ id } = await ann.output('yangent-sessions:open', {
    ...{ from: 'noc', kind: 'group', member: [{ agent: 'fault@core.example' }] },
  }));
  await session(bob, id);
  await act(bob, id, 'join', { agent: 'fault' });
});
afterAll(() => rig.stop());

const invite = (...agents: readonly string[]) =>
  act(bob, id, 'invite', { agent: 'fault', member: agents.map((agent) => ({ agent })) });
/** Returns the states of the members at the home. */
const states = async () =>
  Object.fromEntries((await session(ann, id)).member.map(({ agent, state }: Plain) => [agent, state]));

it('joins agents of the caller, and those that take invitations of their node, at once', async () => {
  expect(await invite('optics', 'easy')).toEqual({
    member: [
      { agent: 'optics', state: 'joined' },
      { agent: 'easy', state: 'joined' },
    ],
  });
  expect(await states()).toMatchObject({ 'optics@core.example': 'joined', 'easy@core.example': 'joined' });
});

it('asks an agent of the node that answers itself', async () => {
  expect(await invite('shy@core.example')).toEqual({ member: [{ agent: 'shy', state: 'invited' }] });
  expect(await states()).toMatchObject({ 'shy@core.example': 'invited' });
});

it('asks an agent of the home that takes invitations of its own node only', async () => {
  expect(await invite('desk@oss.example')).toEqual({ member: [{ agent: 'desk@oss.example', state: 'invited' }] });
  expect(await states()).toMatchObject({ desk: 'invited' });
});

it('tells an operator of the copy where the session is steered', async () => {
  const { status, body } = await rig
    .client('core')
    .https.send('POST', `/restconf/data/yangent-sessions:sessions/session=${id}/close`, {
      body: JSON.stringify({ 'yangent-sessions:input': {} }),
    });
  expect({ status, error: JSON.parse(body)['ietf-restconf:errors'].error[0] }).toMatchObject({
    status: 400,
    error: {
      'error-tag': 'missing-element',
      'error-message': `"agent" is missing: the home of session "${id}" is oss.example, where an operator may do this; here name the member for which you act`,
    },
  });
});

it.each(['typo', 'did:wba:core.example:agents:fault:e1_no'])(
  'refuses %s, which nothing is called here',
  async (name) => {
    const { status, body } = await bob.https.send(
      'POST',
      `/restconf/data/yangent-sessions:sessions/session=${id}/invite`,
      { body: JSON.stringify({ 'yangent-sessions:input': { agent: 'fault', member: [{ agent: name }] } }) },
    );
    expect({ status, error: JSON.parse(body)['ietf-restconf:errors'].error[0] }).toMatchObject({
      status: 400,
      error: { 'error-tag': 'invalid-value', 'error-message': expect.stringContaining(`"member" names "${name}"`) },
    });
    expect(Object.keys(await states()).filter((agent) => agent.startsWith(name))).toEqual([]);
  },
);
