/** Goes on with a session whose home is lost: a new session here, with the members that can be reached. */
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { newId } from '../../tasks/index.js';
import { arm, settle } from '../floor/course.js';
import { changed } from '../floor/news.js';
import { requireOpen, requireSteering } from '../member/acting.js';
import { come } from '../member/comings.js';
import { isPresent } from '../member/present.js';
import { NO_FLOOR } from '../record/floor.js';
import type { MemberRecord } from '../record/member.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';
import { endCopy } from './continued.js';
import { sendPosts } from './resend.js';

/**
 * Opens the session that goes on with a copy, and closes the copy. Its coordinator is the one of the copy, if that is an agent of this
 * node, else the speaker of this node that joined first. Posts that waited are messages of the new session.
 *
 * @returns its identifier; the same one when it was continued before
 * @throws RpcError access-denied for callers that are neither operators nor such a coordinator; operation-failed for a session whose home
 *   is this node, or without a speaker here
 */
export async function continueHere(
  o: SessionServices,
  call: Call,
  id: string,
  name: string | undefined,
): Promise<string> {
  return o.store.transact(async (tx) => {
    const { session, by } = await requireSteering(o, call, id, name, tx);
    if (session.continuedBy !== undefined) return session.continuedBy;
    if (!session.copy) {
      return call.fail({
        tag: 'operation-failed',
        appTag: 'bad-transition',
        message: `the home of session "${id}" is this node: there is nothing to continue`,
      });
    }
    if (by?.foreign) return notOfHere(call, by.id);
    requireOpen(call, session);
    const members = (await o.members.all(id, tx)).filter(isPresent);
    const leader = leaderOf(o, session, members);
    if (!leader) {
      return call.fail({
        tag: 'operation-failed',
        appTag: 'no-speaker',
        message: `session "${id}" has no speaker of this node that could coordinate it`,
      });
    }
    const fresh = await openAgain(o, tx, session, leader);
    let now = fresh;
    for (const coming of comings(o, members, leader)) now = (await come(o, tx, now, coming)).session;
    now = await settle(o, tx, now);
    if (now.state === 'forming') await arm(o, tx, now);
    await endCopy(o, tx, session, fresh.id);
    await sendPosts(o, tx, session, now);
    return fresh.id;
  });
}

/** Refuses a coordinator of another node: the new session is one of an agent of this node, with the rights of its owner. */
function notOfHere(call: Call, agent: string): never {
  return call.fail({
    tag: 'access-denied',
    message: `agent "${agent}" is of another node: an operator of this node continues the session here, or a coordinator that is an agent of this node`,
  });
}

function leaderOf(
  { directory }: SessionServices,
  { coordinator }: SessionRecord,
  members: readonly MemberRecord[],
): MemberRecord | undefined {
  const own = members
    .filter(
      ({ agent, state, role }) =>
        directory.registered(agent) !== undefined && state === 'joined' && role !== 'observer' && role !== 'source',
    )
    .sort((one, other) => (one.spans.at(-1)?.from ?? 0) - (other.spans.at(-1)?.from ?? 0));
  return own.find(({ agent }) => agent === coordinator) ?? own[0];
}

async function openAgain(
  o: SessionServices,
  tx: Tx,
  { id: session, kind, name, goal, owner: _, terms, depth, last }: SessionRecord,
  { agent }: MemberRecord,
): Promise<SessionRecord> {
  const now = o.now();
  const fresh: SessionRecord = {
    id: newId(now),
    ...{ kind, terms, depth },
    ...(name === undefined ? {} : { name }),
    ...(goal === undefined ? {} : { goal }),
    ...{ initiator: agent, coordinator: agent, created: now, since: now },
    owner: o.directory.registered(agent)?.owners[0] ?? '',
    ...(kind === 'team' ? { state: 'forming', floor: NO_FLOOR } : { state: 'open' }),
    continues: { session, through: Math.max(1, last) },
    ...{ first: 1, last: 0 },
  };
  await o.sessions.add(tx, fresh);
  await changed(o, tx, fresh, 'opened');
  return fresh;
}

/** Those of this node are in at once, as they were; those of other nodes are invited, and their node answers. */
function comings({ directory }: SessionServices, members: readonly MemberRecord[], leader: MemberRecord) {
  const reachable = members.filter(({ agent }) => directory.get(agent)?.approved === true && agent !== leader.agent);
  return [leader, ...reachable].map(({ agent, role, state, filters, byProfile }) => ({
    ...{ agent, filters, byProfile },
    role: agent === leader.agent ? ('coordinator' as const) : role === 'coordinator' ? ('speaker' as const) : role,
    state: state === 'joined' && directory.registered(agent) !== undefined ? ('joined' as const) : ('invited' as const),
  }));
}
