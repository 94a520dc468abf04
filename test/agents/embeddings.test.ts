/** Discovery by meaning with somebody else's embedder: made in the background, kept, and done without when it fails. */

import pino from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { type AgentRecord, agentRecord } from '../../src/agents/record/record.js';
import type { Embedder } from '../../src/agents/semantic/embedder.js';
import { EmbeddingCache } from '../../src/agents/semantic/embedding-cache.js';
import { Embeddings } from '../../src/agents/semantic/embeddings.js';
import { agentInUse } from '../support/agent-in-use.js';
import { agentEntry, cleanUp, openFixture } from '../tasks/fixture.js';

afterAll(cleanUp);

const log = pino({ level: 'silent' });
const signal = new AbortController().signal;

/** Knows two meanings, and can be told to fail. */
class TestEmbedder implements Embedder {
  readonly name = 'test';
  readonly dimensions = 2;
  readonly threshold = 0.5;
  readonly remote = true;
  readonly batch = 3;
  readonly asked: (readonly string[])[] = [];
  fails = false;

  async embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    this.asked.push(texts);
    if (this.fails) throw new Error('the service is down');
    return texts.map((text) => Float32Array.from(/cat|feline/.test(text) ? [1, 0] : [0, 1]));
  }
}

const agents = ['cat', 'dog', 'feline', 'bird'].map((id) => agentRecord(agentInUse({ id })));

describe('vectors of agents', () => {
  it('are made in batches, kept for the next start, and made again when the description changes', async () => {
    const node = await openFixture();
    const cache = new EmbeddingCache(node.store);
    const start = async (records: readonly AgentRecord[]) => {
      const embedder = new TestEmbedder();
      const embeddings = new Embeddings({ embedder, at: (slot) => records[slot], cache, log });
      for (const [slot, agent] of records.entries()) embeddings.put(agent, slot);
      await embeddings.settled();
      const meaning = await embeddings.meaningOf('cat', signal);
      return {
        sizes: embedder.asked.map(({ length }) => length),
        // Vectors are kept in octets.
        near: records.map((_, slot) => Math.round((meaning?.similarity(slot) ?? Number.NaN) * 1_000) / 1_000),
      };
    };
    expect(await start(agents)).toEqual({ sizes: [3, 1, 1], near: [1, 0, 1, 0] });
    expect(await start(agents)).toEqual({ sizes: [1], near: [1, 0, 1, 0] });
    const changed = agents.map((agent) =>
      agent.id === 'dog' ? agentRecord(agentInUse({ id: 'dog', domain: 'cats' })) : agent,
    );
    expect(await start(changed)).toEqual({ sizes: [1, 1], near: [1, 1, 1, 0] });
    await node.close();
  });

  it('that cannot be made leave discovery to the words', async () => {
    const node = await openFixture();
    const embedder = new TestEmbedder();
    embedder.fails = true;
    const embeddings = new Embeddings({
      embedder,
      at: (slot) => agents[slot],
      cache: new EmbeddingCache(node.store),
      log,
    });
    embeddings.put(agents[0]!, 0);
    expect(await embeddings.meaningOf('cat', signal)).toBeUndefined();
    expect(embeddings.waiting).toBe(1);
    embeddings.stop();
    await node.close();
  });

  it('do not answer a query that nobody waits for', async () => {
    const node = await openFixture();
    const embedder: Embedder = {
      ...new TestEmbedder(),
      name: 'slow',
      embed: (_, until) =>
        new Promise((_resolve, reject) => until.addEventListener('abort', () => reject(until.reason))),
    };
    const embeddings = new Embeddings({
      embedder,
      at: () => undefined,
      cache: new EmbeddingCache(node.store),
      log,
      patience: 20,
    });
    expect(await embeddings.meaningOf('cat', signal)).toBeUndefined();
    await expect(embeddings.meaningOf('cat', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    await node.close();
  });
});

describe('registering many agents at once', () => {
  it('stores them together, and refuses those that are wrong by themselves', async () => {
    const node = await openFixture();
    const alice = node.as('alice');
    const wanted = Array.from({ length: 60 }, (_, n) => {
      const { owner: _owner, ...entry } = agentEntry(`agent-${n}`, []);
      return n % 20 === 7 ? { ...entry, profile: { ...(entry.profile as object), name: 'agent-0' } } : entry;
    });
    const results = await Promise.allSettled(wanted.map((input) => alice.rpc('yangent-agents:register', input)));
    expect(results.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))).toEqual([7, 27, 47]);
    expect((await alice.rpc('yangent-agents:discover', {})).total).toBe(57);
    const created = await node.notifications('yangent-agents:agent-changed');
    expect(created).toHaveLength(57);
    await node.close();
  });

  it('is bounded for each user, and for the node', async () => {
    const node = await openFixture();
    const admin = node.as('admin', { groups: ['admin', 'operator'] });
    await admin.edit({ 'yangent-agents:agents': { policy: { 'max-agents-per-owner': 2, 'max-agents': 3 } } });
    const register = (user: string, id: string) =>
      node.as(user).rpc('yangent-agents:register', { ...agentEntry(id, []), owner: undefined });
    await register('alice', 'a1');
    await register('alice', 'a2');
    await expect(register('alice', 'a3')).rejects.toMatchObject({
      tag: 'resource-denied',
      message: expect.stringContaining('max-agents-per-owner'),
    });
    await register('alice', 'a2');
    await register('bob', 'b1');
    await expect(register('bob', 'b2')).rejects.toMatchObject({
      tag: 'resource-denied',
      message: expect.stringContaining('max-agents'),
    });
    await node.close();
  });
});
