/** How good a match is: the mean of what counts for the query, weighted. */
import type { AgentQuery } from './query.js';

/** A text says most about what is wanted; among those who can do it, the idle, quick and near ones come first. */
const WEIGHT = { text: 6, load: 1, latency: 1, distance: 1 } as const;

export class Scoring {
  readonly #text: number;
  readonly #distance: number;
  readonly #latency: number;
  readonly #sum: number;
  readonly #radius: number;
  readonly #maxLatency: number;

  constructor({ text, near, maxLatency }: Pick<AgentQuery, 'text' | 'near' | 'maxLatency'>) {
    this.#text = text === undefined ? 0 : WEIGHT.text;
    this.#distance = near ? WEIGHT.distance : 0;
    this.#latency = maxLatency === undefined ? 0 : WEIGHT.latency;
    this.#sum = WEIGHT.load + this.#text + this.#distance + this.#latency;
    this.#radius = near?.radius ?? 0;
    this.#maxLatency = maxLatency ?? 0;
  }

  /**
   * What the query does not ask for is not looked at.
   *
   * @param load percent
   * @param latency milliseconds
   * @param metres from the place of the query
   * @param similarity of the text: 0 to 1
   * @returns 0 to 1; 1 is best
   */
  of(load: number, latency: number, metres: number, similarity: number): number {
    let score = WEIGHT.load * (1 - load / 100);
    if (this.#text > 0) score += this.#text * similarity;
    if (this.#distance > 0) score += this.#distance * share(metres, this.#radius);
    if (this.#latency > 0) score += this.#latency * share(latency, this.#maxLatency);
    return score / this.#sum;
  }
}

/** What is left of a bound: 1 when nothing of it is used. */
function share(used: number, bound: number): number {
  return bound === 0 ? 1 : Math.max(0, 1 - used / bound);
}
