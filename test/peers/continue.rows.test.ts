/** A session whose home is lost goes on at a copy; the home, when it is back, closes its own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../until.js';
import type { Client } from './domains-rig.js';
import { RowRig } from './row-rig.js';
import { act, history, said, session } from './sessions-client.js';

let rig: RowRig;
beforeAll(async () => {
  rig = await RowRig.start();
});
afterAll(() => rig.stop());

describe('a group whose home is cut off', () => {
  let [ann, ron]: readonly Client[] = [];
  let id: string;
  let later: string;
  it('takes messages of members while it waits for its home', async () => {
    [ann, ron] = [rig.client('a'), rig.client('r')];
    ({ id } = await (ann as Client).output('yangent-sessions:open', {
      ...{ from: 'a', kind: 'group', name: 'repair', member: [{ agent: 'r@r.example' }] },
    }));
    await session(ron as Client, id);
    await act(ron as Client, id, 'join', { agent: 'r' });
    await (ann as Client).output('yangent-sessions:send', { session: id, from: 'a', content: 'before' });
    await until(
      async () => said(await history(ron as Client, id, 'r')),
      ({ length }) => length === 1,
    );
    for (const cut of [rig.cuts.ar, rig.cuts.ra]) cut.sever();
    await (ann as Client).output('yangent-sessions:send', {
      session: id,
      from: 'a',
      content: 'known to the home only',
    });
    for (const number of [1, 2]) {
      const posted = await (ron as Client).output('yangent-sessions:send', {
        ...{ session: id, from: 'r', id: `r-${number}`, content: `waits ${number}` },
      });
      expect(posted.status).toBe('accepted');
    }
  });

  it('says what it cannot do without its home', async () => {
    const { status, body } = await (ron as Client).https.send(
      'POST',
      `/restconf/data/yangent-sessions:sessions/session=${id}/leave`,
      { body: JSON.stringify({ 'yangent-sessions:input': { agent: 'r' } }) },
    );
    expect([status, body]).toEqual([412, expect.stringContaining('home-unreachable')]);
  });

  it('is continued by an operator, with what waited', async () => {
    const operator = rig.operator('r');
    ({ id: later } = await act(operator, id, 'continue', {}));
    expect(await act(operator, id, 'continue', {})).toEqual({ id: later });
    expect(await session(ron as Client, id)).toMatchObject({
      ...{ state: 'closed', 'close-reason': 'continued', 'continued-by': later },
    });
    const now = await session(ron as Client, later);
    expect(now).toMatchObject({
      kind: 'group',
      name: 'repair',
      state: 'open',
      coordinator: 'r',
      continues: { session: id },
    });
    expect(now.member.map(({ agent, state }: { agent: string; state: string }) => [agent, state])).toEqual([
      ['a@a.example', 'invited'],
      ['r', 'joined'],
    ]);
    expect(said(await history(ron as Client, later, 'r')).map(([, , content]) => content)).toEqual([
      'waits 1',
      'waits 2',
    ]);
  });

  it('is closed by its home when that is back and lets the peer continue sessions', async () => {
    await rig.operator('a').patch('/restconf/data/yangent-peers:peers/peer=r', {
      'yangent-peers:peer': [{ name: 'r', continues: true }],
    });
    for (const cut of [rig.cuts.ar, rig.cuts.ra]) cut.mend();
    const old = await session(ann as Client, id, ({ state }) => state === 'closed', 60_000);
    expect(old).toMatchObject({ 'close-reason': 'continued', 'continued-by': later });
    expect(said(await history(ann as Client, id, 'a')).map(([, , content]) => content)).toEqual([
      'before',
      'known to the home only',
    ]);
    await session(ann as Client, later);
    await act(ann as Client, later, 'join', { agent: 'a' });
    await (ann as Client).output('yangent-sessions:send', { session: later, from: 'a', content: 'back', wait: 30 });
    const both = await until(
      async () => said(await history(ron as Client, later, 'r')),
      ({ length }) => length === 3,
    );
    expect(both.map(([, from, content]) => [from, content])).toEqual([
      ['r', 'waits 1'],
      ['r', 'waits 2'],
      ['a@a.example', 'back'],
    ]);
  });
});
