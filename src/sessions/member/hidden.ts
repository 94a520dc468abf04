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
  const { to, from, details } = message;
  const isOwn = from === agent;
  const { 'next-speaker': next, trigger, floor, ...rest } = details ?? {};
  const hidesSaid = !isOwn && (to.length > 0 || next !== undefined || trigger !== undefined);
  if (!hidesSaid && floor?.holder === undefined) return message;
  const { holder, ...course } = floor ?? {};
  const said = isOwn ? { next, trigger } : { next: next && own(next, agent), trigger: undefined };
  return {
    ...message,
    to: isOwn ? to : (own(to, agent) ?? []),
    details: {
      ...rest,
      ...(said.next ? { 'next-speaker': said.next } : {}),
      ...(said.trigger ? { trigger: said.trigger } : {}),
      ...(floor ? { floor: { ...course, state: floor.state, ...holderIn(own(holder ?? [], agent)) } } : {}),
    },
  };
}

function own(agents: readonly string[], agent: string): readonly string[] | undefined {
  return agents.includes(agent) ? [agent] : undefined;
}

function holderIn(holder: readonly string[] | undefined) {
  return holder ? { holder } : {};
}
