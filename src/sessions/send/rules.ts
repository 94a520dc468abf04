/** The rules that each type of message sets for its sender, and for the state of a team. */
import type { EventName, TeamState } from '../floor/table.js';
import type { Role } from '../record/member.js';
import type { MessageType } from '../record/message.js';
import type { SessionKind } from '../record/terms.js';

/** The types that members may send. */
export type SaidType = Exclude<MessageType, 'membership' | 'floor' | 'task-progress' | 'task-result'>;

export interface TypeRule {
  /** The roles that may send it. */
  readonly roles: readonly Role[];
  /** `needed`: a speaker of a team has the floor; `answer`: or answers a request of one that has it. */
  readonly floor: 'needed' | 'answer' | 'free';
  /** The event that it is in the course of a team. */
  readonly event?: Extract<EventName, MessageType>;
  /** The states of a team in which it is said, where it is no event; absent: all but forming. */
  readonly states?: readonly TeamState[];
  /** True when it answers another message. */
  readonly isAnswer?: true;
  /** True when it is for teams only. */
  readonly isOfTeam?: true;
}

const TALKERS: readonly Role[] = ['coordinator', 'speaker'];
const TALKING: readonly TeamState[] = ['discussion', 'asynchronous-task-assignment'];

export const RULES: Readonly<Record<SaidType, TypeRule>> = {
  discussion: { roles: [...TALKERS, 'source'], floor: 'needed', event: 'discussion' },
  request: { roles: TALKERS, floor: 'needed', states: TALKING },
  response: { roles: TALKERS, floor: 'answer', isAnswer: true },
  proposal: { roles: TALKERS, floor: 'needed', states: TALKING },
  vote: { roles: [...TALKERS, 'observer'], floor: 'free', isAnswer: true },
  'voting-result': { roles: ['coordinator'], floor: 'free', isAnswer: true },
  'task-assignment': { roles: TALKERS, floor: 'needed', event: 'task-assignment' },
  pause: { roles: TALKERS, floor: 'needed', event: 'pause', isOfTeam: true },
  conclude: { roles: TALKERS, floor: 'needed', event: 'conclude', isOfTeam: true },
  conclusion: { roles: TALKERS, floor: 'needed', event: 'conclusion', isOfTeam: true },
  summary: { roles: ['coordinator'], floor: 'free' },
};

export const SAID_TYPES = Object.keys(RULES);

export function isSaidType(type: string): type is SaidType {
  return Object.hasOwn(RULES, type);
}

/** Returns the types that a member in this role may send in a session of this kind. */
export function saidBy(kind: SessionKind, role: Role): readonly SaidType[] {
  return SAID_TYPES.filter(isSaidType).filter(
    (type) => RULES[type].roles.includes(role) && (kind === 'team' || !RULES[type].isOfTeam),
  );
}
