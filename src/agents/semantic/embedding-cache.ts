/** Stores vectors of remote embedders, so that they are not computed again after a restart. */
import { createHash } from 'node:crypto';
import type { Store } from '../../store/index.js';
import type { AgentRecord } from '../record/record.js';
import type { Embedder } from './embedder.js';

interface Described {
  readonly agent: Pick<AgentRecord, 'id'>;
  readonly text: string;
}

export class EmbeddingCache {
  constructor(private readonly store: Store) {}

  /** Returns vectors by agent, for agents with unchanged text and embedder. */
  async find(embedder: Embedder, wanted: readonly Described[]): Promise<ReadonlyMap<string, Float32Array>> {
    if (wanted.length === 0) return new Map();
    const rows = await this.store.reads
      .selectFrom('agent_embedding')
      .selectAll()
      .where(
        'agent',
        'in',
        wanted.map(({ agent }) => agent.id),
      )
      .execute();
    const digests = new Map(wanted.map(({ agent, text }) => [agent.id, digestOf(embedder, text)]));
    const found = new Map<string, Float32Array>();
    for (const { agent, digest, vector } of rows) {
      const numbers = digest === digests.get(agent) ? decode(vector) : undefined;
      if (numbers?.length === embedder.dimensions) found.set(agent, numbers);
    }
    return found;
  }

  async keep(embedder: Embedder, made: readonly (Described & { readonly vector: Float32Array })[]): Promise<void> {
    if (made.length === 0) return;
    await this.store.transact(async (tx) => {
      for (const { agent, text, vector } of made) {
        const row = { agent: agent.id, digest: digestOf(embedder, text), vector: encode(vector) };
        await tx.sql
          .insertInto('agent_embedding')
          .values(row)
          .onConflict((conflict) => conflict.column('agent').doUpdateSet(row))
          .execute();
      }
    });
  }
}

function digestOf({ name, dimensions }: Embedder, text: string): string {
  return createHash('sha256')
    .update(JSON.stringify([name, dimensions, text]))
    .digest('base64');
}

/** Encodes a vector as Base64 of little-endian 32-bit numbers: text is portable between databases. */
function encode(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * 4);
  return bytes.toString('base64');
}

function decode(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  return Float32Array.from({ length: bytes.length >>> 2 }, (_, at) => bytes.readFloatLE(at * 4));
}
