/** Agents say whom they do not want to hear in sessions: other agents, users, and domains. */
import { beforeEach, expect, it } from 'vitest';
import { type Plain, register } from '../rows/agents-rig.js';
import { texts, useSessionsRig } from './sessions-rig.js';

const { rig, call, act, group, say } = useSessionsRig();

const AGENT = '/restconf/data/yangent-agents:agents/agent=ip';

/** Sets whom agent ip blocks. */
async function block(blocked: Plain, sessions = 'node'): Promise<void> {
  const accepts = { 'yangent-agents:accepts': { sessions, blocked } };
  expect((await rig.http('admin', 'PUT', `${AGENT}/execution/accepts`, accepts)).status).toBeLessThan(300);
}

const refused = (message: string) => ({
  output: { 'error-tag': 'operation-failed', 'error-app-tag': 'not-accepted', 'error-message': message },
});
const NO_INVITATION = refused('agent "ip" does not accept an invitation of agent "noc" to a session');
const NO_MESSAGE = refused('agent "ip" does not accept messages of agent "noc"');

beforeEach(() => block({}));

it.each([
  ['the agent', { agent: ['noc'] }],
  ['its user', { user: ['alice'] }],
  ['its domain', { domain: ['transport'] }],
])('one that blocks %s is not invited, and is not told apart from one that takes no invitation', async (_, blocked) => {
  const domain = { 'yangent-agents:agent': [{ id: 'noc', domain: 'transport' }] };
  expect((await rig.http('admin', 'PATCH', '/restconf/data/yangent-agents:agents/agent=noc', domain)).status).toBe(204);
  await block(blocked);
  const session = await group('optics');
  const invite = { agent: 'noc', member: [{ agent: 'ip' }] };
  const opening = { from: 'noc', kind: 'group', member: [{ agent: 'ip' }] };
  expect(await act('alice', session, 'invite', invite)).toMatchObject(NO_INVITATION);
  expect(await call('alice', 'open', opening)).toMatchObject(NO_INVITATION);
  expect(await call('alice', 'send', { from: 'noc', to: ['ip'], content: 'hello' })).toMatchObject(NO_INVITATION);
  expect((await call('carol', 'open', { ...opening, from: 'optics' })).status).toBe(200);
  await block({}, 'none');
  expect(await act('alice', session, 'invite', invite)).toMatchObject(NO_INVITATION);
});

it('a member that blocks another is addressed by it no more, and still hears what is said to all', async () => {
  const { session: direct } = (await call('alice', 'send', { from: 'noc', to: ['ip'], content: 'before' })).output;
  const session = await group('ip', 'optics');
  await block({ agent: ['noc'] });
  expect(await say('noc', direct, 'after')).toMatchObject(NO_MESSAGE);
  expect(await say('noc', session, 'for you', { to: ['optics', 'ip'] })).toMatchObject(NO_MESSAGE);
  expect((await say('noc', session, 'for all')).status).toBe(200);
  expect((await say('optics', session, 'for ip', { to: ['ip'] })).status).toBe(200);
  const heard = texts((await call('bob', 'history', { agent: 'ip', session })).output);
  expect(heard).toEqual(['for all', 'for ip']);
  expect((await say('ip', direct, 'you hear me')).status).toBe(200);
});

it('a team looks for agents that do not block the one that forms it', async () => {
  await register(rig, 'carol', 'spare', { profile: { description: 'finds lost packets' } });
  const need = [{ id: 'any', text: 'finds lost packets on a link', count: 9 }];
  await block({ user: ['alice'] });
  const { member } = (await call('alice', 'open', { from: 'noc', kind: 'team', goal: 'why', need })).output;
  const agents = member.map(({ agent }: Plain) => agent);
  expect(agents).toContain('spare');
  expect(agents).not.toContain('ip');
});

it('the owner of an agent is never refused, and others do not read whom it blocks', async () => {
  await register(rig, 'bob', 'own');
  await block({ agent: ['own'], user: ['bob'] });
  expect((await call('bob', 'open', { from: 'own', kind: 'group', member: [{ agent: 'ip' }] })).status).toBe(200);
  const { status, body } = await rig.http('alice', 'GET', `${AGENT}/execution`);
  expect([status, body.includes('blocked')]).toEqual([200, false]);
  expect((await rig.http('admin', 'GET', `${AGENT}/execution`)).body).toContain('"blocked"');
});
