/** How good a match is: the mean of what counts for the query, weighted. */
import type { AgentQuery } from './query.js';

/** A text says most about what is wanted; among those who can do it, the idle, quick and near ones come first. */
const WEIGHT = { text: 6, load: 1, latency: 1, distance: 1 } as const;

/** A straight line in each of the measures: what a query does not ask for has no slope. */
export class Scoring {
  readonly #most: number;
  readonly #text: number;
  readonly #perPercent: number;
  readonly #perMetre: number;
  readonly #perMillisecond: number;

  constructor({ text, near, maxLatency }: Pick<AgentQuery, 'text' | 'near' | 'maxLatency'>) {
    const weight = {
      text: text === undefined ? 0 : WEIGHT.text,
      distance: near ? WEIGHT.distance : 0,
      latency: maxLatency === undefined ? 0 : WEIGHT.latency,
    };
    const sum = WEIGHT.load + weight.text + weight.distance + weight.latency;
    this.#most = (sum - weight.text) / sum;
    this.#text = weight.text / sum;
    this.#perPercent = WEIGHT.load / 100 / sum;
    this.#perMetre = slope(weight.distance, near?.radius) / sum;
    this.#perMillisecond = slope(weight.latency, maxLatency) / sum;
  }

  /**
   * Each within its bound.
   *
   * @param load percent
   * @param latency milliseconds; 0 where the query does not ask for it
   * @param metres from the place of the query; 0 where it has none
   * @param similarity of the text: 0 to 1
   * @returns 0 to 1; 1 is best
   */
  of(load: number, latency: number, metres: number, similarity: number): number {
    return (
      this.#most +
      this.#text * similarity -
      this.#perPercent * load -
      this.#perMetre * metres -
      this.#perMillisecond * latency
    );
  }
}

/** What is lost with each unit, when all is lost at the bound; a bound of nothing leaves no difference. */
function slope(weight: number, bound = 0): number {
  return bound === 0 ? 0 : weight / bound;
}
