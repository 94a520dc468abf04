/** Evaluates each candidate once: its status, its measurements, and whether it is among the best so far. */
import type { AgentIndex } from './agent-index.js';
import { Near } from './near.js';
import type { AgentQuery } from './query.js';
import { Scoring } from './score.js';
import { keepAtMost, keepStates, keepUnchanged } from './sieves.js';
import { Top } from './top.js';

/** The similarity of a text to agents. */
export interface Meaning {
  /** Returns a similarity from 0 to 1; below `threshold` it does not count. */
  similarity(slot: number): number;
  readonly threshold: number;
}

export interface LookOptions {
  readonly limit: number;
  /** Minimum score of a match. */
  readonly minScore: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The similarity by vectors; absent without vectors. */
  readonly meaning?: Meaning;
  /** By slot, the share of the words of the text that describe the agent; absent without a text. */
  readonly words?: Float32Array;
}

export interface Hit {
  readonly slot: number;
  readonly id: string;
  readonly score: number;
  /** Percent. */
  readonly load: number;
  /** Milliseconds; NaN when not measured. */
  readonly latency: number;
  /** Similarity to the text of the query, if it has one: 0 to 1. */
  readonly similarity?: number;
}

export interface Hits {
  /** Number of matches, those beyond the limit included. */
  readonly total: number;
  /** Best first. */
  readonly best: readonly Hit[];
}

export class Look {
  readonly #begun: number;
  readonly #scoring: Scoring;
  readonly #near: Near | undefined;
  readonly #top: Top<Hit>;
  /** Straight-line distances in metres of the slots being evaluated. */
  #chords = new Float64Array(0);
  /** Score of the worst kept match, once the limit is reached. Of equally good matches, those in the first slots stay. */
  #worst = Number.NEGATIVE_INFINITY;
  #total = 0;

  constructor(
    private readonly index: AgentIndex,
    private readonly query: AgentQuery,
    private readonly o: LookOptions,
  ) {
    this.#begun = index.columns.clock;
    this.#scoring = new Scoring(query);
    this.#near = query.near && new Near(query.near);
    this.#top = new Top<Hit>(o.limit, (a, b) => b.score - a.score || a.slot - b.slot);
  }

  /** Evaluates the first `count` slots, in ascending order; overwrites the array. */
  at(slots: Int32Array, count: number): void {
    const kept = this.#sifted(slots, count);
    const near = this.#near;
    const [chords, scoring] = [this.#chords, this.#scoring];
    const { load: loads, latency: latencies } = this.index.columns.arrays;
    const { minScore, words } = this.o;
    const isTimed = this.query.maxLatency !== undefined;
    for (let n = 0; n < kept; n++) {
      const slot = slots[n] ?? 0;
      const similarity = words ? this.#similarity(slot, words) : 1;
      if (similarity === 0) continue;
      const load = loads[slot] ?? 0;
      const latency = isTimed ? (latencies[slot] ?? 0) : 0;
      const chord = near ? (chords[n] ?? 0) : 0;
      // The straight line is never longer than the path, so this score is an upper bound.
      let score = scoring.of(load, latency, chord, similarity);
      if (score < minScore) continue;
      if (near && (minScore > 0 || score > this.#worst)) {
        score = scoring.of(load, latency, near.metres(chord), similarity);
        if (score < minScore) continue;
      }
      this.#total++;
      // Most candidates are not better than the kept ones; no object is created for them.
      if (score > this.#worst) this.#keep(slot, score, load, similarity);
    }
  }

  /** Returns the matches, without agents that have changed since. */
  hits(): Hits {
    const { columns } = this.index;
    const best = this.#top.sorted().filter(({ slot }) => columns.unchangedSince(slot, this.#begun));
    return { total: this.#total, best };
  }

  /** Keeps the slots that meet all conditions except that of the text. */
  #sifted(slots: Int32Array, count: number): number {
    const { columns } = this.index;
    const { arrays } = columns;
    const { states, maxLoad, maxLatency } = this.query;
    let kept = count;
    // Agents that came into a slot in the meantime were not part of the query.
    if (columns.clock !== this.#begun) kept = keepUnchanged(slots, kept, arrays.since, this.#begun);
    kept = keepStates(slots, kept, arrays, states, this.o.now);
    if (maxLoad !== undefined) kept = keepAtMost(slots, kept, arrays.load, maxLoad);
    if (maxLatency !== undefined) kept = keepAtMost(slots, kept, arrays.latency, maxLatency);
    if (!this.#near) return kept;
    if (this.#chords.length < kept) this.#chords = new Float64Array(slots.length);
    return this.#near.keepInside(slots, kept, arrays.position, this.#chords);
  }

  #keep(slot: number, score: number, load: number, similarity: number): void {
    const id = this.index.idAt(slot);
    if (id === undefined) return;
    const latency = this.index.columns.arrays.latency[slot] ?? Number.NaN;
    this.#top.offer({ slot, id, score, load, latency, ...(this.o.words ? { similarity } : {}) });
    if (this.#top.full) this.#worst = this.#top.worst?.score ?? this.#worst;
  }

  #similarity(slot: number, words: Float32Array): number {
    const { meaning } = this.o;
    const byWords = Math.min(1, words[slot] ?? 0);
    if (!meaning || byWords === 1) return byWords;
    const byMeaning = meaning.similarity(slot);
    return byMeaning < meaning.threshold ? byWords : Math.max(byWords, Math.min(1, byMeaning));
  }
}
