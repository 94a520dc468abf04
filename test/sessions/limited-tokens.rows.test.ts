/** Callers whose token is limited to one agent of its giver. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { by, capability, inAnHour } from '../node/authority/rig.js';
import { type Plain, register } from '../rows/agents-rig.js';
import { Https } from '../support/http.js';
import { useSessionsRig } from './sessions-rig.js';

const { rig, act, open, group, read } = useSessionsRig();
const INVALID = { status: 403, body: expect.stringContaining('aap_invalid_capability') };
let bob: Https;
let token: string;
beforeAll(async () => {
  await register(rig, 'alice', 'desk');
  const constraint = { agent: ['desk'] };
  const grant = await rig.operation('alice', 'yangent-access:delegate', {
    to: 'bob',
    capability: ['join', 'leave', 'close', 'history'].map((name) => capability(`yangent-sessions.${name}`, constraint)),
    expires: inAnHour(),
  });
  expect(grant.status).toBe(200);
  token = (await rig.operation('bob', 'yangent-access:issue-token', { grant: grant.output.grant })).output.token;
  bob = new Https(rig.node, 'bob', 'the password of bob');
});
afterAll(() => bob.close());

const post = (path: string, input: Plain) =>
  bob.send('POST', path, { body: JSON.stringify({ 'yangent-sessions:input': input }), ...by(token) });
const action = (session: string, name: string, input: Plain) =>
  post(`/restconf/data/yangent-sessions:sessions/session=${session}/${name}`, input);

describe('a token for what one agent does in sessions', () => {
  it('lets this agent join and leave, and no other one of its giver', async () => {
    const session = await open('topic');
    expect(await action(session, 'join', { agent: 'desk' })).toMatchObject({ status: 200 });
    expect(await action(session, 'leave', { agent: 'noc' })).toMatchObject(INVALID);
    expect(await action(session, 'close', { agent: 'noc' })).toMatchObject(INVALID);
    expect(await action(session, 'leave', { agent: 'desk' })).toMatchObject({ status: 204 });
    expect((await read('alice', session)).member).toMatchObject([
      { agent: 'desk', state: 'left' },
      { agent: 'noc', state: 'joined' },
    ]);
  });

  it('reads what this agent reads only', async () => {
    const session = await group('ip');
    const history = '/restconf/operations/yangent-sessions:history';
    expect(await post(history, { session, agent: 'noc' })).toMatchObject(INVALID);
    expect(await post(`/agents/noc${history}`, { session })).toMatchObject(INVALID);
    expect((await post(`/agents/desk${history}`, { session })).body).toContain('data-missing');
    await act('alice', session, 'invite', { agent: 'noc', member: [{ agent: 'desk' }] });
    expect((await post(history, { session, agent: 'desk' })).body).toContain('membership');
  });
});
