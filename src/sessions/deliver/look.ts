/** Looks at what waits for a member, page by page, without its contents. */
import type { Gap, MemberRecord } from '../record/member.js';
import type { MessageRecord } from '../record/message.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';
import { lastFor, waitsFor } from './waiting.js';

/** Messages at which one look reads at once. */
const PAGE = 1_000;
/** Where few messages are wanted, and most may pass. */
const FEW = 100;

type Needs = Pick<SessionServices, 'directory' | 'now'> & {
  readonly messages: Pick<SessionServices['messages'], 'range'>;
};
type Looking = Needs & Pick<SessionServices, 'written'>;

export interface Look {
  /** Numbers of messages that wait, in order. */
  readonly waiting: readonly number[];
  /** The last message that was looked at. */
  readonly through: number;
  /** Messages that were skipped. */
  readonly gap?: Gap;
}

/** Returns the first messages that wait for a member, at most `limit`, and what it missed. */
export async function look(o: Looking, session: SessionRecord, member: MemberRecord, limit: number): Promise<Look> {
  const gap = await gapOf(o, session, member, o.written.attached(session.id, member.agent));
  const waiting: number[] = [];
  let through = Math.max(member.acknowledged, gap?.through ?? 0);
  for await (const { sequence } of waitingBehind(o, session, member, through, Math.max(limit, FEW))) {
    waiting.push(sequence);
    through = sequence;
    if (waiting.length === limit) return { waiting, through, ...(gap ? { gap } : {}) };
  }
  return { waiting, through: lastFor(session, member), ...(gap ? { gap } : {}) };
}

/**
 * Returns which messages are skipped: those that are no longer kept, and, where members lag, all but the newer half of what may wait
 * when more than that does.
 *
 * @param written the last message that a stream wrote to the member: it is behind by what comes after that
 */
export async function gapOf(
  o: Needs,
  session: SessionRecord,
  member: MemberRecord,
  written: number,
): Promise<Gap | undefined> {
  if (member.state !== 'joined') return undefined;
  const position = member.acknowledged;
  const kept = Math.max(position, session.first - 1);
  const lost = kept - position;
  const given = Math.max(kept, written);
  const { 'max-backlog': most, 'when-full': whenFull } = session.terms.qos;
  if (whenFull === 'lag' && session.last - given > most) {
    let total = 0;
    for await (const _ of waitingBehind(o, session, member, given)) total += 1;
    const skipped = total > most ? total - Math.floor(most / 2) : 0;
    let count = 0;
    if (skipped > 0) {
      for await (const { sequence } of waitingBehind(o, session, member, given)) {
        count += 1;
        if (count === skipped) return { count: count + lost, through: sequence };
      }
    }
  }
  return lost > 0 ? { count: lost, through: kept } : undefined;
}

async function* waitingBehind(
  o: Needs,
  session: SessionRecord,
  member: MemberRecord,
  after: number,
  size = PAGE,
): AsyncGenerator<MessageRecord> {
  const waits = waitsFor(o, session, member);
  const last = lastFor(session, member);
  let at = after;
  while (at < last) {
    const page = await o.messages.range(session.id, {
      after: at,
      before: last + 1,
      limit: Math.min(size, PAGE),
      whole: false,
    });
    for (const message of page) if (waits(message)) yield message;
    at = page.at(-1)?.sequence ?? last;
  }
}
