/** A query in the form for search: the grouping `agent-query`, read once. */
import { RpcError } from '../../data/index.js';
import type { AgentState } from '../record/states.js';
import { parseRange, type VersionRange } from '../version.js';
import { STATE_BIT } from './columns.js';
import { FACETS, type Facet, type QueryInput } from './facets.js';
import type { Point } from './geodesic.js';

export interface AgentQuery {
  readonly text?: string;
  /** The agent must have all these values. */
  readonly values: readonly { readonly facet: Facet; readonly wanted: readonly string[] }[];
  readonly version?: { readonly text: string; readonly accepts: VersionRange };
  readonly level?: { readonly text: string; readonly accepts: (level: string) => boolean };
  /** Bits of the states that match. */
  readonly states: number;
  /** Milliseconds. */
  readonly maxLatency?: number;
  /** Percent. */
  readonly maxLoad?: number;
  readonly near?: Surroundings;
  /** Identifiers of agents. */
  readonly exclude: readonly string[];
}

export interface Surroundings {
  readonly centre: Point;
  /** Metres. */
  readonly radius: number;
  /** Name of the centre in the query. */
  readonly of: string;
}

/** Returns the location of a place or an agent; undefined when it is unknown or hidden from the caller. */
export interface Whereabouts {
  place(name: string): Point | undefined;
  agent(id: string): Point | undefined;
}

const STATES: readonly AgentState[] = ['online', 'offline', 'draining'];

/**
 * Reads a query. @param input an RFC 7951 value of the grouping
 * @throws RpcError invalid-value for an invalid version range, data-missing for an unknown place
 */
export function agentQuery(input: QueryInput, where: Whereabouts): AgentQuery {
  const states = STATES.filter((state) => input.state?.includes(state));
  const { text, near, exclude = [], 'max-latency': maxLatency, 'max-load': maxLoad } = input;
  const level = input.security?.level;
  return {
    text,
    values: FACETS.map((facet) => ({ facet, wanted: wantedOf(input, facet) })).filter(
      ({ wanted }) => wanted.length > 0,
    ),
    version: versionIn(input),
    level: level === undefined ? undefined : { text: level, accepts: atLeast(level) },
    states: states.reduce((bits: number, state) => bits | STATE_BIT[state], 0) || STATE_BIT.online,
    maxLatency,
    maxLoad: maxLoad === undefined ? undefined : Number(maxLoad),
    near: near && surroundings(near, where),
    exclude,
  };
}

function wantedOf(input: QueryInput, facet: Facet): readonly string[] {
  const value = asked(input, facet);
  if (value === undefined || value === false) return [];
  return typeof value === 'object' ? value : [String(value)];
}

function asked({ security, ...input }: QueryInput, { name }: Facet): string | boolean | readonly string[] | undefined {
  switch (name) {
    case 'security/license':
      return security?.license;
    case 'security/credential':
      return security?.unverified ? undefined : security?.credential;
    case 'security/unverified':
      return security?.unverified ? security.credential : undefined;
    default:
      return input[name];
  }
}

function versionIn({ version: text }: QueryInput): AgentQuery['version'] {
  if (text === undefined) return undefined;
  const accepts = parseRange(text);
  if (typeof accepts === 'function') return { text, accepts };
  throw new RpcError({
    type: 'application',
    tag: 'invalid-value',
    info: { 'bad-element': 'version' },
    message: `"version" has "${accepts.fault}", which is no comparison with a version; write for example ">=1.2.0 <2.0.0 || ^3.1"`,
  });
}

const NUMBER = /^\d+(\.\d+)?$/;

function atLeast(wanted: string): (level: string) => boolean {
  if (!NUMBER.test(wanted)) return (level) => level.toLowerCase() === wanted.toLowerCase();
  return (level) => NUMBER.test(level) && Number(level) >= Number(wanted);
}

function surroundings(near: NonNullable<QueryInput['near']>, where: Whereabouts): Surroundings {
  const { radius, place, agent } = near;
  if (place !== undefined) {
    const centre =
      where.place(place) ?? unknown('place', `there is no place "${place}" in /yangent-agents:agents/place`);
    return { centre, radius, of: place };
  }
  if (agent !== undefined) {
    const centre = where.agent(agent) ?? unknown('agent', `there is no agent "${agent}" whose location is registered`);
    return { centre, radius, of: agent };
  }
  const centre = { latitude: Number(near.latitude), longitude: Number(near.longitude) };
  return { centre, radius, of: `${centre.latitude}, ${centre.longitude}` };
}

function unknown(leaf: string, message: string): never {
  throw new RpcError({
    type: 'application',
    tag: 'data-missing',
    info: { 'bad-element': leaf },
    message: `"near" cannot be understood: ${message}`,
  });
}
