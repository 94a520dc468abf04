/** Copies that have more than their home, which was restored from a backup: nothing more is taken from it, and nothing goes there. */
import type { RpcError } from '../../data/index.js';
import type { SessionServices } from '../services.js';
import { isAtEnd } from './keep.js';
import type { Warnings } from './warnings.js';

/** Characters of what a home says that are kept. */
const LONGEST = 500;

/** A copy, and why its home did not take what the copy has. */
interface Outrun {
  readonly peer: string;
  readonly session: string;
  readonly why: RpcError;
}

/** Marks a copy: its home would give numbers again that the copy has. What waits for the home is kept until the copy is continued. */
export async function outrun(
  o: SessionServices,
  { peer, session: id, why: { message } }: Outrun,
  warnings: Warnings,
): Promise<void> {
  await o.store.transact(async (tx) => {
    const session = await o.sessions.latest(tx, id);
    if (session?.copy?.peer !== peer || isAtEnd(session)) return;
    const problem = `this node has messages up to ${session.last}, and its home not: it was restored from a backup. It says: ${message}`;
    warnings.warn(peer, id, problem, 'nothing more of a session of a peer is taken');
    const copy = { ...session.copy, problem: problem.slice(0, LONGEST) };
    await o.sessions.setCopy(tx, { ...session, copy });
  });
}

/** Returns the number of the newest message of a copy of which more is taken. */
export async function newest(o: Pick<SessionServices, 'sessions'>, id: string): Promise<number | undefined> {
  const session = await o.sessions.get(id);
  return session?.copy === undefined || isAtEnd(session) ? undefined : session.last;
}
