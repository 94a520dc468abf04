/** Finding: conditions by set algebra over the index, then one pass over the candidates with what changes and what is measured. */
import { setImmediate } from 'node:timers/promises';
import { wordsOf } from '../words.js';
import type { AgentIndex } from './agent-index.js';
import { locationOf } from './agent-index.js';
import { indexedValue } from './facets.js';
import { type Cartesian, cartesian, distance, distanceBounds } from './geodesic.js';
import type { AgentQuery, Surroundings } from './query.js';
import { type Parts, scoreOf } from './score.js';
import { Bits } from './slot-set.js';
import { Top } from './top.js';

/** How near a text is to an agent. */
export interface Meaning {
  /** 0 to 1; below `threshold` it does not count. */
  similarity(slot: number): number;
  readonly threshold: number;
}

export interface SearchOptions {
  readonly limit: number;
  /** Least score of a match. */
  readonly minScore: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly signal?: AbortSignal;
  /** What the vectors say about the text; absent where there are none. */
  readonly meaning?: Meaning;
}

export interface Hit extends Parts {
  readonly slot: number;
  readonly id: string;
  readonly score: number;
}

export interface Hits {
  /** How many match, those beyond the limit included. */
  readonly total: number;
  /** Best first. */
  readonly best: readonly Hit[];
}

/** Slots looked at before the clock is, and milliseconds of work before others have their turn. */
const STRIDE = 2_048;
const TURN = 4;

/** @param found the agents that the caller finds; used up */
export async function search(index: AgentIndex, query: AgentQuery, found: Bits, o: SearchOptions): Promise<Hits> {
  const { columns } = index;
  const begun = columns.clock;
  narrow(index, query, found);
  const words = query.text === undefined ? undefined : wordScores(index, query.text, found);
  const near = query.near && nearness(index, query.near);
  const top = new Top<Hit>(o.limit, (a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  let total = 0;
  const look = (slot: number): void => {
    // What came into the slot meanwhile was not asked for.
    if (!columns.unchangedSince(slot, begun)) return;
    if (!query.states.has(columns.state(slot, o.now))) return;
    const [load, latency] = [columns.load(slot), columns.latency(slot)];
    if (query.maxLoad !== undefined && load > query.maxLoad) return;
    if (query.maxLatency !== undefined && !(latency <= query.maxLatency)) return;
    const metres = near?.(slot);
    if (near && metres === undefined) return;
    const similarity = words && textSimilarity(slot, words, o.meaning);
    if (similarity === 0) return;
    const parts: Parts = { load, latency, metres, similarity };
    const score = scoreOf(parts, query);
    if (score < o.minScore) return;
    total++;
    const worst = top.full ? top.worst : undefined;
    if (worst && score < worst.score) return;
    const id = index.at(slot)?.id;
    // Most comers are no better than what is kept; nothing is made for them.
    if (id === undefined || (worst && score === worst.score && id > worst.id)) return;
    top.offer({ slot, id, score, load, latency, metres, similarity });
  };
  let turn = performance.now();
  for (let start = 0; start < found.capacity; start += STRIDE) {
    found.forEach(look, start, start + STRIDE);
    if (performance.now() - turn < TURN) continue;
    await setImmediate();
    o.signal?.throwIfAborted();
    turn = performance.now();
  }
  return { total, best: top.sorted().filter(({ slot }) => columns.unchangedSince(slot, begun)) };
}

/** Leaves in `found` those who have every value that is wanted. */
function narrow(index: AgentIndex, query: AgentQuery, found: Bits): void {
  for (const { facet, wanted } of query.values) {
    for (const value of wanted) {
      const having = index.having(facet, indexedValue(facet, value));
      if (having) having.keepIn(found);
      else found.and(NONE);
    }
  }
  if (query.version) found.and(index.withVersion(query.version.accepts));
  if (query.level) found.and(index.withLevel(query.level.accepts));
  for (const id of query.exclude) {
    const slot = index.slotOf(id);
    if (slot !== undefined) found.clear(slot);
  }
}

const NONE = new Bits(0);

function wordScores(index: AgentIndex, text: string, found: Bits): Float32Array {
  const scores = new Float32Array(index.capacity);
  const words = wordsOf(text);
  if (words.size > 0) index.words.score(words, found, scores);
  return scores;
}

function textSimilarity(slot: number, words: Float32Array, meaning: Meaning | undefined): number {
  const byWords = Math.min(1, words[slot] ?? 0);
  const byMeaning = meaning?.similarity(slot) ?? 0;
  return byMeaning < (meaning?.threshold ?? 0) ? byWords : Math.max(byWords, Math.min(1, byMeaning));
}

/** Metres from the centre; undefined outside. Only where the straight line leaves a doubt is the exact way measured. */
function nearness(index: AgentIndex, { centre, radius }: Surroundings): (slot: number) => number | undefined {
  const from: Cartesian = cartesian(centre);
  return (slot) => {
    const chord = index.columns.chord(slot, from);
    // No way along the Earth is shorter than the straight one through it; without a location it is no number.
    if (!(chord <= radius)) return undefined;
    const [least, most] = distanceBounds(chord);
    if (least > radius) return undefined;
    const agent = most > radius ? index.at(slot) : undefined;
    const location = agent && locationOf(agent);
    if (!location) return (least + most) / 2;
    const exact = distance(centre, location);
    return exact <= radius ? exact : undefined;
  };
}
