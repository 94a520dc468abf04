/** Deletes what is no longer kept: closed sessions, and messages beyond the terms of open ones. */
import type { Store } from '../../store/index.js';
import type { MembersBehind } from '../homes/behind.js';
import type { KnownSessions } from '../homes/known.js';
import type { Links } from '../homes/links.js';
import type { LinkRows } from '../record/links.js';
import type { MemberRows } from '../record/members.js';
import type { MessageRows } from '../record/messages.js';
import type { PostRows } from '../record/posts.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionTaskRows } from '../record/session-task.js';
import type { SessionRows } from '../record/sessions.js';

const DAY = 24 * 60 * 60 * 1000;
/** Messages and sessions that are deleted in one transaction. */
const PAGE = 500;

interface Needs {
  readonly store: Store;
  readonly sessions: SessionRows;
  readonly members: MemberRows;
  readonly messages: MessageRows;
  readonly tasks: SessionTaskRows;
  readonly linkRows: LinkRows;
  readonly posts: PostRows;
  readonly links: Links;
  readonly told: Pick<KnownSessions, 'remove'>;
  readonly behind: Pick<MembersBehind, 'forget'>;
  readonly settings: () => { readonly closedDays: number };
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Deletes all that is to go now. @param signal aborted when the node stops: the rest is for the next time */
export async function tidy(o: Needs, signal: AbortSignal): Promise<void> {
  await removeClosed(o, signal);
  let after = '';
  while (!signal.aborted) {
    const page = await o.sessions.page(after, PAGE);
    for (const session of page) if (session.state !== 'closed') await thin(o, session, signal);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.id;
  }
}

async function removeClosed(o: Needs, signal: AbortSignal): Promise<void> {
  const before = o.now() - o.settings().closedDays * DAY;
  for (;;) {
    const ids = await o.sessions.closedBefore(before, PAGE);
    if (ids.length === 0) return;
    for (const id of ids) {
      if (signal.aborted) return;
      const session = await o.sessions.get(id);
      if (!session) continue;
      for (let through = session.first + PAGE; through < session.last; through += PAGE) {
        await o.store.transact((tx) => o.messages.removeThrough(tx, id, through));
      }
      await o.store.transact(async (tx) => {
        await o.messages.removeThrough(tx, id, session.last);
        await o.members.removeOf(tx, id);
        await o.tasks.removeOf(tx, id);
        await o.linkRows.removeOf(tx, id);
        await o.posts.removeOf(tx, id);
        await o.sessions.remove(tx, id);
        tx.afterCommit(() => {
          o.links.remove(id);
          o.told.remove(id);
          o.behind.forget(id);
        });
      });
    }
  }
}

async function thin(o: Needs, { id, first: kept, last, terms }: SessionRecord, signal: AbortSignal): Promise<void> {
  const { days, messages } = terms.retention;
  const oldest = o.now() - days * DAY;
  let first = kept;
  // Mostly nothing is to go, which the oldest message tells.
  let limit = 1;
  while (first <= last && !signal.aborted) {
    const page = await o.messages.range(id, { after: first - 1, limit, whole: false });
    const young = page.findIndex(({ sequence, at }) => sequence > last - messages && at >= oldest);
    const through = (young < 0 ? page : page.slice(0, young)).at(-1)?.sequence;
    if (through === undefined) return;
    await o.store.transact(async (tx) => {
      await o.messages.removeThrough(tx, id, through);
      await o.sessions.setFirst(tx, id, through + 1);
    });
    first = through + 1;
    if (young >= 0) return;
    limit = PAGE;
  }
}
