/** Tells of several agents whether they are in. */
import { entries, membersOf, text } from '../remote/index.js';
import { oneLine } from '../terminal/index.js';

/** Returns e.g. `joined: ip, optics; invited: power`, from the list `member` of an answer. */
export function cameText(answer: unknown): string {
  const byState = new Map<string, string[]>();
  for (const member of entries(membersOf(answer), 'member')) {
    const state = text(member, 'state') ?? '';
    byState.set(state, [...(byState.get(state) ?? []), oneLine(text(member, 'agent') ?? '')]);
  }
  return [...byState].map(([state, agents]) => `${state}: ${agents.join(', ')}`).join('; ');
}
