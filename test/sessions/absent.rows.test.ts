/** Members whose agent is not registered: they stay, and hold up nobody. */
import { expect, it } from 'vitest';
import { register } from '../rows/agents-rig.js';
import { useSessionsRig } from './sessions-rig.js';

const { rig, call, act, open, say, read } = useSessionsRig();

it('a member whose agent is deleted holds up no sender, and goes on where it stopped when it is registered again', async () => {
  await register(rig, 'bob', 'away');
  const session = await open('group', { qos: { 'max-backlog': 2 }, member: [{ agent: 'away' }] });
  await say('noc', session, 'one');
  await say('noc', session, 'two');
  expect(await say('noc', session, 'three')).toMatchObject({
    output: { 'error-app-tag': 'backlog-full', 'error-message': expect.stringContaining('agent "away"') },
  });
  await rig.operation('bob', 'yangent-agents:deregister', { id: 'away' });
  expect(await say('noc', session, 'three')).toMatchObject({ status: 200 });
  await register(rig, 'bob', 'away');
  expect(await say('noc', session, 'four')).toMatchObject({ output: { 'error-app-tag': 'backlog-full' } });
  expect((await call('bob', 'receive', { agent: 'away', session })).output.message).toMatchObject([
    { content: 'one' },
    { content: 'two' },
    { content: 'three' },
  ]);
});

it('a speaker whose agent is deleted does not follow the coordinator', async () => {
  await register(rig, 'bob', 'gone');
  const session = await open('group', { member: [{ agent: 'gone' }, { agent: 'optics' }] });
  await rig.operation('bob', 'yangent-agents:deregister', { id: 'gone' });
  await act('alice', session, 'leave', { agent: 'noc' });
  expect(await read('carol', session)).toMatchObject({ coordinator: 'optics' });
});
