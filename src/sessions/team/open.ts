/** Opens sessions. */
import type { AgentRecord } from '../../agents/index.js';
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { newId } from '../../tasks/index.js';
import { arm, sayFirst, settle } from '../floor/course.js';
import { changed } from '../floor/news.js';
import { come, EVERYTHING } from '../member/comings.js';
import { stateOfInvited } from '../member/consent.js';
import { type Invitation, requireMembers } from '../member/invitations.js';
import { NO_FLOOR } from '../record/floor.js';
import type { Opening, SessionRecord } from '../record/session.js';
import {
  isSealed,
  requireClosedDirect,
  requireStaysSealed,
  type SessionKind,
  type Terms,
  type TermsInput,
  termsOf,
} from '../record/terms.js';
import { requireSealedOpening } from '../sealed/require.js';
import type { SessionServices } from '../services.js';
import { meet, type Sought } from './need.js';
import { type Place, placeBelow, TOP } from './parent.js';

export interface OpeningRequest {
  readonly from: AgentRecord;
  readonly kind: SessionKind;
  readonly request?: string;
  readonly name?: string;
  /** Name of the entry of configuration for which the node opens it. */
  readonly standing?: string;
  readonly goal?: string;
  readonly terms: TermsInput;
  readonly invited: readonly Invitation[];
  /** Of teams. */
  readonly sought?: readonly Sought[];
  /** Of teams: the task for which it is formed. */
  readonly parent?: { readonly task: string; readonly completes: boolean };
  readonly first?: Opening;
}

export interface Opened {
  readonly session: SessionRecord;
  /** Needs for which too few agents were found. */
  readonly unmet: readonly string[];
}

/** Returns the session, which is opened unless it was before: by the same request, or between the same agents alone. */
export async function open(o: SessionServices, tx: Tx, call: Call, opening: OpeningRequest): Promise<Opened> {
  const { from, kind, request, name, standing, goal, invited, sought = [], first } = opening;
  requireClosedDirect(call, kind, opening.terms);
  const earlier = request === undefined ? undefined : await o.sessions.ofRequest(tx, call.user, request);
  if (earlier) return { session: sameOpening(call, earlier, opening), unmet: [] };
  const direct = kind === 'direct' ? membersKey([from, ...invited.map(({ agent }) => agent)]) : undefined;
  const present = direct === undefined ? undefined : await o.sessions.ofMembers(tx, direct);
  if (present) return { session: asSealed(call, present, opening.terms), unmet: [] };
  await requirePlace(
    o,
    tx,
    call,
    sought.reduce((sum, { count }) => sum + count, invited.length + 1),
  );
  const place = opening.parent ? await placeBelow(o, tx, call, from, opening.parent) : TOP;
  const now = o.now();
  const fresh: SessionRecord = {
    id: newId(now),
    kind,
    ...(name === undefined ? {} : { name }),
    ...(standing === undefined ? {} : { standing }),
    ...(goal === undefined ? {} : { goal }),
    ...{ initiator: from.id, coordinator: from.id, owner: call.user, created: now, since: now },
    ...(kind === 'team' ? { state: 'forming', floor: NO_FLOOR } : { state: 'open' }),
    terms: within(call, place, termsOf(kind, opening.terms), opening.terms),
    ...(place.parent ? { parent: place.parent } : {}),
    depth: place.depth,
    ...(first ? { opening: first } : {}),
    ...{ first: 1, last: 0 },
  };
  if (first) await requireSealedOpening(o, tx, call, fresh, first);
  await o.sessions.add(tx, {
    ...fresh,
    ...(request === undefined ? {} : { request }),
    ...(direct === undefined ? {} : { direct }),
  });
  await changed(o, tx, fresh, 'opened');
  let session = fresh;
  const coordinator = { agent: from.id, role: 'coordinator', state: 'joined', ...EVERYTHING } as const;
  const others = invited.map((each) => ({ ...each, agent: each.agent.id, state: stateOfInvited(o, call, each.agent) }));
  for (const coming of [coordinator, ...others]) session = (await come(o, tx, session, coming)).session;
  if (kind !== 'team') return { session: await sayFirst(o, tx, session), unmet: [] };
  const met = await meet(o, tx, call, session, sought);
  return { session: await form(o, tx, met.session), unmet: met.unmet };
}

/** Returns the session that this request opened before, unless another agent did, or one of another kind. */
function sameOpening(call: Call, earlier: SessionRecord, { from, kind, request }: OpeningRequest): SessionRecord {
  if (earlier.initiator === from.id && earlier.kind === kind) return earlier;
  return call.fail({
    tag: 'data-exists',
    message: `user "${call.user}" opened another session with the request-id "${request}", for another agent or of another kind: give this one another identifier`,
  });
}

/** Begins, or waits for answers as long as the terms say. */
async function form(o: SessionServices, tx: Tx, session: SessionRecord): Promise<SessionRecord> {
  const now = await settle(o, tx, session);
  if (now.state === 'forming') await arm(o, tx, now);
  return now;
}

/** Refuses the direct session that is there to a caller that wants a sealed one. @throws RpcError data-exists */
function asSealed(call: Call, present: SessionRecord, { encryption }: TermsInput): SessionRecord {
  if (encryption !== 'sealed' || isSealed(present)) return present;
  return call.fail({
    tag: 'data-exists',
    message: `these agents have a direct session already, "${present.id}", and it is not sealed: let its coordinator set "encryption", or open a group`,
  });
}

/** A team below another one allows no more than that, and is sealed where that is. @throws RpcError invalid-value */
function within(call: Call, { maxDepth, isSealed: isBelowSealed }: Place, terms: Terms, said: TermsInput): Terms {
  const own = terms['max-depth'];
  const depth = own === undefined || maxDepth === undefined ? {} : { 'max-depth': Math.min(own, maxDepth) };
  if (!isBelowSealed) return { ...terms, ...depth };
  requireStaysSealed(call, 'open', { ...terms, encryption: 'sealed' }, said);
  return { ...terms, ...depth, encryption: 'sealed' };
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
