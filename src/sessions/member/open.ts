/** Opens sessions. */

import type { AgentRecord } from '../../agents/index.js';
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { newId } from '../../tasks/index.js';
import type { Role, Wanted } from '../record/member.js';
import type { SessionRecord } from '../record/session.js';
import { type SessionKind, type TermsInput, termsOf } from '../record/terms.js';
import type { SessionServices } from '../services.js';
import { changed, come, EVERYTHING } from './comings.js';
import { requireInvitable, stateOfInvited } from './consent.js';

/** An agent that is to be a member. */
export interface Invitation extends Wanted {
  readonly agent: AgentRecord;
  readonly role: Role;
}

export interface Opening {
  readonly from: AgentRecord;
  readonly kind: SessionKind;
  readonly request?: string;
  readonly name?: string;
  readonly goal?: string;
  readonly terms: TermsInput;
  readonly invited: readonly Invitation[];
}

/** Returns the session, which is opened unless it was before: by the same request, or between the same agents alone. */
export async function open(o: SessionServices, tx: Tx, call: Call, opening: Opening): Promise<SessionRecord> {
  const { from, kind, request, name, goal, terms, invited } = opening;
  requireClosedDirect(call, kind, terms);
  const earlier = request === undefined ? undefined : await o.sessions.ofRequest(tx, call.user, request);
  if (earlier) return sameOpening(o, tx, call, earlier, opening);
  const direct = kind === 'direct' ? membersKey([from, ...invited.map(({ agent }) => agent)]) : undefined;
  const present = direct === undefined ? undefined : await o.sessions.ofMembers(tx, direct);
  if (present) return present;
  await requirePlace(o, tx, call, invited.length + 1);
  const now = o.now();
  const fresh: SessionRecord = {
    id: newId(now),
    kind,
    ...(name === undefined ? {} : { name }),
    ...(goal === undefined ? {} : { goal }),
    coordinator: from.id,
    owner: call.user,
    created: now,
    state: 'open',
    since: now,
    terms: termsOf(kind, terms),
    first: 1,
    last: 0,
  };
  await o.sessions.add(tx, {
    ...fresh,
    ...(request === undefined ? {} : { request }),
    ...(direct === undefined ? {} : { direct }),
  });
  await changed(o, tx, fresh, 'opened');
  let session = fresh;
  const first = { agent: from.id, role: 'coordinator', state: 'joined', ...EVERYTHING } as const;
  for (const coming of [first, ...invited.map((each) => ({ ...each, ...begin(call, each.agent) }))]) {
    session = (await come(o, tx, session, coming)).session;
  }
  return session;
}

/** Returns the session that this request opened before, unless another agent did, or one of another kind. */
async function sameOpening(
  o: SessionServices,
  tx: Tx,
  call: Call,
  earlier: SessionRecord,
  { from, kind, request }: Opening,
): Promise<SessionRecord> {
  const opener = await o.members.get(earlier.id, from.id, tx);
  // The first message of a session tells that the agent which opened it joined.
  if (opener?.spans[0]?.from === 1 && earlier.kind === kind) return earlier;
  return call.fail({
    tag: 'data-exists',
    message: `user "${call.user}" opened another session with the request-id "${request}", for another agent or of another kind: give this one another identifier`,
  });
}

/**
 * Returns the agents that are to be members.
 *
 * @throws RpcError invalid-value for an agent that is not found, is named twice, or opens the session
 */
export function invitations(
  o: Pick<SessionServices, 'directory'>,
  call: Call,
  from: AgentRecord | undefined,
  members: readonly { readonly agent: string; readonly role: Role; readonly wanted: Wanted }[],
): readonly Invitation[] {
  const seen = new Set(from ? [from.id] : []);
  return members.map(({ agent: reference, role, wanted }) => {
    const agent = requireInvitable(o, call, reference, from);
    if (seen.has(agent.id)) {
      call.fail({
        tag: 'invalid-value',
        message: `"member" names agent "${agent.id}" more than once, or it is the one that invites`,
      });
    }
    seen.add(agent.id);
    if (role === 'coordinator') {
      call.fail({
        tag: 'invalid-value',
        message: `"role" of member "${agent.id}" is coordinator: that is the agent which opened the session; give speaker, observer or source`,
      });
    }
    return { agent, role, ...wanted };
  });
}

function begin(call: Call, agent: AgentRecord) {
  return { agent: agent.id, state: stateOfInvited(call, agent) };
}

function membersKey(agents: readonly AgentRecord[]): string {
  return JSON.stringify(agents.map(({ id }) => id).sort());
}

async function requirePlace(o: SessionServices, tx: Tx, call: Call, members: number): Promise<void> {
  const { maxMembers, maxSessionsPerUser } = o.settings();
  requireMembers(call, members, maxMembers);
  if ((await o.sessions.countOpen(tx, call.user)) < maxSessionsPerUser) return;
  call.fail({
    tag: 'resource-denied',
    appTag: 'too-many-sessions',
    message: `user "${call.user}" has as many open sessions as a user may (${maxSessionsPerUser}, sessions/max-sessions-per-user): close one first`,
  });
}

/** Refuses a direct session that others may join: what its members send to one another would reach these. */
export function requireClosedDirect(call: Call, kind: SessionKind, { admission }: TermsInput): void {
  if (kind !== 'direct' || admission !== 'node') return;
  call.fail({
    tag: 'invalid-value',
    message: `"admission" of a direct session is invite, and nobody is added to it: open a group for agents of the node`,
  });
}

export function requireMembers(call: Call, members: number, most: number): void {
  if (members <= most) return;
  call.fail({
    tag: 'resource-denied',
    appTag: 'too-many-members',
    message: `a session has at most ${most} members (sessions/max-members); this one would have ${members}`,
  });
}
