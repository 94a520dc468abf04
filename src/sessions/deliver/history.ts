/** Reads stored messages again, as far as they pass for the reader. */

import { shownAgent } from '../../agents/index.js';
import { shownTo } from '../data/sharing.js';
import { withoutOthers } from '../member/hidden.js';
import { readable } from '../member/passes.js';
import { fitsSubject } from '../member/subject-filter.js';
import type { MemberRecord } from '../record/member.js';
import type { MessageRecord, MessageType } from '../record/message.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';
import { Room, wholeMessages } from './whole.js';

/** Number of messages that are looked at together, once the first did not do. */
const PAGE = 100;

export interface Past {
  readonly after?: number;
  readonly before?: number;
  readonly limit: number;
  /** Only these types; empty: all. */
  readonly types: readonly MessageType[];
  /** Only subjects that fit this filter. */
  readonly subject?: string;
  readonly from?: string;
}

/**
 * @param member the reader; undefined for operators, who read all
 * @param signal ends a long search: the answer has what was found
 */
export async function history(
  o: Pick<SessionServices, 'messages' | 'directory' | 'contexts'>,
  session: SessionRecord,
  member: MemberRecord | undefined,
  past: Past,
  signal: AbortSignal,
): Promise<readonly MessageRecord[]> {
  if (member && session.terms.qos.history === 'none') return [];
  const passes = member ? readable(session, member, o.directory) : () => true;
  // A reader does not find out by asking what a policy keeps from it.
  const told = (message: MessageRecord) =>
    member && past.subject !== undefined ? shownTo(o, member.agent, message) : message;
  const wanted = (message: MessageRecord) => passes(message) && isAskedFor(past, told(message));
  const newestFirst = past.after === undefined;
  let size = past.limit;
  const found: number[] = [];
  let { after, before } = past;
  for (;;) {
    const range = { ...(after === undefined ? {} : { after }), ...(before === undefined ? {} : { before }) };
    const page = await o.messages.range(session.id, { ...range, limit: size, newestFirst, whole: false });
    found.push(...page.filter(wanted).map(({ sequence }) => sequence));
    const last = page.at(-1)?.sequence;
    if (page.length < size || found.length >= past.limit || last === undefined || signal.aborted) break;
    if (newestFirst) before = last;
    else after = last;
    size = Math.max(PAGE, past.limit);
  }
  const read = await wholeMessages(o.messages, session.id, found.slice(0, past.limit), new Room(past.limit));
  const shown = member
    ? read.map((message) => shownTo(o, member.agent, withoutOthers(session, member.agent, message)))
    : read;
  return newestFirst ? shown.toReversed() : shown;
}

function isAskedFor({ types, subject, from }: Past, message: MessageRecord): boolean {
  if (types.length > 0 && !types.includes(message.type)) return false;
  if (from !== undefined && (message.from === undefined || shownAgent(message.from) !== from)) return false;
  return subject === undefined || (message.subject !== undefined && fitsSubject([subject], message.subject));
}
