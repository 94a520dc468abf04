/** The index of agents by the words of their descriptions and by synonyms. */
import { agentText } from '../agent-text.js';
import type { AgentRecord } from '../record/record.js';
import { conceptOf } from '../semantic/synonyms.js';
import { wordsOf } from '../words.js';
import { Postings } from './postings.js';
import type { Bits } from './slot-set.js';

/** Maximum number of indexed words of one agent, and of different words of all agents. */
const MOST_WORDS = 256;
const MOST_DIFFERENT = 1_000_000;
/** Weight of a synonym, compared with the word itself. */
const SYNONYM = 0.8;

export class WordIndex {
  readonly #postings = new Postings<string>();

  add(agent: AgentRecord, slot: number): void {
    const keys = keysOf(agent);
    const full = this.#postings.size >= MOST_DIFFERENT;
    this.#postings.add(full ? keys.filter((key) => this.#postings.get(key)) : keys, slot);
  }

  remove(agent: AgentRecord, slot: number): void {
    this.#postings.remove(keysOf(agent), slot);
  }

  /** Adds to `scores`, for each candidate, the share of the wanted words that describe it: 0 to 1. */
  score(wanted: ReadonlySet<string>, candidates: Bits, scores: Float32Array): void {
    const share = 1 / wanted.size;
    const count = (key: string, weight: number) =>
      this.#postings.get(key)?.forEachIn(candidates, (slot) => {
        scores[slot] = (scores[slot] ?? 0) + weight;
      });
    for (const word of wanted) {
      const concept = conceptKey(word);
      if (concept !== undefined) count(concept, share * SYNONYM);
      // An agent with the word is also counted for its meaning.
      count(word, concept === undefined ? share : share * (1 - SYNONYM));
    }
  }

  /** Returns the wanted words that describe the agent, directly or by a synonym. */
  met(wanted: ReadonlySet<string>, agent: AgentRecord): readonly string[] {
    const keys = new Set(keysOf(agent));
    return [...wanted].filter((word) => keys.has(word) || keys.has(conceptKey(word) ?? word));
  }
}

function conceptKey(word: string): string | undefined {
  const concept = conceptOf(word);
  return concept === undefined ? undefined : `= ${concept}`;
}

function keysOf(agent: AgentRecord): readonly string[] {
  const keys = new Set<string>();
  let count = 0;
  for (const word of wordsOf(agentText(agent))) {
    if (++count > MOST_WORDS) break;
    keys.add(word);
    const concept = conceptKey(word);
    if (concept !== undefined) keys.add(concept);
  }
  return [...keys];
}
