/** The words of a peer for skills, and those of this node. */
import type { YangentPeers_Peers_Peer_Term } from '../generated/yangent-peers.js';

/** Translates both ways; a word without an entry stays as it is. */
export class Terms {
  readonly #ours: ReadonlyMap<string, string>;
  readonly #theirs: ReadonlyMap<string, string>;

  /** @param terms one to one, as the model demands */
  constructor(terms: readonly YangentPeers_Peers_Peer_Term[] = []) {
    this.#ours = new Map(terms.map(({ theirs, ours }) => [theirs, ours]));
    this.#theirs = new Map(terms.map(({ theirs, ours }) => [ours, theirs]));
  }

  ours(word: string): string {
    return this.#ours.get(word) ?? word;
  }

  theirs(word: string): string {
    return this.#theirs.get(word) ?? word;
  }
}
