/** Lets the members of a session be those of its entry. */
import { type AgentRecord, addressed } from '../../agents/index.js';
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { come, EVERYTHING, giveRole, go } from '../member/comings.js';
import { stateOfInvited, takesInvitation } from '../member/consent.js';
import { requireMembers } from '../member/invitations.js';
import { isPresent, PRESENT } from '../member/present.js';
import { lead } from '../member/succession.js';
import type { MemberRecord } from '../record/member.js';
import type { SessionRecord } from '../record/session.js';
import type { Placed, StandingEntry } from '../record/standing.js';
import type { SessionServices } from '../services.js';

export interface Kept {
  readonly session: SessionRecord;
  readonly placed: readonly Placed[];
  /** Agents that are missing, or take no such invitation. */
  readonly missing: readonly string[];
}

/** Lets this agent be in, and lead. */
export async function keepLeader(
  o: SessionServices,
  tx: Tx,
  session: SessionRecord,
  agent: string,
): Promise<SessionRecord> {
  if (session.coordinator === agent) return session;
  const member = await o.members.get(session.id, agent, tx);
  if (member?.state === 'joined') return lead(o, tx, session, member);
  const came = await come(o, tx, session, { agent, role: 'speaker', state: 'joined', ...EVERYTHING });
  return lead(o, tx, came.session, came.member);
}

/**
 * Takes out the members that are no longer configured, and invites those that are new; what changed in the entry of another one is set
 * for it. Members that the node did not place stay as they are.
 *
 * @throws RpcError resource-denied when there are too many
 */
export async function keepMembers(
  o: SessionServices,
  tx: Tx,
  call: Call,
  before: SessionRecord,
  {
    entry,
    from,
    placed,
  }: { readonly entry: StandingEntry; readonly from: AgentRecord; readonly placed: readonly Placed[] },
): Promise<Kept> {
  const wanted = (entry.member ?? []).map(({ agent, role, filter = [] }): Placed => ({ agent, role, filters: filter }));
  const earlier = new Map(placed.map((each) => [each.agent, each]));
  const asked = new Set([...earlier.keys(), ...wanted.map(({ agent }) => agent)]);
  const found = await o.members.among(before.id, [...asked], tx);
  const known = new Map(found.map((each) => [each.agent, each]));
  const stay = new Set([from.id, ...wanted.map(({ agent }) => agent)]);
  let session = before;
  for (const agent of earlier.keys()) {
    const member = known.get(agent);
    if (stay.has(agent) || !member || !isPresent(member)) continue;
    session = await go(o, tx, session, member, { state: 'removed', reason: NOT_CONFIGURED });
  }
  const now: Placed[] = [{ agent: from.id, role: 'coordinator', filters: [] }];
  const missing: string[] = [];
  for (const want of wanted) {
    const member = known.get(want.agent);
    const was = earlier.get(want.agent);
    if (member && isPresent(member)) session = await keepMember(o, tx, session, member, want, was);
    else if (!was || was.role === 'coordinator') {
      const came = await invite(o, tx, call, session, want, from);
      if (!came) {
        missing.push(want.agent);
        continue;
      }
      session = came;
    }
    now.push(want);
  }
  return { session, placed: now, missing };
}

const NOT_CONFIGURED = 'it is no longer configured as a member';

/** Sets what changed in the entry of a member that is in or invited. */
async function keepMember(
  o: SessionServices,
  tx: Tx,
  session: SessionRecord,
  member: MemberRecord,
  { role, filters }: Placed,
  was: Placed | undefined,
): Promise<SessionRecord> {
  const now = was?.filters.join() === filters.join() ? member : { ...member, filters };
  if (now !== member) {
    await o.members.put(tx, now);
    tx.afterCommit(() => o.attached.moved(session.id, member.agent));
  }
  return now.role === role ? session : giveRole(o, tx, session, now, role);
}

/** Invites an agent. Returns undefined when it is missing, or takes no such invitation. */
async function invite(
  o: SessionServices,
  tx: Tx,
  call: Call,
  session: SessionRecord,
  { agent: id, role, filters }: Placed,
  from: AgentRecord,
): Promise<SessionRecord | undefined> {
  const agent = addressed(call, o.directory, id, from);
  if (agent?.id !== id || !takesInvitation(call, agent, from)) return undefined;
  const present = await o.members.count(tx, session.id, ...PRESENT);
  requireMembers(call, present + 1, o.settings().maxMembers);
  const coming = { agent: id, role, state: stateOfInvited(o, call, agent), ...EVERYTHING, filters };
  return (await come(o, tx, session, coming)).session;
}
