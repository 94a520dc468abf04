/** Makes the reasons of a match: one sentence for each condition that it meets, and for each part of its rank. */
import type { AgentRecord } from '../record/record.js';
import type { AgentState } from '../record/states.js';
import { wordsOf } from '../words.js';
import type { Hit } from './look.js';
import type { AgentQuery } from './query.js';
import type { WordIndex } from './word-index.js';

export interface Reasoned {
  readonly agent: AgentRecord;
  readonly state: AgentState;
  readonly hit: Hit;
  /** Exact metres from the place of the query. */
  readonly metres?: number;
  readonly words: WordIndex;
  /** Name of the embedder that compared meanings; absent when none did. */
  readonly embedder?: string;
}

export function reasonsFor(query: AgentQuery, match: Reasoned): readonly string[] {
  const { agent, hit, state, metres } = match;
  const reasons = query.values.map(({ facet, wanted }) => `${facet.name}: ${wanted.join(', ')}`);
  if (query.version) reasons.push(`version: ${agent.version} is in ${query.version.text}`);
  if (query.level) reasons.push(`security/level: meets ${query.level.text}`);
  reasons.push(`state: ${state}`);
  if (query.text !== undefined) reasons.push(textReason(query.text, match));
  if (query.near && metres !== undefined) reasons.push(`near: ${Math.round(metres)} m from ${query.near.of}`);
  if (query.maxLatency !== undefined)
    reasons.push(`latency: ${Math.round(hit.latency)} ms measured, at most ${query.maxLatency} wanted`);
  if (query.maxLoad !== undefined || hit.load > 0) reasons.push(`load: ${percent(hit.load)} %`);
  return reasons;
}

function textReason(text: string, { agent, hit, words, embedder }: Reasoned): string {
  const wanted = wordsOf(text);
  const met = words.met(wanted, agent);
  const similarity = percent((hit.similarity ?? 0) * 100);
  if (met.length === 0) return `text: its meaning is like the agent's (${similarity} %, ${embedder ?? 'by words'})`;
  return `text: ${Math.round((met.length / wanted.size) * 100)} % of its words describe the agent`;
}

function percent(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '');
}
