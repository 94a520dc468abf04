/** The version of a resource (RFC 8040 §3.5.1, §3.5.2) says nothing of entries that do not exist for its reader. */
import { beforeAll, describe, expect, it } from 'vitest';
import { Https } from '../support/http.js';
import { description, register, useAgentsRig } from './agents-rig.js';

const rig = useAgentsRig();
const AGENTS = '/restconf/data/yangent-agents:agents';
const AROUND = ['/restconf/data', AGENTS, `${AGENTS}?content=config`, '/restconf/ds/ietf-datastores:running'];
const OWN = `${AGENTS}/agent=helper`;

beforeAll(async () => {
  await register(rig, 'bob', 'helper');
  await register(rig, 'alice', 'hidden', { visibility: 'private' });
  const nacm = {
    groups: {
      group: [
        { name: 'all', 'user-name': ['admin'] },
        { name: 'owners', 'user-name': ['alice', 'bob'] },
      ],
    },
    'rule-list': [
      { name: 'all', group: ['all'], rule: [{ name: 'all', 'module-name': '*', action: 'permit' }] },
      { name: 'own', group: ['owners'], rule: [{ name: 'own', 'module-name': 'yangent-agents', action: 'permit' }] },
    ],
  };
  const answer = await rig.http('admin', 'PUT', '/restconf/data/ietf-netconf-acm:nacm', {
    'ietf-netconf-acm:nacm': nacm,
  });
  expect(answer.status).toBeLessThan(300);
});

const bob = async <T>(work: (https: Https) => Promise<T>): Promise<T> => {
  const https = new Https(rig.node, 'bob', 'the password of bob');
  return work(https).finally(() => https.close());
};
const one = (field: string | readonly string[] | undefined) =>
  (Array.isArray(field) ? field.join() : field)?.toString();
const versionFor = async (user: 'bob' | 'alice' | 'admin', path: string) => {
  const { status, headers } = await rig.http(user, 'GET', path);
  return { status, etag: one(headers.etag), lastModified: one(headers['last-modified']) };
};
const change = async (domain: string) =>
  expect(
    (await rig.http('alice', 'PUT', `${AGENTS}/agent=hidden/domain`, { 'yangent-agents:domain': domain })).status,
  ).toBeLessThan(300);

describe('a change of an agent that a user may not find', () => {
  it.each(AROUND)('is not told him by the version of %s, which for him has none', async (path) => {
    const before = await versionFor('bob', path);
    const forAdmin = await versionFor('admin', path);
    expect(before).toEqual({ status: 200, etag: undefined, lastModified: undefined });
    await change(`before-${AROUND.indexOf(path)}`);
    expect(await versionFor('bob', path)).toEqual(before);
    // Who knows of all agents sees that something has changed.
    expect(forAdmin.etag).toMatch(/^"[\w-]{22}"$/);
    expect((await versionFor('admin', path)).etag).not.toBe(forAdmin.etag);
  });

  it('leaves the versions of what he sees as they are', async () => {
    const before = await versionFor('bob', OWN);
    expect(before).toMatchObject({ status: 200, etag: expect.stringMatching(/^"[\w-]{22}"$/) });
    await change('elsewhere');
    expect(await versionFor('bob', OWN)).toEqual(before);
  });

  it('is not counted by the tags of what he changes', async () => {
    const tags: (string | undefined)[] = [];
    for (const domain of ['one', 'two', 'three']) {
      const answer = await rig.http('bob', 'PATCH', OWN, { 'yangent-agents:agent': [{ id: 'helper', domain }] });
      expect(answer.status).toBe(204);
      tags.push(one(answer.headers.etag));
    }
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]{22}"$/);
  });

  it('is no matter for his conditions: they hold for his own agent, and nothing is kept of what has no version', async () => {
    const { etag = '' } = await versionFor('bob', OWN);
    await change('once-more');
    const put = (path: string, body: unknown, headers: Record<string, string>) =>
      bob((https) => https.send('PATCH', path, { body: JSON.stringify(body), headers }));
    const entry = { 'yangent-agents:agent': [{ id: 'helper', domain: 'kept' }] };
    const agents = { 'yangent-agents:agents': { agent: [{ id: 'helper', domain: 'lost' }] } };
    expect((await put(OWN, entry, { 'if-match': etag })).status).toBe(204);
    expect((await put(OWN, entry, { 'if-match': etag })).status).toBe(412);
    const { etag: real = '' } = await versionFor('admin', AGENTS);
    for (const tag of [real, '"any"']) {
      const refused = await put(AGENTS, agents, { 'if-match': tag });
      expect(refused.status).toBe(412);
      expect(refused.body).toContain('the resource has no entity-tag');
    }
    expect((await put(AGENTS, agents, { 'if-match': '*' })).status).toBe(204);
    const cached = await bob((https) =>
      https.send('GET', `${AGENTS}?content=config`, { headers: { 'if-none-match': real } }),
    );
    expect(cached.status).toBe(200);
    expect((await rig.http('bob', 'GET', `${OWN}/domain`)).body).toBe('{"yangent-agents:domain":"lost"}');
  });

  it('is not told by the endpoint of his agent', async () => {
    const path = '/agents/helper/restconf/data';
    const before = await versionFor('bob', path);
    await change('at-last');
    expect(await versionFor('bob', path)).toEqual(before);
  });

  it('nor is an agent that comes and goes', async () => {
    const before = await versionFor('bob', AGENTS);
    const entryOf = description('another', { visibility: 'private' });
    expect((await rig.operation('alice', 'yangent-agents:register', entryOf)).status).toBe(200);
    expect(await versionFor('bob', AGENTS)).toEqual(before);
    expect((await rig.http('alice', 'DELETE', `${AGENTS}/agent=another`)).status).toBe(204);
    expect(await versionFor('bob', AGENTS)).toEqual(before);
  });
});
