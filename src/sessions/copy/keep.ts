/** Keeps the row of a copy as its home tells it. */
import type { Tx } from '../../store/index.js';
import { changed } from '../floor/news.js';
import type { SessionPeer } from '../homes/homes.js';
import type { ToldSession } from '../link/told.js';
import { type Floor, NO_FLOOR } from '../record/floor.js';
import type { Copy, SessionRecord } from '../record/session.js';
import { type Terms, termsOf } from '../record/terms.js';
import type { SessionServices } from '../services.js';
import { nameOf, numberOf, Refused, timeOf } from './read.js';
import { reroute } from './reroute.js';

/** Identifiers of version 7 (RFC 9562 §5.7): those of two nodes are not the same by chance. */
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * Returns the session as it is now, which is not stored yet unless it is new. A copy is bound to the home that gave it first; it comes from
 * the peer to which the domain of its home is routed.
 *
 * @throws Refused
 */
export async function keepCopy(
  o: SessionServices,
  tx: Tx,
  peer: SessionPeer,
  told: ToldSession,
  known: SessionRecord | undefined,
): Promise<SessionRecord> {
  const { id = '', home } = told;
  if (!ID.test(id)) throw new Refused('its identifier is none of version 7');
  if (home === undefined) throw new Refused('it has no home');
  if (known && !known.copy) throw new Refused('this node is the home of a session with its identifier');
  if (!peer.speaksFor(home)) throw new Refused(`peer ${peer.name} does not speak for ${home}`);
  if (known?.copy) {
    const { copy } = known;
    if (copy.home !== home) throw new Refused(`its home is ${copy.home} as long as this node knows it`);
    if (isAtEnd(known)) return known;
    const routed = copy.peer === peer.name ? known : await reroute(o, tx, known, copy, peer.name);
    const now = renewed(o, routed, told);
    if (now.state !== known.state) await changed(o, tx, now, now.state === 'closed' ? 'closed' : 'state');
    return now;
  }
  requireMembers(o, told);
  if ((await o.sessions.countCopies(tx, peer.name)) >= peer.maxSessions)
    throw new Refused(`there are ${peer.maxSessions} open sessions of peer ${peer.name} (max-sessions)`);
  const fresh = freshCopy(o, peer, told, home);
  await o.sessions.add(tx, fresh);
  await changed(o, tx, fresh, 'opened');
  return fresh;
}

/** True for a copy of which nothing more is taken. */
export function isAtEnd({ copy, continuedBy }: SessionRecord): boolean {
  return copy?.problem !== undefined || continuedBy !== undefined;
}

/** @throws Refused for more members than a session of this node may have */
function requireMembers({ settings }: SessionServices, { member = [] }: ToldSession): void {
  const { maxMembers } = settings();
  if (member.length > maxMembers)
    throw new Refused(`it has ${member.length} members, and ${maxMembers} are allowed (max-members)`);
}

function freshCopy(o: SessionServices, peer: SessionPeer, told: ToldSession, home: string): SessionRecord {
  const { id = '', kind, initiator, continues, depth = 0 } = told;
  const bare: SessionRecord = {
    ...{ id, kind, depth },
    initiator: initiator === undefined ? '' : nameOf(o, initiator),
    ...{ owner: peer.owner, created: timeOf(told.created), since: 0, state: 'open' },
    terms: termsOf(kind, {}),
    ...{ first: 1, last: 0 },
    copy: { home, peer: peer.name, complete: told.complete },
    ...(continues ? { continues: { session: continues.session, through: numberOf(continues.through) } } : {}),
  };
  return renewed(o, bare, told);
}

function renewed(o: SessionServices, known: SessionRecord, told: ToldSession): SessionRecord {
  const { name: _, goal: __, coordinator: ___, floor: ____, copy, ...rest } = known;
  const { name, goal, coordinator, state, since, conclusion, complete } = told;
  const floor = told.floor && floorOf(o, told.floor);
  return {
    ...rest,
    ...{ state, since: timeOf(since), terms: termsOfTold(told, known.terms) },
    ...(name === undefined ? {} : { name }),
    ...(goal === undefined ? {} : { goal }),
    ...(coordinator === undefined ? {} : { coordinator: nameOf(o, coordinator) }),
    ...(told['close-reason'] === undefined ? {} : { closeReason: told['close-reason'] }),
    ...(conclusion === undefined ? {} : { conclusion }),
    ...(floor ? { floor } : {}),
    ...(copy ? { copy: { ...copy, complete } satisfies Copy } : {}),
  };
}

/**
 * Members that are too far behind here lag: this node does not hold up the home. Nobody joins here who is not invited. A session that is
 * sealed stays so, whatever its home says.
 */
function termsOfTold(
  { kind, qos, retention, 'turn-taking': turns, 'max-depth': maxDepth, 'show-members': shows, encryption }: ToldSession,
  before: Terms,
): Terms {
  return termsOf(kind, {
    ...(turns ? { 'turn-taking': turns } : {}),
    ...(maxDepth === undefined ? {} : { 'max-depth': maxDepth }),
    qos: { ...qos, 'when-full': 'lag' },
    admission: 'invite',
    ...(shows === undefined ? {} : { 'show-members': shows }),
    ...(retention ? { retention } : {}),
    ...(before.encryption === 'sealed' || encryption === 'sealed' ? { encryption: 'sealed' } : {}),
  });
}

function floorOf(o: SessionServices, { holder = [], turn = 0 }: NonNullable<ToldSession['floor']>): Floor {
  return { ...NO_FLOOR, holders: holder.map((agent) => nameOf(o, agent)), turn };
}
