/** Three nodes in a row, each with two agents: those at the ends know each other through the one in the middle. */

/** The nodes in their order. */
export const PLACES = ['a', 'r', 'b'] as const;
export type Place = (typeof PLACES)[number];

export const AGENTS = { a1: 'a', a2: 'a', r1: 'r', r2: 'r', b1: 'b', b2: 'b' } as const satisfies Record<string, Place>;
export type Agent = keyof typeof AGENTS;

export const ALL_AGENTS = Object.keys(AGENTS) as readonly Agent[];

export function agentsAt(place: Place): readonly Agent[] {
  return ALL_AGENTS.filter((agent) => AGENTS[agent] === place);
}

export function domainOf(place: Place): string {
  return `${place}.example`;
}

/** Returns how an agent is called everywhere. */
export function fullName(agent: Agent): string {
  return fullAt(AGENTS[agent], agent);
}

/** Returns how an agent is called at a node. */
export function nameAt(place: Place, agent: Agent): string {
  return AGENTS[agent] === place ? agent : fullName(agent);
}

/** Returns the full name of an agent that a node shows. */
export function fullAt(place: Place, shown: string): string {
  return shown.includes('@') ? shown : `${shown}@${domainOf(place)}`;
}

/** Returns the node of an agent that a node shows. @throws Error for an agent of none of them */
export function placeOf(place: Place, shown: string): Place {
  const found = PLACES.find((each) => fullAt(place, shown).endsWith(`@${domainOf(each)}`));
  if (found === undefined) throw new Error(`no node has agent ${shown}`);
  return found;
}

/** Returns the nodes that are passed on the way from one to another, which is the last of them. */
export function wayTo(from: Place, to: Place): readonly Place[] {
  const [start, end] = [PLACES.indexOf(from), PLACES.indexOf(to)];
  return start < end ? PLACES.slice(start + 1, end + 1) : PLACES.slice(end, start).reverse();
}

/** Returns the nodes to which a node leads that comes from another one: itself, and those behind it. */
export function behind(from: Place, place: Place): readonly Place[] {
  return PLACES.filter((each) => wayTo(from, each).includes(place));
}

export function neighboursOf(place: Place): readonly Place[] {
  return PLACES.filter((each) => wayTo(place, each).length === 1);
}

/** Returns the nodes with copies of the sessions of a home: those that are furthest from it first, whose posts the others pass on. */
export function copiesOf(home: Place): readonly Place[] {
  const length = (place: Place) => wayTo(home, place).length;
  return PLACES.filter((place) => place !== home).sort((one, other) => length(other) - length(one));
}
