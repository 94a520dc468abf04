/** How good a match is: the mean of what counts for the query, weighted. */
import type { AgentQuery } from './query.js';

export interface Parts {
  /** Percent. */
  readonly load: number;
  /** Milliseconds; NaN when not measured. */
  readonly latency: number;
  /** From the place of the query, where it names one. */
  readonly metres?: number;
  /** Of the text of the query, where it has one: 0 to 1. */
  readonly similarity?: number;
}

/** A text says most about what is wanted; among those who can do it, the idle, quick and near ones come first. */
const WEIGHT = { text: 6, load: 1, latency: 1, distance: 1 } as const;

/** 0 to 1; 1 is best. */
export function scoreOf(parts: Parts, query: Pick<AgentQuery, 'near' | 'maxLatency'>): number {
  let weight: number = WEIGHT.load;
  let sum = WEIGHT.load * (1 - parts.load / 100);
  if (parts.similarity !== undefined) {
    weight += WEIGHT.text;
    sum += WEIGHT.text * parts.similarity;
  }
  if (parts.metres !== undefined && query.near) {
    weight += WEIGHT.distance;
    sum += WEIGHT.distance * share(parts.metres, query.near.radius);
  }
  if (query.maxLatency !== undefined) {
    weight += WEIGHT.latency;
    sum += WEIGHT.latency * share(parts.latency, query.maxLatency);
  }
  return sum / weight;
}

/** What is left of a bound: 1 when nothing of it is used. */
function share(used: number, bound: number): number {
  return bound === 0 ? 1 : Math.max(0, 1 - used / bound);
}
