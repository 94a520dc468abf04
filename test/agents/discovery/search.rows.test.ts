/** The index says the same as looking at every agent. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AgentDirectory } from '../../../src/agents/directory.js';
import { AgentIndex } from '../../../src/agents/discovery/agent-index.js';
import type { QueryInput } from '../../../src/agents/discovery/facets.js';
import { distance } from '../../../src/agents/discovery/geodesic.js';
import { agentQuery } from '../../../src/agents/discovery/query.js';
import { search } from '../../../src/agents/discovery/search.js';
import { type AgentRecord, agentRecord } from '../../../src/agents/record/record.js';
import { agentInUse } from '../../support/agent-in-use.js';

const some = <T extends string>(...values: readonly T[]) => fc.constantFrom(...values);
const degrees = (n: number): `${number}` => `${n}`;
const nowhere = { place: () => undefined, agent: () => undefined };
const idle = { leaseEnds: Number.POSITIVE_INFINITY, draining: false, down: false, load: 0, latency: undefined };

const entry = fc
  .record({
    id: some('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
    owner: fc.subarray(['alice', 'bob']),
    domain: some('ip', 'optical'),
    approved: fc.boolean(),
    published: fc.boolean(),
    visibility: some('public', 'domain', 'private'),
    profile: fc.record({
      version: some('1.0.0', '1.5.0', '2.0.0'),
      provider: some('ACME', 'acme', 'Other'),
      skills: fc.record({
        skill: fc.array(fc.record({ 'skill-name': some('x', 'y', 'z'), 'skill-tags': fc.subarray(['red', 'blue']) }), {
          maxLength: 2,
        }),
      }),
    }),
    registration: fc.record({
      location: fc.record({
        latitude: fc.integer({ min: -90, max: 90 }).map(degrees),
        longitude: fc.integer({ min: -180, max: 180 }).map(degrees),
      }),
    }),
  })
  .map(agentInUse);

const query = fc.record(
  {
    domain: some('ip', 'optical'),
    provider: some('ACME', 'none'),
    skill: fc.subarray(['x', 'y'], { minLength: 1 }),
    tag: fc.subarray(['red', 'blue'], { minLength: 1 }),
    version: some('>=1.5', '^1.0.0', '2.x || <1.2'),
    near: fc.record({
      latitude: some('10', '-40'),
      longitude: some('20', '170'),
      radius: fc.integer({ min: 0, max: 20_100_000 }),
    }),
  },
  { requiredKeys: [] },
);

/** The conditions said once more, plainly. */
function meets(
  agent: AgentRecord,
  user: string,
  agents: readonly AgentRecord[],
  { domain, provider, skill = [], tag = [], version, near }: QueryInput,
): boolean {
  const own = agent.owners.includes(user);
  const listed = agent.approved && agent.published;
  const neighbour = agents.some((each) => each.owners.includes(user) && each.domain === agent.domain);
  if (!own && !(listed && (agent.visibility === 'public' || (agent.visibility === 'domain' && neighbour))))
    return false;
  const { location } = agent.registration;
  const point = (at: { latitude?: string; longitude?: string } = {}) => ({
    latitude: Number(at.latitude),
    longitude: Number(at.longitude),
  });
  const versions: Record<string, readonly string[]> = {
    '>=1.5': ['1.5.0', '2.0.0'],
    '^1.0.0': ['1.0.0', '1.5.0'],
    '2.x || <1.2': ['2.0.0', '1.0.0'],
  };
  return (
    (domain === undefined || agent.domain === domain) &&
    (provider === undefined || agent.profile.provider.toLowerCase() === provider.toLowerCase()) &&
    skill.every((name) => agent.skills.some((each) => each.name === name)) &&
    tag.every((name) => agent.skills.some((each) => each.tags.includes(name))) &&
    (version === undefined || (versions[version] ?? []).includes(agent.version)) &&
    (near === undefined || distance(point(near), point(location)) <= near.radius)
  );
}

describe('a search', () => {
  it('finds exactly those who meet the query and may be found, whatever came, changed and went before', async () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: entry.map((put) => ({ put })) },
      { weight: 1, arbitrary: some('a', 'b', 'c', 'd').map((gone) => ({ gone })) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 20 }),
        query,
        some('alice', 'bob', 'carol'),
        async (steps, wanted, user) => {
          const index = new AgentIndex(() => idle);
          const directory = new AgentDirectory({
            put: (agent) => void index.put(agent),
            remove: (id) => index.remove(id),
          });
          for (const each of steps) {
            if ('put' in each) directory.put(each.put);
            else directory.remove(each.gone);
          }
          const agents = [...directory.all()];
          const found = index.foundBy({ user, groups: [] }, directory.domainsOf(user));
          const hits = await search(index, agentQuery(wanted, nowhere), found, { limit: 100, minScore: 0, now: 0 });
          const expected = agents.filter((agent) => meets(agent, user, agents, wanted)).map(({ id }) => id);
          expect(hits.best.map(({ id }) => id).sort()).toEqual(expected.sort());
          expect(hits.total).toBe(expected.length);
        },
      ),
      { numRuns: 300 },
    );
  });

  const directoryOf = (count: number, live = () => idle) => {
    const index = new AgentIndex(live);
    for (let n = 0; n < count; n++) index.put(agentRecord(agentInUse({ id: `agent-${n}` })));
    return index;
  };
  const everything = (index: AgentIndex) => index.foundBy({ user: 'x', groups: [] }, []);

  it('keeps the best of many, in order', async () => {
    let load = 0;
    const index = directoryOf(5_000, () => {
      load = (load + 37) % 100;
      return { ...idle, load };
    });
    const { total, best } = await search(index, agentQuery({}, nowhere), everything(index), {
      limit: 7,
      minScore: 0,
      now: 0,
    });
    expect(total).toBe(5_000);
    expect(best.map((hit) => hit.load)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    // Of equally good ones those that came first.
    expect(best.map(({ id }) => id)).toEqual([99, 199, 299, 399, 499, 599, 699].map((n) => `agent-${n}`));
  });

  it('leaves out those whose lease is over by now, before anybody has noticed', async () => {
    const index = directoryOf(3, () => ({ ...idle, leaseEnds: 1_000 }));
    const count = async (now: number) =>
      (await search(index, agentQuery({}, nowhere), everything(index), { limit: 9, minScore: 0, now })).total;
    expect([await count(999), await count(1_000)]).toEqual([3, 0]);
  });

  it('gives up when nobody waits for it', async () => {
    const index = directoryOf(60_000);
    const stopped = new AbortController();
    const o = { limit: 60_000, minScore: 0, now: 0, signal: stopped.signal };
    const searching = search(index, agentQuery({}, nowhere), everything(index), o);
    stopped.abort(new Error('gone'));
    await expect(searching).rejects.toThrow('gone');
  });

  it('does not tell of who took the place of another while it ran', async () => {
    const index = directoryOf(60_000);
    const searching = search(index, agentQuery({}, nowhere), everything(index), { limit: 60_000, minScore: 0, now: 0 });
    for (const id of ['agent-59999', 'agent-3']) index.remove(id);
    for (const id of ['newcomer', 'another']) index.put(agentRecord(agentInUse({ id, visibility: 'private' })));
    const ids = (await searching).best.map(({ id }) => index.at(index.slotOf(id) ?? -1)?.id);
    expect(ids).not.toContain('newcomer');
    expect(ids).not.toContain('another');
    expect(ids).toContain('agent-59998');
  });
});
