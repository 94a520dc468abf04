/** Agents of another domain have names here: tasks go to them and come from them over the peer of that domain, and over no other. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorIn } from '../support/http.js';
import { agentEntry } from '../tasks/fixture.js';
import { until } from '../until.js';
import { type Client, DomainsRig, PEERS, type Plain, users } from './domains-rig.js';

let rig: DomainsRig;
let ann: Client;
let adminOss: Client;
let adminCore: Client;
let ossNode: Client;
let eve: Client;
beforeAll(async () => {
  rig = await DomainsRig.start({
    users: ['eve', 'slow'],
    peers: [
      { name: 'evil', domain: ['evil.example', '*.evil.example'], user: 'eve' },
      { name: 'slow', domain: ['slow.example'], user: 'slow', 'max-rate': 3 },
    ],
  });
  ann = rig.client('oss', 'ann');
  [adminOss, adminCore] = [rig.client('oss'), rig.client('core')];
  [ossNode, eve] = [rig.client('core', 'oss-node'), rig.client('core', 'eve')];
});
afterAll(() => rig?.stop());

const order = (more: object = {}) => ({
  ...{ from: 'noc', to: 'worker@core.example', type: 'survey', async: true, content: '##task description look' },
  ...more,
});
const assigned = async (more: object = {}): Promise<string> =>
  (await ann.output('yangent-tasks:assign', order(more))).id;
const reached = (state: string, look: () => Promise<Plain | undefined>) => until(look, (task) => task?.state === state);
const there = async (id: string): Promise<Plain | undefined> =>
  (await adminCore.tasks()).find((task) => task['task-id'].startsWith(`${id}.`));

describe('an agent of another domain', () => {
  it('gets a task as from FROM@OURS, and its result comes back', async () => {
    const id = await assigned();
    const done = await reached('completed', () => ann.task(id));
    expect(done).toMatchObject({
      from: 'noc',
      to: 'worker@core.example',
      artifact: [{ name: 'draft' }, { name: 'report', value: 'seen: look' }],
    });
    expect(await there(id)).toMatchObject({ from: 'noc@oss.example', to: 'worker', state: 'completed' });
  });

  it('is meant in capital letters too', async () => {
    const { to } = await ann.output('yangent-tasks:assign', order({ to: 'worker@CORE.example' }));
    expect(to).toBe('worker@core.example');
  });

  it('ends its task when that is canceled here', async () => {
    const id = await assigned({ type: 'wait' });
    await reached('running', async () => there(id));
    await ann.https.send('POST', `/restconf/data/yangent-tasks:tasks/task=${id}/cancel`, {
      body: JSON.stringify({ 'yangent-tasks:input': { reason: 'no longer needed' } }),
    });
    expect(await reached('canceled', async () => there(id))).toMatchObject({ 'state-reason': 'no longer needed' });
  });

  it('answers a round of a negotiation', async () => {
    const answer = await ann.output('yangent-tasks:negotiate', {
      ...{ from: 'noc', to: 'worker@core.example', 'task-id': 'agreed', type: 'FEASIBILITY' },
      ...{ content: ['can you survey the links?'], wait: 20 },
    });
    expect(answer).toMatchObject({ by: 'worker@core.example', verdict: expect.any(String) });
  });

  it('is this node itself under its own domain', async () => {
    const answer = await adminCore.output('yangent-peers:resolve', { agent: 'worker@core.example' });
    expect(answer).toMatchObject({ agent: 'worker', domain: 'core.example', online: true });
  });

  it('has capabilities that this node does not know', async () => {
    const answer = await ann.rpc('yangent-agents:negotiate-capability', { to: 'worker@core.example' });
    expect([answer.status, errorIn(answer)]).toEqual([
      400,
      expect.objectContaining({ 'error-message': expect.stringContaining('is of another node') }),
    ]);
  });

  it('is unknown at a domain that no peer has', async () => {
    const answer = await ann.rpc('yangent-tasks:assign', order({ to: 'worker@other.example' }));
    expect(answer.status).toBe(400);
    expect(errorIn(answer)).toMatchObject({ 'error-tag': 'invalid-value' });
  });
});

describe('a peer', () => {
  it.each([
    ['an agent of another peer', 'noc@oss.example'],
    ['an agent of this node', 'worker'],
    ['an agent of this node, by its domain', 'worker@core.example'],
    ['a domain that looks like its own', 'x@notevil.example'],
  ])('does not speak for %s', async (_, from) => {
    const answer = await eve.rpc('yangent-tasks:assign', order({ from, to: 'worker' }));
    expect([answer.status, errorIn(answer)['error-tag']]).toEqual([403, 'access-denied']);
  });

  it('speaks for all domains below its own', async () => {
    const { state } = await eve.output('yangent-tasks:assign', order({ from: 'x@deep.evil.example', to: 'worker' }));
    expect(state).toBe('accepted');
  });

  it('sees no task of another peer', async () => {
    const id = await assigned();
    const task = await reached('completed', async () => there(id));
    const answer = await eve.rpc('yangent-tasks:query', { id: task?.id });
    expect([answer.status, errorIn(answer)['error-tag']]).toEqual([409, 'data-missing']);
    expect((await eve.tasks()).filter(({ from }) => from === 'noc@oss.example')).toEqual([]);
  });

  it('does not reach a third domain over this node', async () => {
    const answer = await ossNode.rpc('yangent-tasks:assign', order({ from: 'noc@oss.example', to: 'x@evil.example' }));
    expect([answer.status, errorIn(answer)['error-tag']]).toEqual([400, 'invalid-value']);
    const itself = await ossNode.rpc('yangent-tasks:assign', order({ from: 'noc@oss.example', to: 'x@oss.example' }));
    expect([itself.status, errorIn(itself)['error-tag']]).toEqual([400, 'invalid-value']);
  });

  it('is refused beyond its rate, and harms no other', async () => {
    const slow = rig.client('core', 'slow');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => slow.rpc('yangent-tasks:assign', order({ from: 'noc@oss.example' }))),
    );
    const refused = answers.filter((answer) => errorIn(answer)['error-app-tag'] === 'rate-limited');
    expect(refused.length).toBeGreaterThanOrEqual(10);
    const id = await assigned();
    await reached('completed', () => ann.task(id));
  });
});

describe('a local user', () => {
  it('does not speak for an agent of a peer', async () => {
    const answer = await ann.rpc('yangent-tasks:assign', order({ from: 'fault@core.example', to: 'noc' }));
    expect([answer.status, errorIn(answer)['error-tag']]).toEqual([403, 'access-denied']);
  });

  it.each(['fault@core.example', 'fault@CORE.example', 'noc@oss.example', '@core.example'])(
    'cannot register %s',
    async (name) => {
      const profile = { name: 'plain', description: 'x', version: '1.0.0', provider: 'x' };
      const byId = await ann.rpc('yangent-agents:register', { id: name, profile });
      expect([byId.status, errorIn(byId)['error-tag']]).toEqual([400, 'invalid-value']);
      const byName = await ann.rpc('yangent-agents:register', { id: 'plain', profile: { ...profile, name } });
      expect([byName.status, errorIn(byName)]).toEqual([
        400,
        expect.objectContaining({
          'error-tag': 'invalid-value',
          'error-path': "/yangent-agents:agents/agent[id='plain']/profile/name",
        }),
      ]);
    },
  );

  it('cannot bring such a name in with an edit, even as administrator', async () => {
    const answer = await adminOss.put('/restconf/data/yangent-agents:agents/agent=fault%40core.example', {
      'yangent-agents:agent': [agentEntry('fault@core.example', [])],
    });
    expect([answer.status, errorIn(answer)['error-tag']]).toEqual([400, 'invalid-value']);
  });
});

describe('the configuration of peers', () => {
  const peer = (name: string, domain: readonly string[], user: string) => ({
    'yangent-peers:peer': [{ name, domain, user }],
  });
  it.each([
    ['the domain of this node', ['oss.example']],
    ['all domains among which that of this node is', ['*.example']],
    ['a domain of another peer', ['core.example']],
  ])('refuses a peer for %s', async (_, domain) => {
    const answer = await adminOss.put(`${PEERS}/peer=new`, peer('new', domain, 'ann'));
    expect([answer.status, errorIn(answer)]).toEqual([
      400,
      expect.objectContaining({
        'error-tag': 'invalid-value',
        'error-path': `/yangent-peers:peers/peer[name='new']/domain[.='${domain[0]}']`,
      }),
    ]);
  });

  it('refuses a second peer that logs in as the same user', async () => {
    const answer = await adminOss.put(`${PEERS}/peer=new`, peer('new', ['new.example'], 'core-node'));
    expect([answer.status, errorIn(answer)['error-tag']]).toEqual([400, 'invalid-value']);
  });

  it('refuses a domain that the identifier of an agent here ends in', async () => {
    await adminOss.put('/restconf/data/yangent-agents:agents/agent=bot%40new.example', {
      'yangent-agents:agent': [agentEntry('bot@new.example', ['ann'])],
    });
    const answer = await adminOss.put(`${PEERS}/peer=new`, peer('new', ['new.example'], 'new'));
    expect([answer.status, errorIn(answer)]).toEqual([
      400,
      expect.objectContaining({ 'error-message': expect.stringContaining('@new.example') }),
    ]);
    expect(answer.body).not.toContain('bot');
  });

  it('refuses both when one edit brings in an agent and the domain in its name', async () => {
    const answer = await adminOss.patch('/restconf/data', {
      'ietf-restconf:data': {
        'yangent-agents:agents': { agent: [agentEntry('bot@newer.example', ['ann'])] },
        'yangent-peers:peers': { peer: [{ name: 'newer', domain: ['newer.example'], user: 'newer' }] },
      },
    });
    expect([answer.status, errorIn(answer)['error-tag']]).toEqual([400, 'invalid-value']);
  });

  it('refuses a word that two words of the peer mean', async () => {
    const answer = await adminOss.patch(`${PEERS}/peer=core`, {
      'yangent-peers:peer': [
        {
          name: 'core',
          term: [
            { theirs: 'survey', ours: 'look' },
            { theirs: 'watch', ours: 'look' },
          ],
        },
      ],
    });
    expect([answer.status, errorIn(answer)['error-app-tag']]).toEqual([412, 'data-not-unique']);
  });

  it('is written by no user without a rule that lets it', async () => {
    const answer = await ann.put(`${PEERS}/peer=new`, peer('new', ['x.example'], 'ann'));
    expect([answer.status, errorIn(answer)['error-tag']]).toEqual([403, 'access-denied']);
  });
});

describe('a user as whom a peer logs in', () => {
  it('reads nothing of other peers, and no address', async () => {
    const { body } = await eve.https.send('GET', PEERS);
    const { peer } = JSON.parse(body)['yangent-peers:peers'];
    expect(peer.map(({ name }: Plain) => name)).toEqual(['evil']);
    expect((await ann.https.send('GET', `${PEERS}/peer=core`)).body).not.toMatch(/address|127\.0\.0\.1/);
  });
});

describe('terms', () => {
  it('IOA-7.3-a: translate the skill of a task both ways', async () => {
    const terms = { 'yangent-peers:peer': [{ name: 'core', term: [{ theirs: 'survey', ours: 'look-around' }] }] };
    expect((await adminOss.patch(`${PEERS}/peer=core`, terms)).status).toBe(204);
    const id = await assigned({ type: 'look-around' });
    await reached('completed', () => ann.task(id));
    expect([await ann.task(id), await there(id)]).toMatchObject([{ type: 'look-around' }, { type: 'survey' }]);
    const coreNode = rig.client('oss', 'core-node');
    const answer = await coreNode.output('yangent-tasks:assign', {
      ...{ from: 'worker@core.example', to: 'noc', type: 'survey', content: '##task description look', async: true },
    });
    expect(await ann.task(answer.id)).toMatchObject({ from: 'worker@core.example', type: 'look-around' });
  });
});

describe('the status of a peer', () => {
  const check = async (name: string): Promise<Plain> => {
    const { body } = await adminOss.https.send('POST', `${PEERS}/peer=${name}/check`);
    return JSON.parse(body)['yangent-peers:output'];
  };
  const status = async (name: string): Promise<Plain> => {
    const { body } = await adminOss.https.send('GET', `${PEERS}/peer=${name}/status`);
    return JSON.parse(body)['yangent-peers:status'];
  };

  it('is up after a use and a check, with the latency', async () => {
    expect(await check('core')).toMatchObject({ state: 'up', latency: expect.any(Number) });
    expect(await status('core')).toMatchObject({ state: 'up', latency: expect.any(Number) });
  });

  it('is refused with a wrong password, and down where nothing listens', async () => {
    const { address } = JSON.parse((await adminOss.https.send('GET', `${PEERS}/peer=core`)).body)[
      'yangent-peers:peer'
    ][0];
    for (const [name, change] of [
      ['locked', { credential: 'wrong' }],
      ['gone', { target: 'https://127.0.0.1:1' }],
    ] as const)
      await adminOss.put(`${PEERS}/peer=${name}`, {
        'yangent-peers:peer': [
          { name, domain: [`${name}.example`], user: `${name}-node`, address: { ...address, ...change } },
        ],
      });
    expect(await check('locked')).toMatchObject({ state: 'refused', error: expect.any(String) });
    expect(await check('gone')).toMatchObject({ state: 'down', error: expect.any(String) });
    const where = { agent: 'x@gone.example', domain: 'gone.example', peer: 'gone', online: false };
    expect(await ann.output('yangent-peers:resolve', { agent: 'x@gone.example' })).toEqual(where);
    expect(await adminOss.output('yangent-peers:resolve', { agent: 'x@gone.example' })).toEqual({
      ...where,
      endpoint: [{ protocol: 'restconf', url: 'https://127.0.0.1:1', 'ip-address': ['127.0.0.1'] }],
    });
  });

  it('is checked by operators only', async () => {
    const answer = await ann.https.send('POST', `${PEERS}/peer=core/check`);
    expect(answer.status).toBe(403);
  });
});

describe('a peer over NETCONF', () => {
  it('takes tasks and gives their results', async () => {
    const { netconf, node } = rig.core;
    const address = {
      ...{ target: `netconf://127.0.0.1:${netconf.port}`, user: 'oss-node', credential: 'peer' },
      identity: node.ready.netconf?.hostKeyFingerprint,
    };
    const peer = { name: 'core', domain: ['core.example'], user: 'core-node', address };
    expect((await adminOss.put(`${PEERS}/peer=core`, { 'yangent-peers:peer': [peer] })).status).toBe(204);
    const id = await assigned();
    await reached('completed', () => ann.task(id));
    expect(await there(id)).toMatchObject({ from: 'noc@oss.example', state: 'completed' });
  });
});

describe('an identifier that an agent here and an agent of another node have one after the other', () => {
  const later = { name: 'later', domain: ['later.example'], user: 'later-node' };
  const toBot = (from: string) => ({ from, to: 'bot@later.example', type: 'diagnose-link', async: true });
  const put = (path: string, body: object) => adminOss.put(`/restconf/data/${path}`, body);
  const remove = (path: string) => adminOss.https.send('DELETE', `/restconf/data/${path}`);
  const seenBy = async (client: Client, id: string) => (await client.rpc('yangent-tasks:query', { id })).status;

  it('shows the tasks of one to no owner of the other', async () => {
    await rig.oss.node.edit(users('later-node', 'zoe'));
    const [laterNode, zoe] = [rig.client('oss', 'later-node'), rig.client('oss', 'zoe')];
    const bot = { 'yangent-agents:agent': [agentEntry('bot@later.example', ['ann'])] };
    await put('yangent-agents:agents/agent=bot%40later.example', bot);
    const { id: former } = await ann.output('yangent-tasks:assign', toBot('noc'));
    await remove('yangent-agents:agents/agent=bot%40later.example');
    expect((await adminOss.put(`${PEERS}/peer=later`, { 'yangent-peers:peer': [later] })).status).toBe(201);
    expect(await seenBy(laterNode, former)).toBe(409);

    const { id } = await laterNode.output('yangent-tasks:assign', { ...toBot('bot@later.example'), to: 'noc' });
    expect([await seenBy(laterNode, id), await seenBy(ann, id)]).toEqual([200, 200]);
    await remove('yangent-peers:peers/peer=later');
    const next = { 'yangent-agents:agent': [agentEntry('bot@later.example', ['zoe'])] };
    expect((await put('yangent-agents:agents/agent=bot%40later.example', next)).status).toBe(201);
    expect([await seenBy(zoe, former), await seenBy(zoe, id), await seenBy(ann, id)]).toEqual([409, 409, 200]);
  });
});
