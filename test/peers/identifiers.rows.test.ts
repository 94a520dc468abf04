/** ANF-13-e: a decentralized identifier (DID) of an agent of another node leads to its peer, and to no other. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PeerIdentifiers } from '../../src/peers/identifiers.js';
import { Routes } from '../../src/peers/routes.js';
import { errorIn } from '../support/http.js';
import { agentEntry } from '../tasks/fixture.js';
import { until } from '../until.js';
import { type Client, DomainsRig } from './domains-rig.js';
import { PEER_DEFAULTS } from './peer-defaults.js';
import { act, history, said } from './sessions-client.js';

describe('two nodes', () => {
  let rig: DomainsRig;
  let ann: Client;
  let did: string;
  const CLAIMED = 'did:wba:core.example:claims';
  beforeAll(async () => {
    rig = await DomainsRig.start();
    ann = rig.client('oss', 'ann');
    const claiming = { ...agentEntry('claimer', ['bob']), registration: { 'digital-identifier': CLAIMED } };
    await rig.core.node.edit({
      'yangent-identity:identity': { host: 'core.example' },
      'yangent-agents:agents': { agent: [claiming] },
    });
    const { body } = await rig
      .client('core')
      .https.send('GET', '/restconf/data/yangent-agents:agents/agent=worker/status/yangent-identity:identity/did');
    did = JSON.parse(body)['yangent-identity:did'];
  });
  afterAll(() => rig?.stop());

  const where = (identifier: string, client = ann) =>
    client.rpc('yangent-peers:resolve', { 'digital-identifier': identifier });

  it('ANF-13-e: say by its identifier at which peer an agent is', async () => {
    expect(did).toMatch(/^did:wba:core\.example:agents:worker:e1_/);
    expect(await ann.output('yangent-peers:resolve', { 'digital-identifier': did })).toMatchObject({
      ...{ agent: 'worker@core.example', domain: 'core.example', peer: 'core', online: true },
    });
    const there = rig.client('core', 'oss-node');
    expect(await there.output('yangent-peers:resolve', { 'digital-identifier': did })).toMatchObject({
      ...{ agent: 'worker', domain: 'core.example', online: true },
    });
  });

  it('assign a task to it, negotiate with it and send to it', async () => {
    const order = { from: 'noc', to: did, type: 'survey', async: true, content: '##task description look' };
    const { id, to } = await ann.output('yangent-tasks:assign', order);
    expect(to).toBe('worker@core.example');
    await until(
      () => ann.task(id),
      ({ state }) => state === 'completed',
    );
    const round = { from: 'noc', to: did, 'task-id': 'agreed', type: 'FEASIBILITY', content: ['can you?'], wait: 20 };
    expect(await ann.output('yangent-tasks:negotiate', round)).toMatchObject({ by: 'worker@core.example' });
    const { session } = await ann.output('yangent-sessions:send', { from: 'noc', to: [did], content: 'hello' });
    const core = rig.client('oss', 'core-node');
    expect(await act(core, session, 'join', { agent: 'worker@core.example' })).toMatchObject({ state: 'joined' });
    expect(said(await history(core, session, 'worker@core.example'))).toEqual([[3, 'noc', 'hello']]);
  });

  it.each([
    ['that an agent there only claims', CLAIMED],
    ['of a host that no peer has', 'did:wba:other.example:agents:worker'],
    ['without a host', 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK'],
    ['whose key is another', 'did:wba:core.example:agents:worker:e1_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  ])('do not know an identifier %s', async (_, identifier) => {
    const answer = await where(identifier);
    expect([answer.status, errorIn(answer)['error-tag']]).toEqual([409, 'data-missing']);
    const assigned = await ann.rpc('yangent-tasks:assign', { from: 'noc', to: identifier, type: 'survey' });
    expect([assigned.status, errorIn(assigned)['error-tag']]).toEqual([400, 'invalid-value']);
  });
});

describe('the answer of a peer', () => {
  const peer = (name: string, domain: string) => ({ name, domain: [domain], user: name, ...PEER_DEFAULTS });
  const routes = new Routes({
    domain: 'oss.example',
    peer: [peer('core', 'core.example'), peer('ran', 'ran.example')],
  });
  const did = (host: string) => `did:web:${host}:agents:x`;

  it.each([
    ['an agent of its domain', 'core.example', 'x@core.example'],
    ['an agent of its domain, in capital letters', 'CORE.example', 'x@core.example'],
    ['an agent of another peer', 'ran.example', undefined],
    ['an agent of this node', 'oss.example', undefined],
    ['an agent of a domain that no peer has', 'third.example', undefined],
    ['no domain', undefined, undefined],
  ])('counts only for what it speaks for: %s', async (_, domain, name) => {
    const ask = async () => ({ agent: 'x', online: true, ...(domain === undefined ? {} : { domain }) });
    const identifiers = new PeerIdentifiers({ routes: () => routes, ask, now: () => 0 });
    expect(await identifiers.lookUp(did('core.example'))).toBe(name);
    expect(identifiers.of(did('core.example'))).toBe(name);
  });

  it('is asked for once in 30 s, and again when the host has another peer', async () => {
    const asked: string[] = [];
    let [now, at] = [0, routes];
    const identifiers = new PeerIdentifiers({
      routes: () => at,
      now: () => now,
      ask: async ({ value: { name } }) => {
        asked.push(name);
        return { agent: 'x', online: true, domain: 'core.example' };
      },
    });
    await Promise.all([identifiers.lookUp(did('core.example')), identifiers.lookUp(did('core.example'))]);
    now = 29_999;
    await identifiers.lookUp(did('core.example'));
    expect(asked).toEqual(['core']);
    at = new Routes({ domain: 'oss.example', peer: [peer('new', 'core.example')] });
    expect(identifiers.of(did('core.example'))).toBeUndefined();
    await identifiers.lookUp(did('core.example'));
    now = 60_000;
    await identifiers.lookUp(did('core.example%3A8443'));
    expect(asked).toEqual(['core', 'new', 'new']);
  });

  it('is waited for by 16 questions at most, and ends after 5 s', async () => {
    let underWay = 0;
    const identifiers = new PeerIdentifiers({
      routes: () => routes,
      now: () => 0,
      ask: (_, __, signal) =>
        new Promise((_resolve, reject) => {
          underWay += 1;
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        }),
    });
    const waiting = Array.from({ length: 100 }, (_, at) => identifiers.lookUp(`${did('core.example')}${at}`));
    expect(underWay).toBe(16);
    expect(await Promise.all(waiting)).toEqual(Array.from({ length: 100 }, () => undefined));
  });
});
