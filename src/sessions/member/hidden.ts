/** Where members are hidden, the node names none of them to others: neither who may speak, nor who gets a task or is addressed too. */
import type { MessageRecord } from '../record/message.js';
import type { SessionRecord } from '../record/session.js';

/**
 * Returns a message as this member may read it. Of the agents that it names, the member itself is left, so that it learns of its turn
 * and its task; what it said itself is whole. The sender of a message is always named.
 */
export function withoutOthers(
  { terms, coordinator }: Pick<SessionRecord, 'terms' | 'coordinator'>,
  agent: string,
  message: MessageRecord,
): MessageRecord {
  if (terms['show-members'] || coordinator === agent) return message;
  return withoutAllBut({ terms }, new Set([agent]), message);
}

/** Returns a message as a reader for these members may read it: where members are hidden, of the agents that it names these are left. */
export function withoutAllBut(
  { terms }: Pick<SessionRecord, 'terms'>,
  agents: ReadonlySet<string>,
  message: MessageRecord,
): MessageRecord {
  if (terms['show-members']) return message;
  const { to, from, details } = message;
  const isOwn = from !== undefined && agents.has(from);
  const { 'next-speaker': next, trigger, floor, ...rest } = details ?? {};
  const hidesSaid = !isOwn && (to.length > 0 || next !== undefined || trigger !== undefined);
  if (!hidesSaid && floor?.holder === undefined) return message;
  const { holder, ...course } = floor ?? {};
  const said = isOwn ? { next, trigger } : { next: next && own(next, agents), trigger: undefined };
  return {
    ...message,
    to: isOwn ? to : (own(to, agents) ?? []),
    details: {
      ...rest,
      ...(said.next ? { 'next-speaker': said.next } : {}),
      ...(said.trigger ? { trigger: said.trigger } : {}),
      ...(floor ? { floor: { ...course, state: floor.state, ...holderIn(own(holder ?? [], agents)) } } : {}),
    },
  };
}

function own(named: readonly string[], agents: ReadonlySet<string>): readonly string[] | undefined {
  const left = named.filter((agent) => agents.has(agent));
  return left.length > 0 ? left : undefined;
}

function holderIn(holder: readonly string[] | undefined) {
  return holder ? { holder } : {};
}
