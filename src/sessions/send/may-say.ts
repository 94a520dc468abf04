/** Tells which roles may send which types of messages. */
import type { Role } from '../record/member.js';
import type { MessageType } from '../record/message.js';

/** The types that members may send. */
export type SaidType = Exclude<MessageType, 'membership'>;

const TALKERS: readonly Role[] = ['coordinator', 'speaker'];

const ROLES: Readonly<Record<SaidType, readonly Role[]>> = {
  discussion: [...TALKERS, 'source'],
  request: TALKERS,
  response: TALKERS,
  proposal: TALKERS,
  vote: [...TALKERS, 'observer'],
  'voting-result': ['coordinator'],
};

/** Types that are nothing without the message that they answer. */
export const ANSWERS: readonly MessageType[] = ['response', 'vote', 'voting-result'];

export const SAID_TYPES = Object.keys(ROLES);

export function isSaidType(type: string): type is SaidType {
  return Object.hasOwn(ROLES, type);
}

export function maySay(role: Role, type: SaidType): boolean {
  return ROLES[type].includes(role);
}

/** Returns the types that a member in this role may send. */
export function saidBy(role: Role): readonly SaidType[] {
  return SAID_TYPES.filter(isSaidType).filter((type) => maySay(role, type));
}
