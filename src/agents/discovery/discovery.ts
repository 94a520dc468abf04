/** Discovery for callers: only agents that they may find, ranked, with reasons for each rank. */

import { caseless } from '../../data/index.js';
import type { Call } from '../../server/index.js';
import type { AgentDirectory } from '../directory.js';
import type { AgentMeasurements } from '../measurements.js';
import type { AgentRecord } from '../record/record.js';
import type { AgentState, AgentStates } from '../record/states.js';
import type { Embeddings } from '../semantic/embeddings.js';
import { mayFind } from '../visibility.js';
import { type AgentIndex, locationOf } from './agent-index.js';
import type { QueryInput } from './facets.js';
import { distance, type Point } from './geodesic.js';
import type { Hit } from './look.js';
import { type AgentQuery, agentQuery } from './query.js';
import { reasonsFor } from './reasons.js';
import { search } from './search.js';

export interface Match {
  readonly agent: AgentRecord;
  readonly state: AgentState;
  /** 0 to 1; 1 is best. */
  readonly score: number;
  readonly reasons: readonly string[];
  /** The requested skills, or all. */
  readonly skills: readonly string[];
  /** Percent. */
  readonly load: number;
  /** Milliseconds; absent when not measured. */
  readonly latency?: number;
  /** Metres from the place of the query; absent without a place. */
  readonly metres?: number;
  readonly running: number;
  readonly queued: number;
}

export interface Found {
  /** Number of matches, those beyond the limit included. */
  readonly total: number;
  /** Best first. */
  readonly matches: readonly Match[];
}

export interface DiscoveryOptions {
  readonly index: AgentIndex;
  readonly directory: AgentDirectory;
  readonly states: AgentStates;
  readonly measurements: AgentMeasurements;
  readonly embeddings: Embeddings;
  /** Returns the location of a configured place. */
  readonly placeOf: (name: string) => Point | undefined;
}

export class Discovery {
  constructor(private readonly o: DiscoveryOptions) {}

  /**
   * Returns the agents that match a query and that the caller may find.
   *
   * @param input an RFC 7951 value of the grouping `agent-query`
   * @throws RpcError when the query is invalid or refers to something unknown
   */
  async find(
    input: QueryInput,
    call: Call,
    { limit, minScore = 0 }: { readonly limit: number; readonly minScore?: number },
  ): Promise<Found> {
    const { index, directory, embeddings, states, placeOf } = this.o;
    const query = agentQuery(input, {
      place: placeOf,
      agent: (id) => {
        const agent = directory.get(id);
        return agent && mayFind(agent, call, directory) ? locationOf(agent) : undefined;
      },
    });
    const meaning = query.text === undefined ? undefined : await embeddings.meaningOf(query.text, call.signal);
    const found = index.foundBy(call, directory.domainsOf(call.user));
    const { signal } = call;
    const { total, best } = await search(index, query, found, { limit, minScore, now: states.now(), signal, meaning });
    const { skill: named = [] } = input;
    return { total, matches: best.flatMap((hit) => this.#match(query, hit, named, meaning !== undefined)) };
  }

  #match(query: AgentQuery, hit: Hit, named: readonly string[], compared: boolean): readonly Match[] {
    const { index, states, embeddings, measurements } = this.o;
    const agent = index.at(hit.slot);
    if (!agent) return [];
    const state = states.stateOf(agent);
    const location = query.near && locationOf(agent);
    const metres = query.near && location && distance(query.near.centre, location);
    const embedder = compared ? embeddings.name : undefined;
    const skills = agent.skills.map(({ name }) => name);
    const { running, queued } = measurements.of(agent.id);
    return [
      {
        agent,
        state,
        score: hit.score,
        reasons: reasonsFor(query, { agent, state, hit, metres, words: index.words, embedder }),
        skills: named.length > 0 ? skills.filter((name) => among(name, named)) : skills,
        load: hit.load,
        ...(Number.isNaN(hit.latency) ? {} : { latency: hit.latency }),
        ...(metres === undefined ? {} : { metres }),
        running,
        queued,
      },
    ];
  }
}

function among(name: string, wanted: readonly string[]): boolean {
  return wanted.some((each) => caseless(each) === caseless(name));
}
