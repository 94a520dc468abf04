/** Terms that were said are unset: what the kind says where nothing was said holds again. */
import { expect, it } from 'vitest';
import { SESSIONS_XML, useSessionsRig } from './sessions-rig.js';

const { rig, call, act, open, read, say } = useSessionsRig();

it('a term that is unset is as if nothing was said; others stay', async () => {
  const session = await open('topic', {
    ...{ name: 'alarms', goal: 'all of them', admission: 'invite', 'show-members': true },
    qos: { 'max-rate': 1, 'time-to-live': 9, history: 'all', 'max-backlog': 5 },
    retention: { days: 1, messages: 7 },
  });
  const unset = ['goal', 'max-rate', 'history', 'admission', 'show-members', 'days'];
  expect(await act('alice', session, 'set', { agent: 'noc', unset, qos: { 'max-backlog': 6 } })).toMatchObject({
    status: 204,
  });
  const now = await read('alice', session);
  expect(now).toMatchObject({ name: 'alarms', admission: 'node', 'show-members': false });
  expect(now.qos).toEqual({ priority: 3, 'time-to-live': 9, history: 'joined', 'max-backlog': 6, 'when-full': 'lag' });
  expect(now.retention).toEqual({ days: 30, messages: 7 });
  expect(now.goal).toBeUndefined();
  for (const content of ['one', 'two', 'three']) expect((await say('noc', session, content)).status).toBe(200);
});

it('the turns of a team have no end again, and its times begin anew', async () => {
  const opening = { from: 'noc', kind: 'team', goal: 'why', member: [{ agent: 'ip' }] };
  const turns = { 'max-turns': 1, 'speaker-timeout': 3600 };
  const { id } = (await call('alice', 'open', { ...opening, 'turn-taking': turns })).output;
  const first = (await read('alice', id)).floor.expires;
  expect(Date.parse(first) - Date.now()).toBeGreaterThan(3_000_000);
  const request = `<action xmlns="urn:ietf:params:xml:ns:yang:1"><sessions xmlns="${SESSIONS_XML}"><session><id>${id}</id>
    <set><agent>noc</agent><unset>max-turns</unset><unset>speaker-timeout</unset></set></session></sessions></action>`;
  expect(await rig.netconf('alice', request)).toContain('<ok/>');
  const now = await read('alice', id);
  expect(now['turn-taking']).toMatchObject({ mode: 'named', 'speaker-timeout': 120 });
  expect(now['turn-taking']['max-turns']).toBeUndefined();
  expect(Date.parse(now.floor.expires) - Date.now()).toBeLessThan(121_000);
  await say('noc', id, 'more than one turn');
  await say('noc', id, 'is said');
  expect(await read('alice', id)).toMatchObject({ state: 'discussion' });
});

it.each([
  [{ qos: { 'max-rate': 1 }, unset: ['max-rate'] }, '"qos/max-rate" is set and unset at once: say one of both'],
  [{ goal: 'x', unset: ['goal'] }, '"goal" is set and unset at once: say one of both'],
  [{ unset: ['max-turns'] }, '"turn-taking/max-turns" is for sessions of kind team; this one is of kind group'],
  [{ unset: ['max-depth'] }, '"max-depth" is for sessions of kind team; this one is of kind group'],
])('%o is refused', async (input, message) => {
  const session = await open('group');
  expect(await act('alice', session, 'set', { agent: 'noc', ...input })).toMatchObject({
    status: 400,
    output: { 'error-tag': 'invalid-value', 'error-message': message },
  });
});
