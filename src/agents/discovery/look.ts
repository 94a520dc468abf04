/** The one look at each candidate: what changes, what is measured, and whether it is among the best so far. */
import type { AgentIndex } from './agent-index.js';
import { stateBit } from './columns.js';
import { Near } from './near.js';
import type { AgentQuery } from './query.js';
import { Scoring } from './score.js';
import { Top } from './top.js';

/** How near a text is to an agent. */
export interface Meaning {
  /** 0 to 1; below `threshold` it does not count. */
  similarity(slot: number): number;
  readonly threshold: number;
}

export interface LookOptions {
  readonly limit: number;
  /** Least score of a match. */
  readonly minScore: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** What the vectors say about the text; absent where there are none. */
  readonly meaning?: Meaning;
  /** By slot, which share of the words of the text describes the agent; absent without a text. */
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
  /** Of the text of the query, where it has one: 0 to 1. */
  readonly similarity?: number;
}

export interface Hits {
  /** How many match, those beyond the limit included. */
  readonly total: number;
  /** Best first. */
  readonly best: readonly Hit[];
}

export class Look {
  readonly #begun: number;
  readonly #scoring: Scoring;
  readonly #near: Near | undefined;
  readonly #top: Top<Hit>;
  #total = 0;

  constructor(
    private readonly index: AgentIndex,
    private readonly query: AgentQuery,
    private readonly o: LookOptions,
  ) {
    this.#begun = index.columns.clock;
    this.#scoring = new Scoring(query);
    this.#near = query.near && new Near(index, query.near);
    this.#top = new Top<Hit>(o.limit, (a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  }

  /** Looks at the first `count` of the slots. */
  at(slots: Int32Array, count: number): void {
    const { since, leaseEnds, flags, load: loads, latency: latencies, position } = this.index.columns.arrays;
    const { now, minScore, words } = this.o;
    const { states, maxLoad = Number.POSITIVE_INFINITY, maxLatency } = this.query;
    for (let n = 0; n < count; n++) {
      const slot = slots[n] ?? 0;
      // What came into the slot meanwhile was not asked for.
      if ((since[slot] ?? Number.POSITIVE_INFINITY) > this.#begun) continue;
      if ((stateBit(flags[slot] ?? 0, leaseEnds[slot] ?? 0, now) & states) === 0) continue;
      const load = loads[slot] ?? 0;
      const latency = latencies[slot] ?? Number.NaN;
      if (load > maxLoad || (maxLatency !== undefined && !(latency <= maxLatency))) continue;
      const chord = this.#near ? this.#near.chord(slot, position) : 0;
      if (chord === undefined) continue;
      const similarity = words ? this.#similarity(slot, words) : 1;
      if (similarity === 0) continue;
      // The straight line makes the score no worse than the way does.
      const most = this.#scoring.of(load, latency, chord, similarity);
      if (most < minScore) continue;
      if (this.#near && (minScore > 0 || !this.#isBeaten(most))) {
        const score = this.#scoring.of(load, latency, this.#near.metres(chord), similarity);
        if (score >= minScore) this.#count(slot, score, load, latency, similarity);
      } else this.#count(slot, most, load, latency, similarity);
    }
  }

  /** What was found; agents that have changed since are left out. */
  hits(): Hits {
    const { columns } = this.index;
    const best = this.#top.sorted().filter(({ slot }) => columns.unchangedSince(slot, this.#begun));
    return { total: this.#total, best };
  }

  /** True when so low a score does not come among the best. */
  #isBeaten(score: number): boolean {
    const worst = this.#top.full ? this.#top.worst : undefined;
    return worst !== undefined && score < worst.score;
  }

  #count(slot: number, score: number, load: number, latency: number, similarity: number): void {
    this.#total++;
    const worst = this.#top.full ? this.#top.worst : undefined;
    if (worst && score < worst.score) return;
    const id = this.index.idAt(slot);
    // Most comers are no better than what is kept; nothing is made for them.
    if (id === undefined || (worst && score === worst.score && id > worst.id)) return;
    this.#top.offer({ slot, id, score, load, latency, ...(this.o.words ? { similarity } : {}) });
  }

  #similarity(slot: number, words: Float32Array): number {
    const { meaning } = this.o;
    const byWords = Math.min(1, words[slot] ?? 0);
    if (!meaning || byWords === 1) return byWords;
    const byMeaning = meaning.similarity(slot);
    return byMeaning < meaning.threshold ? byWords : Math.max(byWords, Math.min(1, byMeaning));
  }
}
