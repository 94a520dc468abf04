/** Sessions with members on two nodes: the home gives the numbers, and the other node keeps a copy. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentEntry } from '../tasks/fixture.js';
import { until } from '../until.js';
import { type Client, DomainsRig, type Plain } from './domains-rig.js';
import { act, history, said, session } from './sessions-client.js';

let rig: DomainsRig;
let ann: Client;
let bob: Client;
beforeAll(async () => {
  rig = await DomainsRig.start();
  ann = rig.client('oss', 'ann');
  bob = rig.client('core', 'bob');
  await rig.core.node.edit({
    'yangent-agents:agents': { agent: ['fault', 'optics'].map((id) => agentEntry(id, ['bob'])) },
  });
});
afterAll(() => rig.stop());

describe('a group with members on two nodes', () => {
  let id: string;
  it('invites an agent of the other node, which joins there', async () => {
    const opened = await ann.output('yangent-sessions:open', {
      ...{ from: 'noc', kind: 'group', name: 'R1-R2', goal: 'find the fault' },
      member: [{ agent: 'fault@core.example' }],
    });
    id = opened.id;
    expect(opened.member).toEqual([
      { agent: 'fault@core.example', state: 'invited' },
      { agent: 'noc', state: 'joined' },
    ]);
    const { message } = await bob.output('yangent-sessions:receive', { agent: 'fault', wait: 30 });
    expect(message).toEqual([
      expect.objectContaining({
        ...{ session: id, type: 'yangent-sessions:membership', sequence: '2' },
        membership: { agent: 'fault', state: 'invited', role: 'speaker' },
      }),
    ]);
    const copy = await session(bob, id);
    expect(copy).toMatchObject({
      ...{ kind: 'group', name: 'R1-R2', goal: 'find the fault', state: 'open', home: 'oss.example' },
      copy: { complete: false },
      coordinator: 'noc@oss.example',
    });
    expect(await act(bob, id, 'join', { agent: 'fault' })).toEqual({ state: 'joined', sequence: '3' });
    const home = await session(ann, id, ({ member }) => member.every(({ state }: Plain) => state === 'joined'));
    expect(home.member.map(({ agent, state }: Plain) => [agent, state])).toEqual([
      ['fault@core.example', 'joined'],
      ['noc', 'joined'],
    ]);
  });

  it('carries what is said here and there, in one order', async () => {
    await ann.output('yangent-sessions:send', { session: id, from: 'noc', content: 'R1-R2 is down' });
    const { message } = await bob.output('yangent-sessions:receive', { agent: 'fault', wait: 30, session: id });
    expect(message.at(-1)).toMatchObject({ sequence: '4', from: 'noc@oss.example', content: 'R1-R2 is down' });
    const sent = await bob.output('yangent-sessions:send', {
      ...{ session: id, from: 'fault', id: 'f-1', content: 'no light', wait: 30 },
    });
    expect(sent).toEqual({ session: id, id: 'f-1', sequence: '5', status: 'sequenced' });
    const posted = await bob.output('yangent-sessions:send', {
      session: id,
      from: 'fault',
      id: 'f-2',
      content: 'at all',
    });
    expect(posted).toEqual({ session: id, id: 'f-2', status: 'accepted' });
    const atHome = await until(
      () => history(ann, id, 'noc'),
      ({ length }) => length === 6,
    );
    expect(said(atHome)).toEqual([
      [4, 'noc', 'R1-R2 is down'],
      [5, 'fault@core.example', 'no light'],
      [6, 'fault@core.example', 'at all'],
    ]);
    const there = await until(
      () => history(bob, id, 'fault'),
      ({ length }) => length === 6,
    );
    expect(said(there)).toEqual([
      [4, 'noc@oss.example', 'R1-R2 is down'],
      [5, 'fault', 'no light'],
      [6, 'fault', 'at all'],
    ]);
    expect((await session(bob, id)).copy).toEqual({ complete: true });
  });

  it('names the member that a name without its domain means', async () => {
    const { status, body } = await ann.rpc('yangent-sessions:send', {
      ...{ session: id, from: 'noc', to: ['fault'], content: 'to you' },
    });
    expect([status, JSON.parse(body)['ietf-restconf:errors'].error[0]['error-message']]).toEqual([
      400,
      `"to" names "fault", which is no member of session "${id}"; its member is "fault@core.example", with the domain of another node`,
    ]);
  });

  it('tells the sender what the home has refused', async () => {
    await bob.output('yangent-sessions:send', {
      ...{
        session: id,
        from: 'fault',
        id: 'f-3',
        type: 'yangent-sessions:response',
        content: 'yes',
        'in-reply-to': '99',
      },
    });
    const { rejected } = await bob.output('yangent-sessions:receive', { agent: 'fault', wait: 30, session: id });
    expect(rejected).toEqual([
      {
        ...{ session: id, id: 'f-3', 'error-tag': 'invalid-value' },
        'error-message': expect.stringContaining('"in-reply-to" names message 99'),
      },
    ]);
    await bob.rpc('yangent-sessions:acknowledge', {
      ...{ agent: 'fault', position: [{ session: id, through: '4', rejected: ['f-3'] }] },
    });
    const { status } = await bob.rpc('yangent-sessions:receive', { agent: 'fault', session: id });
    expect(status).toBe(204);
  });
});
