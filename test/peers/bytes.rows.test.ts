/** Data that messages name, with members on two nodes: each node reads those of the other under names with its domain. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followed, upload } from '../support/live-data.js';
import { agentEntry } from '../tasks/fixture.js';
import { until } from '../until.js';
import { done, get, named, put, say, user } from './bytes-client.js';
import { type Client, DomainsRig, PEERS, users } from './domains-rig.js';
import { act, history, session } from './sessions-client.js';

let rig: DomainsRig;
let [ann, dan, bob, eve]: readonly Client[] = [];
let id: string;
const at = (client: Client | undefined): Client => client as Client;
/** Waits until so many data are named in what the agent reads. */
const names = async (client: Client | undefined, agent: string, count: number) =>
  named(
    await until(
      () => history(at(client), id, agent),
      (messages) => messages.filter(({ artifact }) => artifact).length >= count,
    ),
  );

beforeAll(async () => {
  rig = await DomainsRig.start({ users: ['eve'] });
  await rig.oss.node.edit({ ...users('dan'), 'yangent-agents:agents': { agent: [agentEntry('desk', ['dan'])] } });
  await rig.core.node.edit({
    'yangent-agents:agents': { agent: [agentEntry('fault', ['bob']), agentEntry('other', ['eve'])] },
  });
  [ann, dan, bob, eve] = [
    rig.client('oss', 'ann'),
    rig.client('oss', 'dan'),
    rig.client('core', 'bob'),
    rig.client('core', 'eve'),
  ];
  ({ id } = await at(ann).output('yangent-sessions:open', {
    ...{ from: 'noc', kind: 'group', member: [{ agent: 'fault@core.example' }, { agent: 'desk' }] },
  }));
  await session(at(bob), id);
  await act(at(bob), id, 'join', { agent: 'fault' });
});
afterAll(() => rig?.stop());

describe('data of the home', () => {
  it('are named with its domain at the copy, and read there; data of the copy with the same name are others', async () => {
    expect(await put(at(ann), 'trace', 'light is low')).toBe(201);
    expect(await put(at(eve), 'trace', 'of eve alone')).toBe(201);
    done(await say(at(ann), id, 'noc', 'trace'));
    expect(await names(bob, 'fault', 1)).toEqual(['trace@oss.example']);
    expect(await get(at(bob), 'trace')).toBe(404);
    expect(await get(at(bob), 'trace@oss.example')).toBe('light is low');
    expect(await get(at(eve), 'trace@oss.example')).toBe(404);
  });

  it('are read by the peer only as far as messages for its members name them', async () => {
    expect(await put(at(ann), 'private', 'of ann alone')).toBe(201);
    const peer = rig.client('oss', 'core-node');
    expect(await get(peer, 'trace')).toBe('light is low');
    expect(await get(peer, 'private')).toBe(404);
    expect(await get(at(bob), 'private@oss.example')).toBe(404);
  });

  it('are kept at the copy, for the owner of the peer', async () => {
    expect((await at(ann).https.send('DELETE', '/data/trace')).status).toBe(204);
    expect(await get(at(bob), 'trace@oss.example')).toBe('light is low');
  });
});

describe('data of a member at the copy', () => {
  it('ANF-13-b: are read at the home under the domain of the copy, when it names them in a message', async () => {
    expect(await put(at(bob), 'dump', 'no light')).toBe(201);
    done(await say(at(bob), id, 'fault', 'dump', { wait: 30 }));
    expect((await names(ann, 'noc', 1)).at(-1)).toBe('dump@core.example');
    expect(await get(at(dan), 'dump@core.example')).toBe('no light');
    expect(await get(at(ann), 'dump')).toBe(404);
    expect((await names(bob, 'fault', 2)).at(-1)).toBe('dump');
  });

  it('are those that it may read itself', async () => {
    expect(await put(at(eve), 'secret', 'of eve alone')).toBe(201);
    expect((await say(at(bob), id, 'fault', 'secret')).status).toBe(400);
    expect((await say(at(bob), id, 'fault', 'secret@core.example')).status).toBe(400);
  });
});

describe('a name from another node', () => {
  it('is none that data of this node may have', async () => {
    for (const name of ['new@oss.example', 'new@core.example', 'new@OSS.example']) {
      const { status, body } = await at(bob).https.send('PUT', `/data/${name}`, { body: 'x', type: 'text/plain' });
      expect([status, JSON.parse(body)['ietf-restconf:errors'].error[0]]).toEqual([
        400,
        expect.objectContaining({
          'error-tag': 'invalid-value',
          'error-message': expect.stringContaining('choose a name'),
        }),
      ]);
    }
    const entry = { 'irtf-agent:data-params': [{ id: 'new@oss.example', dataType: 'text', data: 'x' }] };
    expect((await at(bob).put('/restconf/data/irtf-agent:data-params=new@oss.example', entry)).status).toBe(400);
  });

  it('means no data of this node in a message that a peer sends', async () => {
    const peer = rig.client('oss', 'core-node');
    for (const param of ['private', 'private@oss.example', 'x@third.example']) {
      const refused = await say(peer, id, 'fault@core.example', param, { id: `m-${param}` });
      expect([param, refused.status]).toEqual([param, 400]);
    }
  });

  it('means no data of this node in a message that a home gives', async () => {
    const operator = rig.client('oss');
    const { body } = await operator.https.send('GET', `${PEERS}?content=config&with-defaults=explicit`);
    expect((await operator.https.send('DELETE', PEERS)).status).toBe(204);
    // Without peers, the name is one as all others at the home.
    expect(await put(at(ann), 'secret@core.example', 'bait')).toBe(201);
    done(await say(at(ann), id, 'noc', 'secret@core.example', { id: 'bait' }));
    expect((await operator.put(PEERS, JSON.parse(body))).status).toBe(201);
    done(await at(ann).rpc('yangent-sessions:send', { session: id, from: 'noc', content: 'go on' }));
    const [bait] = await until(
      async () => (await history(at(bob), id, 'fault')).filter((message) => message.id === 'bait'),
      ({ length }) => length > 0,
    );
    expect(bait?.artifact).toEqual([{ name: 'trace' }]);
    expect(await get(at(bob), 'secret')).toBe(404);
    expect(await get(at(bob), 'secret@core.example')).toBe(404);
    // Nor are the data of the home those of the peer, which the name means now.
    expect(await get(at(dan), 'secret@core.example')).toBe(404);
  });
});

describe('a live stream', () => {
  it('ANF-10-b ANF-10-c: is followed by two members, one on another node, while text passes by it; a stranger gets 404', async () => {
    const audio = upload(rig.oss, user('ann'), '/data/call', { 'content-type': 'audio/opus' });
    audio.write('one ');
    await until(
      () => at(ann).https.send('HEAD', '/data/call'),
      ({ headers }) => headers['upload-offset'] === '4',
    );
    done(await say(at(ann), id, 'noc', 'call'));
    await until(
      () => history(at(bob), id, 'fault'),
      (messages) => named(messages).includes('call@oss.example'),
    );
    const here = await followed(rig.oss, user('dan'), '/data/call');
    const there = await followed(rig.core, user('bob'), '/data/call@oss.example');
    expect([here.status, there.status, there.headers['content-type']]).toEqual([200, 200, 'audio/opus']);
    await expect.poll(() => [here.text(), there.text()]).toEqual(['one ', 'one ']);
    done(await at(ann).rpc('yangent-sessions:send', { session: id, from: 'noc', content: 'listen' }));
    await until(
      () => history(at(bob), id, 'fault'),
      (messages) => messages.some(({ content }) => content === 'listen'),
    );
    audio.write('two ');
    await expect.poll(() => [here.text(), there.text()]).toEqual(['one two ', 'one two ']);
    expect(await get(at(eve), 'call@oss.example')).toBe(404);
    audio.write('three');
    expect(await audio.end()).toBe(201);
    expect(await Promise.all([here.over, there.over])).toEqual([true, true]);
    expect([here.text(), there.text()]).toEqual(['one two three', 'one two three']);
    const { headers } = await at(bob).https.send('HEAD', '/data/call@oss.example');
    expect(headers['upload-complete']).toBe('?1');
  });
});
