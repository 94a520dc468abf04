/** Data over a node in the middle, which passes them on, and over links that are cut. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followed, upload } from '../support/live-data.js';
import { until } from '../until.js';
import { done, get, named, put, say, user } from './bytes-client.js';
import type { Client } from './domains-rig.js';
import { RowRig } from './row-rig.js';
import { act, history, session } from './sessions-client.js';

let rig: RowRig;
let id: string;
let [ann, ron, bob]: readonly Client[] = [];
const at = (client: Client | undefined): Client => client as Client;
const hears = (client: Client | undefined, agent: string, name: string) =>
  until(
    async () => named(await history(at(client), id, agent)),
    (names) => names.includes(name),
  );

beforeAll(async () => {
  rig = await RowRig.start();
  [ann, ron, bob] = [rig.client('a'), rig.client('r'), rig.client('b')];
  ({ id } = await at(ann).output('yangent-sessions:open', {
    ...{ from: 'a', kind: 'group', member: [{ agent: 'r@r.example' }, { agent: 'b@b.example' }] },
  }));
  await session(at(ron), id);
  await act(at(ron), id, 'join', { agent: 'r' });
  await session(at(bob), id);
  await act(at(bob), id, 'join', { agent: 'b' });
});
afterAll(() => rig?.stop());

describe('data over a node in the middle', () => {
  it('are named by the way to them, and passed on', async () => {
    expect(await put(at(ann), 'trace', 'of ann')).toBe(201);
    done(await say(at(ann), id, 'a', 'trace'));
    await hears(bob, 'b', 'trace@a.example@r.example');
    expect(await get(at(bob), 'trace@a.example@r.example')).toBe('of ann');
    expect(await get(at(ron), 'trace@a.example')).toBe('of ann');
  });

  it('come from the member at the end of the row to its home', async () => {
    expect(await put(at(bob), 'dump', 'of bob')).toBe(201);
    done(await say(at(bob), id, 'b', 'dump', { wait: 30 }));
    await hears(ann, 'a', 'dump@b.example@r.example');
    expect(await get(at(ann), 'dump@b.example@r.example')).toBe('of bob');
    expect(await get(at(ron), 'dump@b.example')).toBe('of bob');
    await hears(bob, 'b', 'dump');
  });

  it('ANF-13-i: go on after the received bytes when a link was cut, also while they grow', async () => {
    const stream = upload(rig.nodes.a, user('ann'), '/data/live', { 'content-type': 'audio/opus' });
    stream.write('one ');
    await until(
      () => at(ann).https.send('HEAD', '/data/live'),
      ({ headers }) => headers['upload-offset'] === '4',
    );
    done(await say(at(ann), id, 'a', 'live'));
    await hears(bob, 'b', 'live@a.example@r.example');
    const reader = await followed(rig.nodes.b, user('bob'), '/data/live@a.example@r.example');
    await expect.poll(() => reader.text()).toBe('one ');
    for (const cut of [rig.cuts.br, rig.cuts.ra]) cut.sever();
    stream.write('two ');
    await until(
      () => at(ann).https.send('HEAD', '/data/live'),
      ({ headers }) => headers['upload-offset'] === '8',
    );
    expect(reader.text()).toBe('one ');
    for (const cut of [rig.cuts.br, rig.cuts.ra]) cut.mend();
    await expect.poll(() => reader.text(), { timeout: 20_000 }).toBe('one two ');
    stream.write('three');
    expect(await stream.end()).toBe(201);
    expect(await reader.over).toBe(true);
    expect(reader.text()).toBe('one two three');
  });

  it('ANF-10-c: do not hold up text: messages pass while a large transfer is under way', async () => {
    const large = 'x'.repeat(8_000_000);
    expect(await put(at(ann), 'film', large)).toBe(201);
    done(await say(at(ann), id, 'a', 'film'));
    await hears(ron, 'r', 'film@a.example');
    const reader = await followed(rig.nodes.r, user('ron'), '/data/film@a.example');
    done(await at(ann).rpc('yangent-sessions:send', { session: id, from: 'a', content: 'look' }));
    await until(
      () => history(at(ron), id, 'r'),
      (messages) => messages.some(({ content }) => content === 'look'),
    );
    expect(await reader.over).toBe(true);
    expect(reader.text()).toHaveLength(large.length);
  });
});
