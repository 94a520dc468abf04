import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentView } from '../../src/server/index.js';
import {
  agentEntry,
  cleanUp,
  configure,
  type Fixture,
  openFixture,
  temporaryDirectory,
  type User,
} from '../tasks/fixture.js';

let node: Fixture;
let alice: User;

beforeEach(async () => {
  node = await openFixture();
  alice = node.as('alice');
});
afterEach(() => node.close());
afterAll(cleanUp);

const { id: _, owner: __, ...description } = agentEntry('TMF-ACME-IP-1.0', []);
const changes = async () => (await node.notifications('yangent-agents:agent-changed')).map(({ value }) => value);

describe('registering an agent', () => {
  it('makes it known, with the caller as owner and the name as identifier', async () => {
    expect(await alice.rpc('yangent-agents:register', description)).toEqual({ id: 'TMF-ACME-IP-1.0', approved: true });
    expect(await alice.read("/yangent-agents:agents/agent[id='TMF-ACME-IP-1.0']")).toMatchObject({
      owner: ['alice'],
      status: { state: 'online', 'running-tasks': 0 },
    });
    expect(await alice.read('/irtf-agent:agent')).toBeUndefined();
    expect(await node.as('x', { view: agentView('TMF-ACME-IP-1.0') }).read('/irtf-agent:agent')).toMatchObject({
      name: 'TMF-ACME-IP-1.0',
      provider: 'ACME',
    });
    expect(await changes()).toMatchObject([
      { id: 'TMF-ACME-IP-1.0', change: 'created', state: 'online', domain: 'ip' },
    ]);
  });

  it('again replaces the description, for its owners only', async () => {
    await alice.rpc('yangent-agents:register', { ...description, id: 'a' });
    await expect(node.as('bob').rpc('yangent-agents:register', { ...description, id: 'a' })).rejects.toMatchObject({
      tag: 'access-denied',
    });
    await alice.rpc('yangent-agents:register', { ...description, id: 'a', domain: 'core' });
    expect(await alice.read("/yangent-agents:agents/agent[id='a']")).toMatchObject({
      owner: ['alice'],
      domain: 'core',
    });
  });

  it('lets only one of two win the same identifier', async () => {
    const both = ['alice', 'bob'].map((user) =>
      node.as(user).rpc('yangent-agents:register', { ...description, id: 'a' }),
    );
    const results = await Promise.allSettled(both);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('refuses a name that another agent has', async () => {
    await alice.rpc('yangent-agents:register', { ...description, id: 'a' });
    await expect(alice.rpc('yangent-agents:register', { ...description, id: 'b' })).rejects.toMatchObject({
      appTag: 'data-not-unique',
      message: expect.stringContaining('"a"'),
    });
  });

  it('holds for its lease, which can be renewed', async () => {
    const { 'lease-expires': expires } = await alice.rpc('yangent-agents:register', {
      ...description,
      id: 'a',
      lease: 60,
    });
    expect(Date.parse(expires)).toBe(node.clock.now + 60_000);
    node.clock.now += 61_000;
    await node.agents.lapse();
    expect(await alice.read("/yangent-agents:agents/agent[id='a']/status")).toMatchObject({ state: 'offline' });
    expect((await alice.rpc('yangent-agents:discover', {})).total).toBe(0);
    await alice.act("/yangent-agents:agents/agent[id='a']/renew", { load: '12.5' });
    expect(await alice.read("/yangent-agents:agents/agent[id='a']/status")).toMatchObject({
      state: 'online',
      load: '12.5',
    });
    expect(await changes()).toMatchObject([
      { change: 'created' },
      { change: 'state', state: 'offline' },
      { change: 'state', state: 'online' },
    ]);
    await expect(node.as('bob').act("/yangent-agents:agents/agent[id='a']/renew", { lease: 1 })).rejects.toMatchObject({
      tag: 'access-denied',
    });
  });

  it('is renewed by the same registration again', async () => {
    const same = { ...description, id: 'a', lease: 60 };
    await alice.rpc('yangent-agents:register', same);
    node.clock.now += 61_000;
    await node.agents.lapse();
    const { 'lease-expires': expires } = await alice.rpc('yangent-agents:register', same);
    expect(Date.parse(expires)).toBe(node.clock.now + 60_000);
    expect(await alice.read("/yangent-agents:agents/agent[id='a']/status")).toMatchObject({
      state: 'online',
      'lease-expires': expires,
    });
    expect((await changes()).at(-1)).toMatchObject({ id: 'a', change: 'state', state: 'online' });
  });

  it('ends with deregistering', async () => {
    await alice.rpc('yangent-agents:register', { ...description, id: 'a' });
    await expect(node.as('bob').rpc('yangent-agents:deregister', { id: 'a' })).rejects.toMatchObject({
      tag: 'access-denied',
    });
    await alice.rpc('yangent-agents:deregister', { id: 'a' });
    expect(await alice.read("/yangent-agents:agents/agent[id='a']")).toBeUndefined();
    await expect(alice.rpc('yangent-agents:deregister', { id: 'a' })).rejects.toMatchObject({ tag: 'data-missing' });
    expect((await changes()).at(-1)).toMatchObject({ id: 'a', change: 'removed' });
  });

  it('survives a restart', async () => {
    await node.close();
    const directory = temporaryDirectory();
    node = await openFixture({ directory });
    await node.as('alice').rpc('yangent-agents:register', { ...description, id: 'a', lease: 600 });
    await node.as('alice').act("/yangent-agents:agents/agent[id='a']/drain");
    await node.close();
    node = await openFixture({ directory });
    expect(await node.as('alice').read("/yangent-agents:agents/agent[id='a']/status")).toMatchObject({
      state: 'draining',
      'lease-expires': expect.any(String),
    });
  });
});

describe('discovering agents', () => {
  beforeEach(async () => {
    const located = (latitude: string) => ({
      registration: { location: { latitude, longitude: '11.5' }, communication: { protocol: ['restconf'] } },
    });
    await configure(
      node,
      agentEntry('munich', ['alice'], located('48.1')),
      agentEntry('berlin', ['bob'], { ...located('52.5'), domain: 'optical' }),
      agentEntry('hidden', ['bob'], { visibility: 'private' }),
      agentEntry('peer', ['bob'], { visibility: 'domain' }),
      agentEntry('bot', ['bob'], { execution: { kind: 'hosted' } }),
    );
  });
  const found = async (user: string, query: Record<string, unknown> = {}) =>
    ((await node.as(user).rpc('yangent-agents:discover', query)).match ?? [])
      .map(({ id }: { id: string }) => id)
      .sort();

  it('finds what the caller may see and is online', async () => {
    expect(await found('alice')).toEqual(['berlin', 'munich', 'peer']);
    expect(await found('bob')).toEqual(['berlin', 'hidden', 'munich', 'peer']);
    expect(await found('carol')).toEqual(['berlin', 'munich']);
    expect(await found('carol', { state: ['offline'] })).toEqual(['bot']);
  });

  it.each([
    [{ domain: 'optical' }, ['berlin']],
    [{ skill: ['diagnose-link'], tag: ['optics', 'FAULT'], protocol: ['restconf'] }, ['berlin', 'munich']],
    [{ provider: 'Other' }, []],
    [{ near: { latitude: '48.2', longitude: '11.6', radius: 20_000 } }, ['munich']],
    [{ text: 'who can find out why links are down in berlin?' }, ['berlin', 'munich']],
  ])('meets %j', async (query, ids) => {
    expect(await found('carol', query)).toEqual(ids);
  });

  it('ranks with reasons', async () => {
    const { total, match } = await node
      .as('carol')
      .rpc('yangent-agents:discover', { text: 'down link in berlin', skill: ['diagnose-link'], limit: 1 });
    expect(total).toBe(2);
    expect(match).toMatchObject([
      { id: 'berlin', rank: 1, score: '1.0', name: 'berlin', skill: ['diagnose-link'], state: 'online' },
    ]);
    expect(match[0].reason).toEqual([
      'skill: diagnose-link',
      'state: online',
      'text: 100 % of its words describe the agent',
    ]);
  });

  it('negotiates capabilities', async () => {
    const ask = (input: Record<string, unknown>) =>
      node.as('carol').rpc('yangent-agents:negotiate-capability', { to: 'munich', ...input });
    expect(
      await ask({
        skill: ['diagnose-link', 'fly'],
        protocol: ['restconf', 'netconf'],
        streaming: true,
        'push-notifications': true,
      }),
    ).toMatchObject({
      agreed: false,
      missing: ['skill:fly', 'push-notifications:true'],
      agreement: { skill: ['diagnose-link'], protocol: ['restconf'], streaming: true },
      profile: { name: 'munich' },
    });
    expect(await ask({})).toMatchObject({
      agreed: true,
      agreement: { negotiate: ['acp-task-feasibility-negotiation-v1.0', 'acp-task-fulfillment-negotiation-v1.0'] },
    });
    await expect(ask({ from: 'munich' })).rejects.toMatchObject({ tag: 'access-denied' });
    await expect(ask({ to: 'hidden' })).rejects.toMatchObject({ tag: 'data-missing' });
  });
});
