/** Decides whether a member of a team may say something now. */

import type { Call } from '../../server/index.js';
import { positionOf } from '../floor/course.js';
import { takes } from '../floor/table.js';
import type { MemberRecord } from '../record/member.js';
import type { MessageRecord } from '../record/message.js';
import type { SessionRecord } from '../record/session.js';
import { RULES, type SaidType } from './rules.js';

/**
 * Refuses what the state of a team does not take, and a speaker without the floor. Sessions that are no teams have neither.
 *
 * @param answered the message that is answered
 * @throws RpcError operation-failed, with app-tag bad-transition or no-floor
 */
export function requireTurn(
  call: Call,
  session: SessionRecord,
  member: MemberRecord,
  type: SaidType,
  answered: MessageRecord | undefined,
): void {
  const { floor, event, states, isOfTeam } = RULES[type];
  const at = positionOf(session);
  if (!at) {
    if (!isOfTeam) return;
    call.fail({ tag: 'invalid-value', message: `session "${session.id}" is a ${session.kind}; ${type} is for teams` });
  }
  const isTaken = event ? takes(at.state, event) : (states?.includes(at.state) ?? at.state !== 'forming');
  // Where members are hidden, an error does not tell others who is in.
  const shown = session.terms['show-members'] || member.role === 'coordinator' ? at.floor.holders : undefined;
  if (!isTaken) {
    call.fail({
      tag: 'operation-failed',
      appTag: 'bad-transition',
      message: `team "${session.id}" is in state ${at.state}, in which there is no ${type}: ${REASONS[at.state]}`,
      ...holderInfo(shown),
    });
  }
  if (floor === 'free' || member.role === 'coordinator') return;
  // A conclusion is said by the one that was chosen for it, also where all may speak.
  if (isOpen(session) && type !== 'conclusion') return;
  const { holders } = at.floor;
  if (holders.includes(member.agent)) return;
  if (floor === 'answer' && answered?.type === 'request' && mayAsk(session, holders, answered.from)) return;
  call.fail({
    tag: 'operation-failed',
    appTag: 'no-floor',
    message: `agent "${member.agent}" does not have the floor of team "${session.id}"${shown ? `; ${holdersText(shown)}` : ''}`,
    ...holderInfo(shown),
  });
}

/** The node tells who has the floor, in error-info. */
function holderInfo(holders: readonly string[] = []) {
  return holders.length > 0 ? { info: { 'yangent-sessions:holder': holders } } : {};
}

function holdersText(holders: readonly string[]): string {
  if (holders.length === 0) return 'nobody has it at this time';
  return holders.length === 1
    ? `agent "${holders[0]}" has it`
    : `agents ${holders.map((each) => `"${each}"`).join(', ')} have it`;
}

function isOpen({ terms }: SessionRecord): boolean {
  return terms['turn-taking']?.mode === 'open';
}

function mayAsk({ coordinator }: SessionRecord, holders: readonly string[], from: string | undefined): boolean {
  return from !== undefined && (from === coordinator || holders.includes(from));
}

const REASONS = {
  forming: 'it waits for answers to its invitations',
  discussion: 'its members discuss; its coordinator or the one that has the floor may send conclude first',
  'asynchronous-task-assignment': 'its members discuss while its tasks are executed; let it conclude first',
  'synchronous-task-assignment':
    'it waits until its synchronous tasks have ended; its coordinator may give the floor earlier by grant-floor',
  'pause-and-trigger':
    'it waits until its triggers have ended; its coordinator may give the floor earlier by grant-floor',
  conclusion: 'it waits for its conclusion',
} as const;
