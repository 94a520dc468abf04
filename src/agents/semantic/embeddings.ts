/** Keeps a vector for every agent. Vectors are made in the background: discovery never waits for a remote embedder. */

import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { withinTime } from '../../data/index.js';
import { agentText } from '../agent-text.js';
import type { AgentRecord } from '../record/record.js';
import type { Embedder } from './embedder.js';
import type { EmbeddingCache } from './embedding-cache.js';
import { Vectors } from './vectors.js';

export interface EmbeddingsOptions {
  readonly embedder: Embedder;
  /** Returns the present agent in a slot. */
  readonly at: (slot: number) => AgentRecord | undefined;
  /** Storage for vectors of remote embedders. */
  readonly cache: EmbeddingCache;
  readonly log: Logger;
  /** Maximum time of a remote embedder for the text of a query, in milliseconds. */
  readonly patience?: number;
}

/** Compares the vector of the text of a query with those of agents. */
export interface TextMeaning {
  similarity(slot: number): number;
  readonly threshold: number;
}

const PATIENCE = 3_000;
const QUERIES_KEPT = 256;
const LONGEST_TEXT = 8_000;
/** Number of pending agents up to which a query waits for the local embedder. */
const SOON = 256;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;

export class Embeddings {
  readonly #vectors: Vectors;
  readonly #pending = new Map<number, AgentRecord>();
  readonly #queries = new Map<string, Float32Array>();
  #pump: Promise<void> | undefined;
  #stopped = new AbortController();

  constructor(private readonly o: EmbeddingsOptions) {
    this.#vectors = new Vectors(o.embedder.dimensions);
  }

  get name(): string {
    return this.o.embedder.name;
  }

  /** Number of agents without a vector. */
  get waiting(): number {
    return this.#pending.size;
  }

  put(agent: AgentRecord, slot: number): void {
    this.#vectors.clear(slot);
    this.#pending.set(slot, agent);
    this.#pump ??= this.#work();
  }

  remove(slot: number): void {
    this.#vectors.clear(slot);
    this.#pending.delete(slot);
  }

  /** Returns the meaning of a text; undefined when the embedder fails or is too slow: then only words are compared. */
  async meaningOf(text: string, signal: AbortSignal): Promise<TextMeaning | undefined> {
    const { embedder } = this.o;
    if (!embedder.remote && this.#pending.size <= SOON) await this.#pump;
    const wanted = await this.#query(text.slice(0, LONGEST_TEXT), signal);
    return wanted && { threshold: embedder.threshold, similarity: this.#vectors.comparison(wanted) };
  }

  /** Resolves when every agent has a vector, or the embedder fails. */
  async settled(): Promise<void> {
    await this.#pump;
  }

  stop(): void {
    this.#stopped.abort();
    this.#pending.clear();
  }

  async #query(text: string, signal: AbortSignal): Promise<Float32Array | undefined> {
    const { embedder, log, patience = PATIENCE } = this.o;
    const known = this.#queries.get(text);
    if (known) return known;
    try {
      const [vector] = await withinTime({ timeout: patience, signal }, (until) => {
        until.throwIfAborted();
        // The race ends also when the embedder ignores the signal.
        return Promise.race([embedder.embed([text], until), ended(until)]);
      });
      if (vector) this.#remember(text, vector);
      return vector;
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ err: error, embedder: embedder.name }, 'agents: the text of a query could not be embedded');
      return undefined;
    }
  }

  #remember(text: string, vector: Float32Array): void {
    if (this.#queries.size >= QUERIES_KEPT) {
      const [oldest] = this.#queries.keys();
      if (oldest !== undefined) this.#queries.delete(oldest);
    }
    this.#queries.set(text, vector);
  }

  /** Embeds one batch after another until none is pending, with a pause after a failure. */
  async #work(): Promise<void> {
    const { signal } = this.#stopped;
    let pause = FIRST_PAUSE;
    // Agents that are added in one turn of the event loop are embedded together.
    await setImmediate();
    while (this.#pending.size > 0 && !signal.aborted) {
      try {
        await this.#batch(signal);
        pause = FIRST_PAUSE;
        await setImmediate();
      } catch (error) {
        if (signal.aborted) break;
        this.o.log.warn(
          { err: error, embedder: this.name, waiting: this.waiting },
          'agents: agents could not be embedded',
        );
        await setTimeout(pause, undefined, { ref: false, signal }).catch(() => undefined);
        pause = Math.min(pause * 2, LONGEST_PAUSE);
      }
    }
    this.#pump = undefined;
  }

  async #batch(signal: AbortSignal): Promise<void> {
    const { embedder, cache } = this.o;
    const batch: { readonly slot: number; readonly agent: AgentRecord; readonly text: string }[] = [];
    for (const [slot, agent] of this.#pending) {
      if (batch.length >= embedder.batch) break;
      batch.push({ slot, agent, text: agentText(agent).slice(0, LONGEST_TEXT) });
    }
    const known = embedder.remote ? await cache.find(embedder, batch) : new Map<string, Float32Array>();
    const unknown = batch.filter(({ agent }) => !known.has(agent.id));
    const vectors =
      unknown.length === 0
        ? []
        : await embedder.embed(
            unknown.map(({ text }) => text),
            signal,
          );
    const made = unknown.flatMap((each, at) => {
      const vector = vectors[at];
      return vector?.length === embedder.dimensions ? [{ ...each, vector }] : [];
    });
    if (made.length < unknown.length)
      throw new Error(
        `embedder "${embedder.name}" gave ${made.length} vectors of ${embedder.dimensions} numbers for ${unknown.length} texts`,
      );
    if (embedder.remote) await cache.keep(embedder, made);
    for (const { slot, agent } of batch) {
      if (this.#pending.get(slot) !== agent) continue;
      this.#pending.delete(slot);
      const vector = known.get(agent.id) ?? made.find((each) => each.agent === agent)?.vector;
      if (vector && this.o.at(slot) === agent) this.#vectors.set(slot, vector);
    }
  }
}

function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
