/** Requests that come again, and identifiers that are used for something else. */
import { describe, expect, it } from 'vitest';
import { register } from '../rows/agents-rig.js';
import { useSessionsRig } from './sessions-rig.js';

const { rig, call, act } = useSessionsRig();

describe('a request-id', () => {
  it('stands for one session of one agent', async () => {
    await register(rig, 'alice', 'desk');
    const input = { from: 'noc', kind: 'group', 'request-id': 'r-1', member: [{ agent: 'ip' }] };
    const first = await call('alice', 'open', input);
    expect(await call('alice', 'open', input)).toEqual(first);
    for (const other of [
      { from: 'desk', kind: 'group' },
      { from: 'noc', kind: 'topic' },
    ]) {
      expect(await call('alice', 'open', { ...other, 'request-id': 'r-1' })).toMatchObject({
        status: 409,
        output: { 'error-tag': 'data-exists', 'error-message': expect.stringContaining('request-id "r-1"') },
      });
    }
  });

  it('is answered without members that are others by now, and without any to an agent that left', async () => {
    await register(rig, 'bob', 'brief');
    const input = { from: 'noc', kind: 'group', 'request-id': 'r-2', member: [{ agent: 'brief' }, { agent: 'ip' }] };
    const { output } = await call('alice', 'open', input);
    await rig.operation('bob', 'yangent-agents:deregister', { id: 'brief' });
    await register(rig, 'carol', 'brief');
    expect(await call('alice', 'open', input)).toMatchObject({
      status: 200,
      output: {
        id: output.id,
        member: [
          { agent: 'ip', state: 'joined' },
          { agent: 'noc', state: 'joined' },
        ],
      },
    });
    await act('alice', output.id, 'leave', { agent: 'noc' });
    expect((await call('alice', 'open', input)).output.member).toEqual([{ agent: 'noc', state: 'left' }]);
  });
});
