/** Names of agents as nodes tell them to one another: each with the domain of its node. */
import { type AgentDirectory, shownAgent } from '../../agents/index.js';
import type { MessageRecord } from '../record/message.js';
import type { Homes } from './homes.js';

/** Returns another name for an agent. */
export type Rename = (agent: string) => string;

export interface Naming {
  readonly directory: Pick<AgentDirectory, 'registered'>;
  readonly homes: Pick<Homes, 'domain'>;
}

/** Returns how agents are called abroad: one of this node with its domain, one of another node as here. */
export function abroad({ directory, homes: { domain = '' } }: Naming): Rename {
  return (agent) => {
    const shown = shownAgent(agent);
    return shown.includes('@') && !directory.registered(shown) ? shown : `${shown}@${domain}`;
  };
}

/**
 * Returns the domain of a name from abroad, in small letters; undefined for a name without one, which no node may tell. Only letters of
 * ASCII are changed: others become letters of a domain that another node has, as the Kelvin sign becomes k.
 */
export function domainOf(name: string): string | undefined {
  const at = name.lastIndexOf('@');
  if (at < 1 || at === name.length - 1) return undefined;
  return name.slice(at + 1).replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Returns a message with other names for the agents in it. */
export function renamed<M extends Omit<MessageRecord, 'sequence' | 'at'>>(message: M, rename: Rename): M {
  const { from, to, membership, details } = message;
  return {
    ...message,
    ...(from === undefined ? {} : { from: rename(from) }),
    to: to.map(rename),
    ...(membership ? { membership: { ...membership, agent: rename(membership.agent) } } : {}),
    ...(details ? { details: renamedDetails(details, rename) } : {}),
  };
}

function renamedDetails(details: NonNullable<MessageRecord['details']>, rename: Rename): MessageRecord['details'] {
  const { 'next-speaker': next, floor } = details;
  return {
    ...details,
    ...(next ? { 'next-speaker': next.map(rename) } : {}),
    ...(floor?.holder ? { floor: { ...floor, holder: floor.holder.map(rename) } } : {}),
  };
}
