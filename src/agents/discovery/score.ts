/** Computes the score of a match: the weighted mean of the measures in the query. */
import type { AgentQuery } from './query.js';

/** Weights: the text counts most; among suitable agents, idle, quick and near ones come first. */
const WEIGHT = { text: 6, load: 1, latency: 1, distance: 1 } as const;

/** A linear function of the measures; measures that the query does not use have slope 0. */
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
   * Returns the score. Each measure must be within its bound.
   *
   * @param load percent
   * @param latency milliseconds; 0 when the query does not use it
   * @param metres distance from the place of the query; 0 without a place
   * @param similarity similarity to the text: 0 to 1
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

/** Returns the loss of score for each unit; all is lost at the bound. A bound of 0 gives no loss. */
function slope(weight: number, bound = 0): number {
  return bound === 0 ? 0 : weight / bound;
}
