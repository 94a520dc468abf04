/** Data of messages and tokens with limited authority: a token reads and names only what it is for. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthorityRig, by, capability, output, refusal, rpc, startAuthority } from '../node/authority/rig.js';

let node: AuthorityRig;
let session: string;
beforeAll(async () => {
  node = await startAuthority();
  const { ann } = node;
  for (const id of ['open-trace', 'other-trace'])
    expect((await ann.send('PUT', `/data/${id}`, { type: 'text/plain', body: id })).status).toBe(201);
  const open = { from: 'noc', kind: 'group', member: [{ agent: 'crew' }] };
  session = (await output(rpc(ann, 'yangent-sessions:open', open))).id;
});
afterAll(() => node?.stop());

const tokenFor = async (...capabilities: readonly object[]) =>
  by(await node.tokenOf(await node.grantTo('bob', capabilities)));
const send = (param: string, headers: object = {}) =>
  rpc(
    node.bob,
    'yangent-sessions:send',
    { session, from: 'noc', artifact: [{ name: 'trace', 'data-param': param }] },
    headers,
  );
const DATA = '/yangent-contexts:data/param';

describe('a token that sends for another user', () => {
  it('names no data that it may not read itself, as if they were not there', async () => {
    const sends = await tokenFor(capability('yangent-sessions.send', { agent: ['noc'] }));
    const hidden = await send('open-trace', sends);
    expect(await refusal(hidden)).toEqual([400, 'invalid-value', undefined]);
    expect(hidden.body.replaceAll('open-trace', 'no-trace')).toBe((await send('no-trace', sends)).body);
    expect((await node.bob.send('GET', '/data/open-trace')).status).toBe(404);
  });

  it('names those that it may read, and gives their readers no more than these', async () => {
    const path = [`${DATA}[id='open-trace']`];
    const sends = await tokenFor(
      capability('yangent-sessions.send', { agent: ['noc'] }),
      capability('data.read', { path }),
    );
    expect((await send('other-trace', sends)).status).toBe(400);
    expect((await send('open-trace', sends)).status).toBe(200);
    expect((await node.bob.send('GET', '/data/open-trace')).body).toBe('open-trace');
    expect((await node.bob.send('GET', '/data/other-trace')).status).toBe(404);
  });
});

describe('a token of a member', () => {
  it('reads data of messages as far as it may read data', async () => {
    const { ann, bob } = node;
    expect((await bob.send('PUT', '/data/reply', { type: 'text/plain', body: 'of bob' })).status).toBe(201);
    const artifact = [{ name: 'reply', 'data-param': 'reply' }];
    expect((await rpc(bob, 'yangent-sessions:send', { session, from: 'crew', artifact })).status).toBe(200);
    expect((await ann.send('GET', '/data/reply')).body).toBe('of bob');
    const receives = await tokenFor(capability('yangent-sessions.receive'));
    expect((await bob.send('GET', '/data/reply', receives)).status).toBe(403);
    const reads = await tokenFor(capability('data.bulk', { path: [`${DATA}[id='reply']`] }));
    expect((await bob.send('GET', '/data/reply', reads)).body).toBe('of bob');
    expect((await bob.send('GET', '/data/other-trace', reads)).status).toBe(403);
  });
});
