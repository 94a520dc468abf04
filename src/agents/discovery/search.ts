/** Search: conditions by set algebra over the index, then one evaluation of each candidate. */
import { setImmediate } from 'node:timers/promises';
import { wordsOf } from '../words.js';
import type { AgentIndex } from './agent-index.js';
import { indexedValue } from './facets.js';
import { type Hits, Look, type LookOptions } from './look.js';
import type { AgentQuery } from './query.js';
import { Bits } from './slot-set.js';

export interface SearchOptions extends Omit<LookOptions, 'words'> {
  readonly signal?: AbortSignal;
}

/** Number of slots between two looks at the clock (a multiple of 32), and milliseconds of work before a pause for other work. */
const STRIDE = 2_048;
const TURN = 4;

/** Searches agents. @param found the agents that the caller may find; modified */
export async function search(index: AgentIndex, query: AgentQuery, found: Bits, o: SearchOptions): Promise<Hits> {
  narrow(index, query, found);
  const words = query.text === undefined ? undefined : wordScores(index, query.text, found);
  const look = new Look(index, query, { ...o, words });
  const slots = new Int32Array(STRIDE);
  let turn = performance.now();
  for (let start = 0; start < found.capacity; start += STRIDE) {
    look.at(slots, found.into(slots, start, start + STRIDE));
    if (performance.now() - turn < TURN) continue;
    await setImmediate();
    o.signal?.throwIfAborted();
    turn = performance.now();
  }
  return look.hits();
}

/** Keeps in `found` the agents that have all wanted values. */
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
