/** IOA-1-d IOA-1-f IOA-1-i ANF-9.1-e ANF-9.1-f: sessions with members on three nodes in a row, of which the middle one passes messages on. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../until.js';
import type { Client } from './domains-rig.js';
import { type Place, RowRig } from './row-rig.js';
import { act, history, said, session } from './sessions-client.js';

let rig: RowRig;
let [ann, ron, bob]: readonly Client[] = [];
beforeAll(async () => {
  rig = await RowRig.start({ b: ['b2', 'b3'] });
  [ann, ron, bob] = [rig.client('a'), rig.client('r'), rig.client('b')];
});
afterAll(() => rig.stop());

describe('a group over three nodes', () => {
  let id: string;
  const readers = () =>
    [
      [ann, 'a'],
      [ron, 'r'],
      [bob, 'b'],
    ] as const;
  /** Returns what each of the members reads, once it has so many texts. */
  const all = (count: number) =>
    Promise.all(
      readers().map(([client, agent]) =>
        until(
          async () => said(await history(client as Client, id, agent)),
          ({ length }) => length === count,
          60_000,
        ),
      ),
    );

  it('IOA-1-i: is formed across nodes', async () => {
    ({ id } = await (ann as Client).output('yangent-sessions:open', {
      ...{ from: 'a', kind: 'group', name: 'row', member: [{ agent: 'r@r.example' }, { agent: 'b@b.example' }] },
    }));
    await session(ron as Client, id);
    await act(ron as Client, id, 'join', { agent: 'r' });
    await session(bob as Client, id);
    expect(await act(bob as Client, id, 'join', { agent: 'b' })).toMatchObject({ state: 'joined' });
    const home = await session(ann as Client, id, ({ member }) =>
      member.every(({ state }: { state: string }) => state === 'joined'),
    );
    expect(home.member.map(({ agent }: { agent: string }) => agent)).toEqual(['a', 'b@b.example', 'r@r.example']);
    const far = await session(bob as Client, id, ({ member }) => member.length === 3);
    expect(far).toMatchObject({ home: 'a.example', coordinator: 'a@a.example' });
    expect(far.member.map(({ agent }: { agent: string }) => agent).sort()).toEqual(['a@a.example', 'b', 'r@r.example']);
  });

  it('IOA-1-d IOA-1-f: has one order everywhere', async () => {
    for (const round of [1, 2, 3]) {
      for (const [client, agent] of readers()) {
        await (client as Client).output('yangent-sessions:send', {
          ...{ session: id, from: agent, id: `${agent}-${round}`, content: `${agent} says ${round}`, wait: 30 },
        });
      }
    }
    const [atA = [], atR = [], atB = []] = await all(9);
    const numbers = atA.map(([sequence]) => sequence);
    expect(atR.map(([sequence]) => sequence)).toEqual(numbers);
    expect(atB.map(([sequence]) => sequence)).toEqual(numbers);
    const texts = [1, 2, 3].flatMap((round) => ['a', 'r', 'b'].map((agent) => `${agent} says ${round}`));
    for (const messages of [atA, atR, atB]) expect(messages.map(([, , content]) => content)).toEqual(texts);
    expect(atB.slice(0, 3).map(([, from]) => from)).toEqual(['a@a.example', 'r@r.example', 'b']);
  });

  it('goes on at both sides of a link that is cut, and agrees afterwards', async () => {
    rig.cuts.br.sever();
    rig.cuts.rb.sever();
    for (const number of [1, 2, 3, 4, 5]) {
      await (ann as Client).output('yangent-sessions:send', { session: id, from: 'a', content: `a goes on ${number}` });
      const posted = await (bob as Client).output('yangent-sessions:send', {
        ...{ session: id, from: 'b', content: `b goes on ${number}` },
      });
      expect(posted.status).toBe('accepted');
    }
    expect((await session(bob as Client, id)).copy.waiting).toBe(5);
    rig.cuts.br.mend();
    rig.cuts.rb.mend();
    const [atA = [], atR = [], atB = []] = await all(19);
    const shown = (messages: typeof atA) => messages.map(([sequence, , content]) => [sequence, content]);
    expect(shown(atR)).toEqual(shown(atA));
    expect(shown(atB)).toEqual(shown(atA));
    const later = atA.slice(9).map(([, , content]) => content);
    expect(later.filter((content) => content.startsWith('b'))).toEqual([1, 2, 3, 4, 5].map((n) => `b goes on ${n}`));
    expect((await session(bob as Client, id, ({ copy }) => copy.waiting === undefined)).copy.complete).toBe(true);
  });

  it('tells a sender at the end of the row what the home refused', async () => {
    await (bob as Client).output('yangent-sessions:send', {
      ...{ session: id, from: 'b', id: 'no', type: 'yangent-sessions:response', content: 'yes', 'in-reply-to': '999' },
    });
    const { rejected } = await until(
      () => (bob as Client).output('yangent-sessions:receive', { agent: 'b', session: id, wait: 5 }),
      (answer) => answer.rejected !== undefined,
    );
    expect(rejected).toEqual([expect.objectContaining({ session: id, id: 'no', 'error-tag': 'invalid-value' })]);
  });

  it('ANF-9.1-e: lets a task pass on to the third node, in the name of its assigner', async () => {
    const { id: task } = await (ann as Client).output('yangent-tasks:assign', {
      ...{ from: 'a', to: 'b@b.example', 'task-id': 't-1', content: 'description: look', async: true },
    });
    expect(task).toBeDefined();
    const [there] = await until(
      () => (bob as Client).tasks(),
      ({ length }) => length > 0,
    );
    expect(there).toMatchObject({ from: 'a@a.example', to: 'b' });
  });

  it('ANF-9.1-f: sends each message over a link once, however many members are behind it', async () => {
    const { id: wide } = await (ann as Client).output('yangent-sessions:open', {
      ...{ from: 'a', kind: 'group', member: ['b', 'b2', 'b3'].map((agent) => ({ agent: `${agent}@b.example` })) },
    });
    await session(bob as Client, wide);
    for (const agent of ['b', 'b2', 'b3']) await act(bob as Client, wide, 'join', { agent });
    await until(
      async () => (await history(bob as Client, wide, 'b')).length,
      (length) => length === 7,
    );
    const received = async (place: Place) => {
      const answer = await rig.operator(place).https.send('GET', '/restconf/data/yangent-peers:peers');
      const [first] = JSON.parse(answer.body)['yangent-peers:peers'].peer;
      return Number(first.status.traffic.received);
    };
    const before = await Promise.all([received('r'), received('b')]);
    for (let number = 1; number <= 20; number += 1)
      await (ann as Client).output('yangent-sessions:send', { session: wide, from: 'a', content: `news ${number}` });
    for (const agent of ['b', 'b2', 'b3'])
      await until(
        async () => said(await history(bob as Client, wide, agent)).length,
        (length) => length === 20,
      );
    expect(await Promise.all([received('r'), received('b')])).toEqual(before.map((count) => count + 20));
  });

  it('does not pass on what comes from a peer without relay', async () => {
    await rig.operator('r').patch('/restconf/data/yangent-peers:peers/peer=a', {
      'yangent-peers:peer': [{ name: 'a', relay: false }],
    });
    const { id: other } = await (ann as Client).output('yangent-sessions:open', {
      ...{ from: 'a', kind: 'group', member: [{ agent: 'r@r.example' }, { agent: 'b@b.example' }] },
    });
    await session(ron as Client, other);
    await act(ron as Client, other, 'join', { agent: 'r' });
    const { status } = await (bob as Client).https.send(
      'GET',
      `/restconf/data/yangent-sessions:sessions/session=${other}`,
    );
    expect(status).toBe(404);
  });
});
